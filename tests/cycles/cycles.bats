#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-cycles and cg-collect --cycles: estimated cycles by LLVM's model of a processor.

load ../lib/collecting

# bats file_tags=long

# the model of x86-64 or arm64 that the tests use, whatever processor runs them
case $(uname -m) in
aarch64) CPU=neoverse-n1 OTHER=cortex-a72 ;;
*) CPU=skylake OTHER=znver2 ;;
esac

# collect NAME [OPTION...]: makes NAME.instr of the program cycles
collect() {
	cg-collect -q --calls --dump-instr=yes --collect-jumps=yes --branch-sim=yes \
		--client-stdout=/dev/null -o "$1.instr" "${@:2}" ./cycles
}

setup_file() {
	has_llvm || return 0
	build cycles.c -O2
	cd "$BATS_FILE_TMPDIR"
	collect cycles
	cg-cycles $CPU cycles.instr >cycles.cy 2>messages
	# of one function, which takes less time
	cg-filter --function='^divide$' cycles.instr >divide.instr
}

setup() {
	enter_with_estimates
}

# lone_collect: makes lone/cg-collect, without other tools beside it
lone_collect() {
	mkdir -p lone
	cp "$(command -v cg-collect)" lone
	export CG_COLLECT_LIB=$B/libexec/cg-tools
}

# cost FUNCTION [FILE [EVENT]]: prints its own cost
cost() {
	cg-sum --by=function --format=tsv --events="${3-Cy}" "${2-$FILES/cycles.cy}" |
		awk -F'\t' -v name="$1" '$2 == name { sum += $3 } END { print sum + 0 }'
}

# between LOW FUNCTION HIGH: its cycles for each of 20,000 rounds are between two numbers
between() {
	local cycles
	cycles=$(cost "$2")
	awk -v n="$cycles" -v low="$1" -v high="$3" 'BEGIN {
		exit n < low * 20000 || n > high * 20000 }' ||
		fail "$2: $cycles cycles, not $1 to $3 a round"
}

# bats test_tags=slow
@test "estimates of kernels are in the range of processors, and in the right order" {
	between 4 dependent_loads 8
	between 0.5 independent 2
	between 6 divide 200 # called twice
	between 3 multiply 8
	between 3 one_sum 7
	between 0.3 four_sums 3
	between 2 short_loops 6
	between 1.5 folded 3
	[ "$(cost divide)" -gt $((2 * $(cost multiply))) ]
	[ "$(cost dependent_loads)" -gt $((2 * $(cost independent))) ]
	[ "$(cost one_sum)" -gt $((3 * $(cost four_sums) / 2)) ]
	# although it executes more instructions
	[ "$(cost independent "$FILES/cycles.cy" Ir)" -gt \
		"$(cost dependent_loads "$FILES/cycles.cy" Ir)" ]
}

@test "of two ways that are taken equally often, both count" {
	# half of the divisions of a call of divide, besides the mispredictions
	cg-cycles --penalty=Bcm:0 $CPU "$FILES/cycles.instr" >without 2>/dev/null
	[ "$(cost two_ways without)" -gt $(($(cost divide without) / 8)) ]
	[ "$(cost two_ways without)" -lt $(($(cost divide without) / 2)) ]
	[ "$(cost two_ways)" -gt "$(cost two_ways without)" ]
}

# bats test_tags=slow
@test "the profile is the same with one event more" {
	cg-sum --check "$FILES/cycles.cy"
	events=$(sed -n 's/^events: //p' "$FILES/cycles.instr")
	[ "$(sed -n 's/^events: //p' "$FILES/cycles.cy")" = "$events Cy" ]
	cg-filter --events="${events// /,}" "$FILES/cycles.cy" |
		sed '/^desc: Cycle/d' | same <(cg-filter "$FILES/cycles.instr") -
	grep -c '^event: Cy : ' "$FILES/cycles.cy"
	grep -c "^desc: Cycle model:      $CPU, llvm-mca [0-9.]*, L1 [0-9]*, LL 100, Bcm" \
		"$FILES/cycles.cy"
	grep -c '^desc: Cycles estimated: 9[0-9.]* % of Ir by the model, the rest at' \
		"$FILES/cycles.cy"
	# on standard error, too
	grep -c "^cg-cycles: cycles.instr: Cy: LLVM [0-9.]*'s model of $CPU covers 9[0-9.]* % of Ir; the rest counts" \
		"$FILES/messages"
}

@test "estimates are the same in each run" {
	cg-cycles $CPU "$FILES/cycles.instr" 2>/dev/null | same "$FILES/cycles.cy" -
	cg-cycles $CPU 2>/dev/null <"$FILES/cycles.instr" | same "$FILES/cycles.cy" -
}

# bats test_tags=slow
@test "a call costs the share of its callee that it has of the instructions" {
	graph inclusive "$FILES/cycles.cy" >/dev/null || :
	cg-sum --by=function --inclusive --format=tsv --events=Cy,Ir "$FILES/cycles.cy" |
		awk -F'\t' '{ cy[$2] = $4; ir[$2] = $6 }
		END {
			# what divide costs is in both of its callers
			own = cy["caller"] - cy["multiply"] + cy["other_caller"] - cy["divide"]
			exit own < 0 || own > 2000 || ir["divide"] == 0 }'
	# a recursion costs no more than it has
	[ "$(cg-sum --by=function --inclusive --format=tsv --events=Cy "$FILES/cycles.cy" |
		awk -F'\t' '$2 ~ /^recursive/ { print ($4 >= $3) }' | sort -u)" = 1 ]
	cg-collect -q --stacks --dump-instr=yes --collect-jumps=yes --client-stdout=/dev/null \
		-o stacks.instr cycles
	cg-cycles $CPU stacks.instr >stacks.cy 2>/dev/null
	cg-sum --check stacks.cy
}

@test "rounding keeps the sum of a function and of lines" {
	cg-filter --level=line "$FILES/cycles.cy" >lines
	cg-sum --check lines
	[ "$(sed -n 's/^positions: //p' lines)" = line ]
	cg-filter --level=function "$FILES/cycles.cy" >functions
	for function in divide multiply two_ways recursive main; do
		[ "$(cost $function lines)" = "$(cost $function)" ]
		[ "$(cost $function functions)" = "$(cost $function)" ]
	done
	[ "$(total lines)" = "$(total "$FILES/cycles.cy")" ]
	# no function of a few instructions is lost: each has what it costs
	cg-sum --by=function --format=tsv --events=Cy,Ir "$FILES/cycles.cy" |
		awk -F'\t' 'NR > 1 && $4 >= 20 && $3 == 0 { exit 1 }'
}

@test "penalties are those of the option" {
	cg-cycles --penalty=LL:100,Bcm:0,Bim:0 $CPU "$FILES/cycles.instr" >none 2>/dev/null
	cg-cycles --penalty=LL:100 --penalty=Bcm:10,Bim:0 $CPU \
		"$FILES/cycles.instr" >ten 2>/dev/null
	grep -c '^desc: Cycle model: .*, LL 100, Bcm 10, Bim 0, D1mw 2$' ten
	mispredicted=$(cost two_ways ten Bcm)
	[ "$mispredicted" -gt 5000 ]
	[ $(($(cost two_ways ten) - $(cost two_ways none))) -eq $((10 * mispredicted)) ]
	cg-cycles --penalty=LL:100,Bcm:0,Bim:0,D1mw:7 $CPU "$FILES/cycles.instr" >stores 2>/dev/null
	missed=$(cg-sum --by=event --format=tsv none | awk '$1 == "D1mw" { print $2 }')
	total() { cg-sum --by=input --events=Cy --format=plain "$1"; }
	[ "$missed" -gt 100 ]
	# each function is rounded
	added=$(($(total stores) - $(total none) - 5 * missed))
	[ "${added#-}" -lt 100 ]
	# loads that miss are late, which is no sum
	cg-cycles --penalty=L1:90 $CPU "$FILES/cycles.instr" >late 2>/dev/null
	[ "$(cost main late)" -ge "$(cost main)" ]
	for wrong in LL LL: LL:x LL:-1 L9:3 LL:3, ''; do
		complains "cg-cycles: --penalty: expected L1:N, LL:N, Bcm:N, Bim:N, D1mw:N, Dsf:N or walk:N, \
with N cycles, found \"$wrong\" (see cg-cycles --help)" cg-cycles "--penalty=$wrong" $CPU in
	done
}

# bats test_tags=slow
@test "all tools take the event" {
	cg-annotate --sort=Cy --show=Cy "$FILES/cycles.cy" >report
	grep -c 'divide' report
	cg-annotate --format=html -o page.html "$FILES/cycles.cy"
	grep -c 'Cy, cycles estimated by a model' page.html
	# on a terminal, the total, and the first column behind the one that decides
	cg-annotate --width=100 --auto=no "$FILES/cycles.cy" >terminal
	grep -xE '[0-9,]+ instructions   [0-9,]+ Cy   .*' terminal
	grep -E '^ *Ir +share +cum\. +Cy +' terminal
	cg-annotate --width=100 --auto=no --sort=Cy "$FILES/cycles.cy" >terminal
	[ "$(grep -o ' Cy' terminal | wc -l)" -eq 2 ]
	cg-annotate --asm=divide --show=Cy "$FILES/cycles.cy" >asm
	grep -c 'div' asm
	cg-merge "$FILES/cycles.cy" "$FILES/cycles.cy" >twice
	cg-sum --check twice
	[ "$(cost divide twice)" = $((2 * $(cost divide))) ]
	# a sum says which share it has at least
	sed '/^desc: Cycles est/s/[0-9.]* %/9.5 %/' "$FILES/cycles.cy" >little
	for order in 'little cycles.cy' 'cycles.cy little'; do
		(cd "$FILES" && cg-merge ${order/little/"$OLDPWD/little"}) >sum
		[ "$(grep '^desc: Cycles est' sum)" = "$(grep '^desc: Cycles est' little)" ]
	done
	# trends
	cg-sum --by=input --format=tsv --events=Cy "$FILES/cycles.cy" twice >trend
	[ "$(cut -f2 trend | sed -n 3p)" = $((2 * $(cut -f2 trend | sed -n 2p))) ] || fail "$(cat trend)"
	cg-diff --limit=Cy=+5% "$FILES/cycles.cy" "$FILES/cycles.cy" >same
	run -1 cg-diff --limit=Cy=+5% "$FILES/cycles.cy" twice
	run -1 cg-sum --limit=Cy=1000 "$FILES/cycles.cy"
	cg-sum "$FILES/cycles.cy" | grep -c '^Cy: '
	# CEst keeps its name beside it
	cg-sum "$FILES/cycles.cy" | grep -c '^Est. cycles: .*CEst = '
}

# bats test_tags=slow
@test "cycles of two models are neither added nor compared" {
	cg-cycles $OTHER "$FILES/cycles.instr" >other 2>/dev/null
	cp "$FILES/cycles.cy" one
	models=$(sed -n 's/^desc: Cycle model: *//p' one other)
	message="one has Cy of the model \"${models%%$'\n'*}\", and other of \"${models#*$'\n'}\""
	complains "cg-merge: $message" cg-merge one other
	complains "cg-diff: $message" cg-diff one other
	complains "cg-sum: $message" cg-sum one other
	# without the event they are
	cg-filter --events=Ir one >a
	cg-filter --events=Ir other >b
	cg-merge a b >merged
}

# bats test_tags=slow
@test "cg-collect --cycles does all of it" {
	cg-collect -q --cycles=$CPU --client-stdout=/dev/null -o one cycles 2>messages
	cg-sum --check one
	[ "$(sed -n 's/^positions: //p' one)" = line ]
	cg-cycles $CPU "$FILES/cycles.instr" 2>/dev/null | cg-filter --level=line >steps
	# the same program at another path: only its own functions are the same
	for function in divide multiply one_sum two_ways; do
		[ "$(cost $function one)" = "$(cost $function steps)" ]
	done
	complains_with 125 'cg-collect: --penalty needs --cycles=CPU (see cg-collect --help)' \
		cg-collect --penalty=LL:9 true
	for other in --separate-threads=yes --names=later --loops; do
		complains_with 125 "cg-collect: --cycles=CPU excludes ${other%=yes}; --cycles=later does not (see cg-collect --help)" \
			cg-collect --cycles=$CPU $other true
	done
}

@test "cg-collect says before the program runs that there will be no estimate" {
	other=neoverse-n1
	[ "$CPU" = skylake ] || other=skylake
	run -125 cg-collect --cycles=$other touch ran
	[[ $output == "cg-cycles: $other is a processor of another machine than "* ]]
	run -125 cg-collect --cycles=nothing touch ran
	[[ $output == *': LLVM '*' knows no processor "nothing"; cg-cycles --list names those that it knows' ]]
	run -125 cg-collect --cycles=$CPU --penalty=LL:3 --penalty=x touch ran
	[[ $output == 'cg-cycles: --penalty: expected '*', found "x" (see cg-cycles --help)' ]]
	lone_collect
	complains_with 125 'cg-collect: --cycles needs cg-cycles, of the package cg-tools: No such file or directory' \
		env PATH=/nothing lone/cg-collect --cycles=$CPU /bin/touch ran
	printf '#!/bin/sh\nkill -9 $$\n' >lone/cg-cycles
	chmod +x lone/cg-cycles
	complains_with 125 'cg-collect: signal 9 (Killed) ended cg-cycles' \
		lone/cg-collect --cycles=$CPU touch ran
	[ ! -e ran ]
}

# bats test_tags=slow
@test "--cycles=later records what cg-cycles needs, and the tools do it in a pipe" {
	cg-collect -q --cycles=later --separate-threads=yes --client-stdout=/dev/null cycles |
		cg-cycles $CPU 2>messages | cg-filter --threshold=1 | cg-annotate >report
	grep -c "^cg-cycles: Cy: LLVM [0-9.]*'s model of $CPU covers 9[0-9.]* % of Ir; the rest counts" messages
	grep -E '^ *[0-9].*cycles.c:divide ' report
	complains_with 125 'cg-collect: --cycles needs --data=FILE, not --data (see cg-collect --help)' \
		cg-collect --cycles=later --data true
}

@test "without llvm-mca, or for another processor, a message says what to do" {
	complains 'cg-cycles: llvm-mca is not installed: it is in the package llvm' \
		env PATH=/nothing "$(command -v cg-cycles)" $CPU in
	run -2 cg-cycles nothing "$FILES/cycles.instr"
	[[ $output == 'cg-cycles: LLVM '*' knows no processor "nothing"; cg-cycles --list names those that it knows' ]]
	cg-cycles --list >list
	grep -cx 'x86-64 skylake' list
	grep -cx 'aarch64 neoverse-n1' list
	# a program of another machine
	machine=x86-64 other=neoverse-n1
	[ "$CPU" = skylake ] || machine=aarch64 other=skylake
	run -2 cg-cycles $other "$FILES/cycles.instr"
	[[ $output == *'it is code of another machine'* ]]
	[[ $output == *'none of its code can be estimated'* ]]
	grep -c "^$machine " list
}

@test "profiles that lack something are refused" {
	needs='cg-collect --cycles=later records what an estimate needs'
	cg-filter --level=line "$FILES/cycles.instr" >lines
	complains "cg-cycles: lines: it has no addresses of instructions; $needs" cg-cycles $CPU lines
	cg-filter --format=cachegrind "$FILES/cycles.instr" >plain
	complains "cg-cycles: plain: it has no addresses of instructions; $needs" cg-cycles $CPU plain
	complains "cg-cycles: (stdin): it has no addresses of instructions; $needs" \
		bash -c "cg-cycles $CPU <plain"
	cg-filter "$FILES/cycles.instr" | sed '/^j[fo][in]=/d; /^jump=/{N;d}; /^jcnd=/{N;d}' >straight
	complains "cg-cycles: straight: it has no jumps; $needs" cg-cycles $CPU straight
	complains "cg-cycles: $FILES/cycles.cy: it has the event Cy already" \
		cg-cycles $CPU "$FILES/cycles.cy"
	cg-filter --events=Dr "$FILES/cycles.instr" >reads
	complains 'cg-cycles: reads: it lacks the event Ir' cg-cycles $CPU reads
	cg-diff "$FILES/cycles.instr" "$FILES/cycles.instr" >difference
	complains 'cg-cycles: difference: expected a profile, found a difference' cg-cycles $CPU difference
	misses none cg-cycles $CPU none
}

@test "a run that counted nothing, or executed no jump, has a profile" {
	cat >leaf.c <<-'end'
		static volatile int sum;
		__attribute__((noinline)) void leaf(int x) { sum += x; sum *= 3; sum ^= x; }
		__attribute__((noinline)) void never(void) { sum = 1; }
		int main(int argc, char **argv)
		{
			for (int i = 0; i < 1000; i++)
				leaf(i);
			if (argc > 9)
				never();
			return 0;
		}
	end
	cc -g -O1 -o leaf leaf.c
	for option in --toggle-collect=never --collect-atstart=no; do
		cg-collect -q --cycles=$CPU $option -o p.cg ./leaf 2>err
		[ "$(wc -l <err)" -eq 1 ]
		[ ! -e p.cg.instr ]
		grep '^events: Ir .* Cy$' p.cg
		grep -E '^totals:( 0)+$' p.cg
	done
	grep -e '--collect-atstart=no: counting was never on' err
	cg-collect -q --cycles=$CPU --toggle-collect=leaf -o p.cg ./leaf
	cy=$(cg-sum --format=tsv --by=function --events=Cy p.cg | awk -F'\t' '$2 == "leaf" { print $3 }')
	[ "$cy" -gt 1000 ]
}

@test "--lines writes the rows that cg-filter --level=line makes" {
	cg-cycles -q --lines $CPU "$FILES/divide.instr" >lines
	cg-cycles -q $CPU "$FILES/divide.instr" | cg-filter --level=line | same - lines
}

@test "a damaged profile is read with --partial" {
	head -n -3 "$FILES/cycles.instr" >torn
	run -2 cg-cycles $CPU torn
	[[ $output == 'cg-cycles: torn:'*' (--partial reads what is there)' ]]
	cg-cycles -q --partial $CPU torn >partial 2>messages
	grep -c '^cg-cycles: torn:.*; read [0-9]* rows, Ir [0-9]*$' messages
	grep -c '^desc: Partial: torn:.*; read [0-9]* rows, Ir [0-9]*$' partial
	[ "$(cost divide partial)" = "$(cost divide)" ]
}

@test "cg-cycles reads and writes as other tools do" {
	cp "$FILES/divide.instr" in
	cg-cycles -q $CPU in >wanted
	cg-cycles -q $CPU - <in | same wanted -
	cat in | cg-cycles -q $CPU | same wanted -
	cg-cycles -q -z $CPU in -o packed
	gunzip -c packed | same wanted -
	cg-cycles -q $CPU -o packed.gz in
	same packed packed.gz
	for target in /dev/full none/out .; do
		run -2 cg-cycles -q $CPU -o $target in
		[[ $output == "cg-cycles: $target: cannot write: "* ]]
	done
	complains 'cg-cycles: (stdout): cannot write: No space left on device' \
		bash -c "cg-cycles -q $CPU in >/dev/full"
	complains 'cg-cycles: (stdout): cannot write: Bad file descriptor' \
		bash -c "cg-cycles -q $CPU in >&-"
	complains 'cg-cycles: (stdin): Bad file descriptor' bash -c "cg-cycles $CPU <&-"
	complains 'cg-cycles: (stdin): expected a profile, found an empty file' cg-cycles $CPU
	complains 'cg-cycles: .: Is a directory' cg-cycles $CPU .
	bash -c "cg-cycles -q $CPU in | sed 1q" >first 2>errors
	same - errors </dev/null
	[ "$(wc -l <first)" -eq 1 ]
	complains 'cg-cycles: expected one profile, found a second: "b" (see cg-cycles --help)' \
		cg-cycles $CPU in b
	complains 'cg-cycles: expected a processor: host, or one of --list (see cg-cycles --help)' cg-cycles
	complains 'cg-cycles: --list: expected no operand, found "in" (see cg-cycles --help)' cg-cycles --list in
	complains 'cg-cycles: --check: expected no profile, found "in" (see cg-cycles --help)' \
		cg-cycles --check $CPU in
	cg-cycles --check $CPU </dev/null | same /dev/null -
	# the input is replaced only when all is written
	cg-cycles -q $CPU -o in in
	same wanted in
	need_terminal
	run -2 on_terminal "cg-cycles $CPU wanted"
	[[ $output == 'cg-cycles: a profile is not for a terminal: '* ]]
}

# bats test_tags=slow
@test "code that is gone or changed has a mean rate, and a message says so" {
	cp "$FILES/cycles" .
	collect own
	cc -O0 -g -o cycles "$TESTS/programs/cycles.c"
	cg-cycles $CPU own.instr >changed 2>messages
	grep -c "^cg-cycles: $PWD/cycles: .*; [0-9.]* % of Ir have no estimate of their own$" messages
	grep -c 'do not rely on it$' messages
	cg-sum --check changed
	# all instructions of the program cost the same
	[ $(($(cost divide changed) * $(cost multiply changed Ir) / 1000)) -le \
		$((($(cost multiply changed) + 9) * $(cost divide changed Ir) / 1000)) ]
	rm cycles
	cg-cycles $CPU own.instr 2>messages | same changed -
	grep -c "^cg-cycles: $PWD/cycles: " messages
}

@test "instructions without a model are named" {
	[ "$(uname -m)" = x86_64 ] || skip 'the code is of x86-64'
	cat >work.s <<-'END'
		.text
		.globl work
		.type work,@function
		work:
			mov $20000,%ecx
		1:	xgetbv_free = 0
			fxam
			.byte 0x0f,0x01,0xd6 # xtest, which some models lack
			dec %ecx
			jnz 1b
			mov $1000,%ecx
			rep stosb
			ret
		.size work,.-work
		.section .note.GNU-stack,"",@progbits
	END
	echo 'static char to[2000]; void work(char *); int main(void) { work(to); return 0; }' >main.c
	sed -i '/xtest/d; s/xgetbv_free = 0//' work.s
	cc -g -o cycles main.c work.s
	collect own
	cg-cycles $CPU own.instr >own.cy 2>messages
	cg-sum --check own.cy
	# filling memory is no cycle a byte
	[ "$(cost work own.cy)" -gt 10000 ]
}

@test "code of arm64 has a model of arm64" {
	need_command clang
	need_command ld.lld lld
	objdump=objdump
	[ "$(uname -m)" = aarch64 ] || objdump=aarch64-linux-gnu-objdump
	need_command $objdump binutils-aarch64-linux-gnu
	cat >arm.c <<-'END'
		unsigned slots[512];
		double reals[512];
		unsigned chain(int n) { unsigned at = 0; while (n-- > 0) at = slots[at]; return at; }
		double sum(int n) { double a = 0; while (n-- > 0) a += reals[n]; return a; }
		void _start(void) { chain(5); sum(3); }
	END
	clang --target=aarch64-linux-gnu -g -O1 -nostdlib -ffreestanding -static -fuse-ld=lld \
		-Wl,--build-id=sha1 -o arm arm.c
	id=$(LC_ALL=C readelf -n arm | sed -n 's/.*Build ID: //p')
	# 1,000 rounds of each loop, which a jump back ends
	$objdump -d --no-show-raw-insn arm >code
	{
		printf '%s\n' '# callgrind format' 'creator: cg-tools' \
			"desc: Build IDs: $id $PWD/arm" 'positions: instr line' 'events: Ir' \
			"ob=$PWD/arm" fl=arm.c
		awk 'NR == FNR { sub(":", "", $1); if ($2 ~ /^b\./ && $3 < $1) end[$3] = $1; next }
		/>:$/ { gsub("[<>:]", "", $2); print "fn=" $2 }
		/^ +[0-9a-f]+:/ {
			sub(":", "", $1)
			if ($1 in end) last = end[$1]
			n = last == "" ? 1 : 1000
			sum += n
			print "0x" $1, 1, n
			if ($1 == last) {
				printf "jcnd=999/1000 0x%s 1\n0x%s 1\n", $3, $1
				last = ""
			}
		}
		END { print "totals: " sum }' code code
	} >arm.instr
	cg-cycles neoverse-n1 arm.instr >arm.cy
	cg-sum --check arm.cy
	[ "$(cost chain arm.cy)" -gt 3000 ]
	[ "$(cost chain arm.cy)" -lt 8000 ]
	[ "$(cost sum arm.cy)" -gt 1000 ]
	[ "$(cost sum arm.cy)" -lt 8000 ]
}

# sets newest to the name of llvm-mc that the tools choose: without a number if no other one is newer
find_newest() {
	local plain=0 numbered
	numbered=$(compgen -c | sed -n 's/^llvm-mc-\([0-9]*\)$/\1/p' | sort -n | tail -n 1)
	! command -v llvm-mca >/dev/null ||
		plain=$(llvm-mca --version | sed -n 's/.*LLVM version \([0-9]*\).*/\1/p')
	newest=llvm-mc${numbered:+-$numbered}
	[ "$plain" -lt "${numbered:-0}" ] || newest=llvm-mc
}

# stand_in SUFFIX VERSION: makes llvm-mca and llvm-mc that say they are of this version, and write
# their arguments into a log; what they do is what the ones here do
stand_in() {
	local real program
	mkdir -p bin
	for program in mca mc; do
		real=$(command -v "${newest/llvm-mc/llvm-$program}")
		cat >"bin/llvm-$program$1" <<-end
			#!/bin/sh
			echo "\$0 \$*" >>log
			case \$1 in
			--version) echo "  LLVM version $2"; echo "  Host CPU: $CPU" ;;
			*) exec $real "\$@" ;;
			esac
		end
		chmod +x "bin/llvm-$program$1"
	done
}

# chooses VERSION [CPU]: the profile names this version
chooses() {
	: >log
	env PATH="$PWD/bin" "$(command -v cg-cycles)" -q "${2-$CPU}" "$FILES/divide.instr" >out
	grep -c "^desc: Cycle model: * $CPU, llvm-mca $1," out
}

@test "the newest LLVM that runs is chosen by itself, and the profile names it" {
	find_newest
	mkdir bin
	ln -s "$(command -v objdump)" bin
	stand_in -14 14.0.6
	chooses 14.0.6
	stand_in -16 16.0.6
	stand_in -22 22.1.8
	chooses 22.1.8
	# LLVM is asked once for its processors, and not for the host's
	[ "$(grep -c -e '-mcpu=help' log)" -eq 1 ]
	chooses 22.1.8 host
	[ "$(grep -c -e '-mcpu=help' log)" -eq 0 ]
	# one without a number, older and newer
	stand_in '' 19.1.7
	chooses 22.1.8
	stand_in '' 23.0.0
	chooses 23.0.0
	rm bin/llvm-mca bin/llvm-mc
	# one of which a program or a library is missing
	rm bin/llvm-mc-22
	chooses 16.0.6
	stand_in -22 22.1.8
	printf '#!/bin/sh\necho "libLLVM.so.22.1: cannot open shared object file" >&2\nexit 127\n' >bin/llvm-mca-22
	chooses 16.0.6
}

# lies PROGRAM SCRIPT MESSAGE: the tool complains if the program of LLVM runs the script instead,
# with REAL, the path of the program
lies() {
	local mca=${newest/llvm-mc-/llvm-mca-}
	mca=${mca/%llvm-mc/llvm-mca}
	rm -rf bin
	mkdir bin
	ln -s "$(command -v "$newest")" "$(command -v "$mca")" bin
	[ "$1" = mc ] && fake=$newest || fake=$mca
	real=$(command -v "$fake")
	rm "bin/$fake"
	printf '#!/bin/sh\nREAL=%s\ncase "$*" in *--version* | *=help*) exec $REAL "$@" ;; esac\n%s\n' \
		"$real" "$2" >"bin/$fake"
	chmod +x "bin/$fake"
	PATH=$PWD/bin:$PATH run -2 cg-cycles $CPU -o out.cy "$FILES/divide.instr"
	[[ ${#lines[@]} -eq 1 && $output == "cg-cycles: $fake"$3 ]] || fail "$2: $output"
	[ ! -e out.cy ]
}

@test "a program of LLVM that fails or prints something else is an error" {
	find_newest
	for program in mca mc; do
		lies $program 'kill -9 $$' ': signal 9 (Killed) ended it'
		lies $program 'exit 1' '*'
		lies $program 'exit 0' '*: expected *, found 0'
		lies $program 'exec <&-; head -c 30000 /dev/urandom' '*: expected *, found *'
		lies $program 'head -c 5000 /dev/zero; echo' '*: expected *, found *'
		lies $program '$REAL "$@" | sed 5q' '*: expected *, found *'
	done
	lies mca 'echo "error: no" >&2; exit 1' ': error: no'
	lies mca 'case "$*" in *iterations=4*) kill -9 $$ ;; esac; exec $REAL "$@"' ': signal 9 (Killed) ended it'
	lies mca '$REAL "$@" | sed "s/Total Cycles: */&-/"' '*: expected the cycles of *, found 0'
	lies mca 'case "$*" in *iterations=4*) $REAL "$@" | sed "s/\(Total Cycles:\).*/\1 1/" ;;
		*) exec $REAL "$@" ;; esac' '*: code takes * cycles 2 times, but 1 cycles 4 times'
}

@test "a collection whose cycles cannot be estimated leaves its instructions" {
	find_newest
	lies mca 'exit 1' '*'
	echo before >one.cy
	PATH=$PWD/bin:$PATH run -125 cg-collect -q --cycles=$CPU --client-stdout=/dev/null -o one.cy "$FILES/cycles"
	[ "${#lines[@]}" -eq 2 ]
	[[ ${lines[0]} == 'cg-cycles: llvm-mca'* ]]
	[ "${lines[1]}" = 'cg-collect: the profile without estimated cycles is in one.cy.instr; cg-cycles adds them' ]
	[ "$(cat one.cy)" = before ]
	cg-cycles $CPU one.cy.instr >estimated
	[ "$(cost divide estimated)" -gt 0 ]
	# each process has one
	PATH=$PWD/bin:$PATH run -125 cg-collect -q -f --cycles=$CPU --client-stdout=/dev/null \
		-o each.%p sh -c '"$1"; "$1"' - "$FILES/cycles"
	each=(each.*.instr)
	[ ${#each[@]} -eq 3 ]
	PATH=$PWD/bin:$PATH run -125 cg-collect -q --cycles=$CPU --client-stdout=/dev/null "$FILES/cycles"
	[ "${lines[1]}" = 'cg-collect: the profile without estimated cycles is in cg.instr; cg-cycles adds them' ]
	# cg-cycles that dies, or says nothing
	lone_collect
	for end in 'sed 9q; kill -9 $$' 'exit 0'; do
		printf '#!/bin/sh\n[ "$1" = --check ] && exit\n%s\n' "$end" >lone/cg-cycles
		chmod +x lone/cg-cycles
		rm -f one.cy.instr
		run -125 lone/cg-collect -q --cycles=$CPU --client-stdout=/dev/null -o one.cy "$FILES/cycles"
		[[ $end != *kill* || ${lines[0]} == 'cg-collect: signal 9 (Killed) ended cg-cycles' ]]
		[ "${lines[-1]}" = 'cg-collect: the profile without estimated cycles is in one.cy.instr; cg-cycles adds them' ]
		[ "$(cat one.cy)" = before ]
		cg-sum --check one.cy.instr
	done
	# an error in writing is one about the output
	run -125 cg-collect -q --cycles=$CPU --client-stdout=/dev/null -o /dev/full "$FILES/cycles"
	[ "$output" = 'cg-collect: /dev/full: cannot write: No space left on device' ]
	# one that reads no more ends all, as without cycles
	rm -f cg.instr
	run -0 bash -c 'cg-collect -q --cycles=$1 --client-stdout=/dev/null "$2" | sed 1q; [ "${PIPESTATUS[0]}" -eq 141 ]' \
		- $CPU "$FILES/cycles"
	[ ! -e cg.instr ]
}

@test "no room for what LLVM is to read is an error" {
	mkdir none
	TMPDIR=$PWD/none/none run -2 cg-cycles $CPU -o out.cy "$FILES/cycles.instr"
	[ "$output" = "cg-cycles: $PWD/none/none: cannot make a temporary file: No such file or directory" ]
	[ ! -e out.cy ]
}

@test "a processor that is newer than LLVM is named, once" {
	local name warning
	name=$(awk -F ': *' '
		/^cpu family/ { family = $2 }
		/^model\t/ {
			if (family == 25 && ($2 >= 16 && $2 < 32 || $2 >= 96 && $2 < 176))
				print "znver4"
			else if (family == 26 && $2 < 128)
				print "znver5"
			exit
		}' /proc/cpuinfo)
	[ -n "$name" ] || skip 'no old LLVM takes this processor for another one'
	find_newest
	stand_in -40 14.0.6
	sed -i 's/Host CPU: [^"]*/Host CPU: znver3/' bin/llvm-m*
	warning="cg-cycles: this processor is a $name, which LLVM 14.0.6 does not know: it is estimated as a znver3"
	PATH=$PWD/bin:$PATH cg-cycles --check host 2>err
	same - err <<<"$warning"
	PATH=$PWD/bin:$PATH cg-cycles -q -o out host "$FILES/divide.instr" 2>err
	same - err <<<"$warning"
	PATH=$PWD/bin:$PATH cg-collect -q --cycles=host -o out true 2>err
	[ "$(grep -cxF "$warning" err)" -eq 1 ]
	PATH=$PWD/bin:$PATH cg-cycles -q --check host 2>err # as cg-collect does
	PATH=$PWD/bin:$PATH cg-cycles --check znver3 2>>err
	sed -i "s/Host CPU: [^\"]*/Host CPU: $name/" bin/llvm-m*
	PATH=$PWD/bin:$PATH cg-cycles --check host 2>>err || true
	run -1 grep 'this processor is' err
}

@test "a processor that --memory knows by another name is named as LLVM does" {
	run -2 cg-cycles --check zen4
	[[ $output == 'cg-cycles: LLVM '*' knows no processor "zen4", which LLVM calls znver4; cg-cycles --list names those that it knows' ]]
}

@test "host is a processor that is in the list" {
	run cg-cycles host "$FILES/divide.instr"
	# a new processor, and an old LLVM
	[[ $status -ne 2 || $output != *'does not know this machine'* ]] || skip "$output"
	[ "$status" -eq 0 ]
	host=$(cg-cycles host "$FILES/divide.instr" 2>/dev/null |
		sed -n 's/^desc: Cycle model: *\([^,]*\),.*/\1/p')
	cg-cycles --list | grep -cx "$(uname -m | tr _ -) $host"
}

# count_starts PROFILE: cg-cycles, as `out`, with a line in `starts` for each objdump and cg-names
count_starts() {
	mkdir -p own
	for program in objdump cg-names; do
		printf '#!/bin/sh\necho %s "$*" >>%s/starts\nexec %s "$@"\n' $program "$PWD" \
			"$(command -v $program)" >own/$program
		chmod +x own/$program
	done
	cp "$(command -v cg-cycles)" own
	rm -f starts
	PATH=$PWD/own:$PATH own/cg-cycles $CPU "$1" 2>messages >out
}

@test "objdump and cg-names are started once for many functions" {
	local functions starts
	count_starts "$FILES/cycles.instr"
	same out "$FILES/cycles.cy"
	functions=$(cg-sum --by=function --format=tsv out | awk '$3 > 0' | wc -l)
	starts=$(grep -c ^objdump starts)
	echo "$functions functions, $starts"; cut -d" " -f1 starts | sort | uniq -c
	[ "$functions" -gt 40 ]
	[ "$starts" -lt $((functions / 2)) ]
	# one for each object, and those that find where it was counted
	[ "$(grep -c ^cg-names starts)" -le 8 ]
}

@test "objdump is started once for many functions without names" {
	for ((i = 0; i < 60; i++)); do
		echo "__attribute__((noinline)) static int f$i(volatile int n) { int s = $i; while (n-- > 0) s ^= n * $i; return s; }"
		calls+=" + f$i(500)"
	done >nameless.c
	echo "int main(void) { return (0 $calls) == 12345; }" >>nameless.c
	cc -O1 -o nameless nameless.c
	strip nameless
	cg-collect -q --calls --dump-instr=yes --collect-jumps=yes -o nameless.instr ./nameless
	count_starts nameless.instr
	# the functions and their stubs
	[ "$(grep -c '^objdump .*/nameless$' starts)" -le 2 ]
	cg-filter --object=/nameless out >own.cy
	cg-sum --by=function --events=Ir own.cy >functions
	[ "$(grep -c 'nameless:0x' functions)" -ge 60 ]
}

@test "folded stacks have the cycles that functions without callers have" {
	cg-collect -q --stacks=2 --dump-instr=yes --collect-jumps=yes --client-stdout=/dev/null \
		-o stacks.instr cycles
	grep -q '^# folded own=' stacks.instr
	grep -q '^# folded=' stacks.instr
	cg-cycles $CPU stacks.instr >stacks.cy
	cg-export --to=folded --inclusive --sort=Cy stacks.cy >folded 2>err
	! grep -q 'without their callers' err
	! grep -F '(without callers)' folded
	grep -qE '\(folded\) [1-9]' folded
	[ "$(awk '{ sum += $NF } END { print sum }' folded)" = \
		"$(cg-sum --events=Cy --format=tsv stacks.cy | tail -n 1 | grep -o '[0-9]*$')" ]
}
