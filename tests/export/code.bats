#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-export --to=llvm-profgen and others: executed code for compilers, linkers and BOLT.

load ../lib/collecting

# bats file_tags=long

# collect PROFILE PROGRAM [ARGUMENT...]
collect() {
	cg-collect -q --calls --dump-instr=yes --collect-jumps=yes --cache-sim=no \
		--client-stdout=/dev/null -o "$1" "${@:2}"
}

setup_file() {
	build code.c -O1
	build inlined.cc -O2
	build_32 code.c -O1 -o code_32
	cd "$BATS_FILE_TMPDIR"
	make_sources
	cc -O2 -g -shared -fPIC -o libparts.so parts.c
	cc -O2 -g -o shared main.c ./libparts.so
	cc -O2 -g -no-pie -o fixed main.c parts.c
	cc -O2 -g -static -o static main.c parts.c
	for program in code inlined shared fixed static; do
		collect "$program.instr" "./$program"
	done
}

# a program that calls functions of two names a known number of times, through a table
make_sources() {
	cat >parts.c <<-'END'
		__attribute__((noinline)) int add(int a, int b) { return a + b; }
		__attribute__((noinline)) int sub(int a, int b) { return a - b; }
		int (*volatile table[])(int, int) = {add, sub};
	END
	cat >main.c <<-'END'
		extern int (*volatile table[])(int, int);
		__attribute__((noinline)) int
		often(int n)
		{
			for (int i = 0; i < 100; i++)
				n = table[i % 10 == 0](n, i);
			return n;
		}
		int
		main(int argc, char **argv)
		{
			(void)argv;
			return often(argc) & 0;
		}
	END
}

setup() {
	enter_with_programs
	FILES=$BATS_FILE_TMPDIR
}

# need_version PROGRAM: sets REPLY to the program, or the newest one of Debian's, whose
# names end in a version; skips the test if there is none
need_version() {
	REPLY=$(compgen -c "$1" | grep -xE "$1(-[0-9]+)?" | sort -uV | tail -n 1) || :
	[ -n "$REPLY" ] || missing "$1"
}

# like need_version, but of the version of clang, which reads what they write
need_llvm() {
	local major
	need_command clang
	major=$(clang -dumpversion)
	for REPLY in "$1-${major%%.*}" "$1"; do
		! command -v "$REPLY" >/dev/null || return 0
	done
	missing "$1"
}

# code FORMAT OBJECT PROFILE
code() {
	cg-export --to="$1" --object="$2" "$3"
}

# instructions_of PROFILE OBJECT: prints the sum of its costs
instructions_of() {
	cg-sum --by=object --format=tsv "$1" |
		awk -F '\t' -v object="$(realpath "$2")" '$1 == object { print $2 }'
}

# --- llvm-profgen

# bats test_tags=slow
@test "the ranges of an object execute what it costs, to the instruction" {
	for name in code:code inlined:inlined shared:shared shared:libparts.so fixed:fixed; do
		profile=$FILES/${name%:*}.instr object=$FILES/${name#*:}
		code llvm-profgen "$object" "$profile" >ranges
		read -r n sum _ < <("$TESTS/lib/check-ranges" "$profile" "$object" ranges)
		[ "$n" -gt 10 ]
		[ "$sum" -eq "$(instructions_of "$profile" "$object")" ] || fail "$name: $sum"
	done
}

@test "each instruction of real programs has its count, in all of their libraries" {
	local checked=0
	cp "$FILES/static.instr" static.instr
	collect awk.instr awk 'BEGIN { for (i = 0; i < 500; i++) s = s i; print length(s) }'
	collect sort.instr sort "$TESTS/../README.md"
	collect bash.instr bash -c 'for ((i = 0; i < 99; i++)); do a=$a$i; done'
	for profile in *.instr; do
		while read -r object; do
			code llvm-profgen "$object" "$profile" >ranges
			"$TESTS/lib/check-ranges" "$profile" "$object" ranges >/dev/null ||
				fail "$profile: $object"
			checked=$((checked + 1))
		done < <(sed -nE 's,^c?ob=\([0-9]+\) (/.*),\1,p' "$profile" | sort -u)
	done
	[ "$checked" -ge 10 ]
}

@test "calls and returns: a call of each function, indirect ones by their targets" {
	code llvm-profgen "$FILES/fixed" "$FILES/fixed.instr" >ranges
	sed '1,/^[0-9]*$/d' ranges | tr '>:' '  ' >branches
	for function in add:90 sub:10 main:1 often:1; do
		address=$(nm "$FILES/fixed" | awk -v name="${function%:*}" '$3 == name { print $1 }')
		awk -v address="$(printf %x "0x$address")" '$2 == address { n += $3 } END { print n }' \
			branches >calls
		[ "$(cat calls)" = "${function#*:}" ] || fail "$function: $(cat calls)"
	done
	# the two calls are of one instruction
	[ "$(awk '$3 == 90 || $3 == 10 { print $1 }' branches | sort | uniq -d | wc -l)" -eq 1 ]
}

@test "code that overlaps other code, and data in code" {
	[ "$(uname -m)" = x86_64 ] || skip 'the code is of x86-64'
	cat >work.s <<-'END'
		.text
		.globl work
		.type work,@function
		work:	mov $10, %ecx
		1:	test $1, %ecx
			je 2f
			.byte 0xf0	# lock, of every second one
		2:	incl (%rdi)
			.byte 0xeb, 0xff, 0xc0	# jmp into itself: inc %eax
			dec %ecx
			jne 1b
			jmp 3f
			.byte 0x06, 0x07, 0x0e
		3:	ret
		.size work,.-work
		.section .note.GNU-stack,"",@progbits
	END
	echo 'void work(int *); int main(void) { int n = 0; work(&n); return 0; }' >main.c
	cc -o overlap main.c work.s
	collect overlap.instr ./overlap
	code llvm-profgen overlap overlap.instr >ranges
	# relative to work
	python3 - ranges "$(nm overlap | sed -n 's/ T work$//p')" >got <<-'END'
		import re, sys
		work = int(sys.argv[2], 16)
		for line in open(sys.argv[1]):
		    match = re.match('([0-9a-f]+)(-|->)([0-9a-f]+)(:.*)', line)
		    start, end = (int(match[n], 16) - work if match else -1 for n in (1, 3))
		    if 0 <= start < 0x1d:
		        print('%x%s%x%s' % (start, match[2], end, match[4]))
	END
	same - got <<-'END'
		0-0:1
		5-b:10
		d-d:5
		e-e:5
		10-10:10
		11-15:10
		17-17:1
		1c-1c:1
		b->e:5
		10->11:10
		15->5:9
		17->1c:1
	END
}

# a program that writes code into a page, runs it and replaces it, 100 times, and replaces
# a function of its own by longer instructions before it is called
make_changing() {
	cat >changing.c <<-'END'
		#include <stdint.h>
		#include <string.h>
		#include <sys/mman.h>
		#include <unistd.h>
		__attribute__((noinline)) long half(long n) { return n / 2; }
		/* mov $1, %eax; ret */
		__asm__(".text\n.type own,@function\nown: mov $1, %eax\nret\n.size own,.-own");
		int own(void);
		static void
		write_code(unsigned char *code, int calls)
		{
			/* lea 7(%rdi), %rax; ret */
			static const unsigned char adds[] = {0x48, 0x8d, 0x47, 7, 0xc3};
			/* movabs $half, %rax; jmp *%rax */
			static const unsigned char jumps[] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0};
			const uintptr_t to = (uintptr_t)half;
			memcpy(code, calls ? jumps : adds, calls ? sizeof(jumps) : sizeof(adds));
			if (calls)
				memcpy(code + 2, &to, sizeof(to));
		}
		int
		main(void)
		{
			/* xor %eax, %eax; inc %eax; ret */
			static const unsigned char longer[] = {0x31, 0xc0, 0xff, 0xc0, 0xc3};
			const int all = PROT_READ | PROT_WRITE | PROT_EXEC;
			unsigned char *code = mmap(NULL, 4096, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			const uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
			const uintptr_t offset = (uintptr_t)own % size;
			long n = 0;
			for (int i = 0; i < 100; i++) {
				write_code(code, i % 4 == 0);
				n = ((long (*)(long))(uintptr_t)code)(n);
			}
			if (mprotect((void *)((uintptr_t)own - offset), offset + 5, all) != 0)
				return 1;
			memcpy((void *)(uintptr_t)own, longer, sizeof(longer));
			for (int i = 0; i < 10; i++)
				n += own();
			return n == 0;
		}
	END
}

@test "code that is made at run time is in no object, and code that changed itself counts" {
	[ "$(uname -m)" = x86_64 ] || skip 'the code is of x86-64'
	make_changing
	cc -O1 -g -Wl,-q -o changing changing.c
	collect changing.instr ./changing
	# the profile has the 200 instructions that were in no file
	cg-sum --by=object --events=Ir --format=tsv changing.instr | grep -xF $'???\t200'
	code llvm-profgen changing changing.instr >ranges
	read -r half _ < <(nm changing | grep ' half$')
	read -r own _ < <(nm changing | grep ' own$')
	# half is called by code that nobody knows, own has other instructions than the file
	python3 - ranges "$half" "$own" <<-'END'
		import sys
		lines = open(sys.argv[1]).read().split()
		half, own = (int(word, 16) for word in sys.argv[2:])
		assert '0->%x:25' % half in lines
		assert '%x-%x:10' % (own, own + 4) in lines
	END
	code symbol-order changing changing.instr | grep -xE 'half|own|main' | sort |
		same - <(printf '%s\n' half main own)
	code section-order changing changing.instr | grep '\.half$' |
		same - <(printf '%s\n' .text.half .text.hot.half .text.startup.half)
	code call-order changing changing.instr | grep -E '(^| )(half|own|main) ' |
		same - <(echo 'main own 10')
	need_llvm llvm-profgen
	"$REPLY" --format=text --unsymbolized-profile=ranges --use-offset=0 --binary=changing \
		--output=samples >log 2>&1
	grep -qx 'half:[0-9]*:25' samples
	need_version llvm-bolt
	code bolt changing changing.instr >samples
	"$REPLY" changing -aggregate-only -pa -p samples -o changing.fdata >log 2>&1
	grep -q 'mismatching disassembled function contents: 0 ' log || fail "$(cat log)"
	"$REPLY" changing -data changing.fdata -o bolted -reorder-blocks=ext-tsp >log 2>&1
	./bolted
}

@test "llvm-profgen: each line has the samples that it was executed, and each call" {
	need_llvm llvm-profgen
	profgen=$REPLY
	need_llvm llvm-symbolizer
	symbolizer=$REPLY
	cp "$FILES"/{main,parts}.c .
	builds=("-O1 main.c parts.c" "-O2 $TESTS/programs/code.c"
		"-O2 -funique-internal-linkage-names main.c parts.c"
		"-O2 -no-pie $TESTS/programs/inlined.cc -lstdc++")
	[ ! -e "$FILES/code_32" ] || builds+=("-m32 -O2 $TESTS/programs/code.c")
	for options in "${builds[@]}"; do
		# shellcheck disable=SC2086 # words
		clang -g -fdebug-info-for-profiling -o program $options
		collect program.instr ./program
		code llvm-profgen program program.instr >ranges
		"$profgen" --format=text --unsymbolized-profile=ranges --use-offset=0 \
			--binary=program --output=samples >log 2>&1
		! grep -v 'with [0-9.]*x more samples' log || fail "$(cat log)"
		n=$("$TESTS/lib/check-samples" "$symbolizer" program.instr program samples)
		[ "$n" -ge 5 ] || fail "$options: $n"
		[[ $options != *-O1* ]] || {
			grep -q '^add:[0-9]*:90$' samples
			grep -q '^sub:[0-9]*:10$' samples
			grep -q '^ 3: 100 add:90 sub:10$' samples
		}
	done
}

# --- linkers

# a C++ program of two files, each with its own static function helper; first is hot
make_ordered() {
	cat >one.cc <<-'END'
		namespace shop { __attribute__((noinline)) int sell(int n) { return n * 3; } }
		__attribute__((noinline)) static int helper(int n) { return shop::sell(n) + 1; }
		__attribute__((noinline)) int cold(int n) { return n - 1; }
		__attribute__((noinline)) int first(int n)
		{
			for (int i = 0; i < 1000; i++)
				n = helper(n) & 255;
			return n;
		}
	END
	cat >two.cc <<-'END'
		int first(int n);
		int cold(int n);
		volatile int seen;
		__attribute__((noinline)) static int helper(int n) { return n + 5; }
		__attribute__((noinline)) int never(int n) { return n + 7; }
		int main(int argc, char **)
		{
			if (argc > 5)
				return never(argc);
			seen = first(argc) + helper(argc) + cold(argc);
			return 0;
		}
	END
	c++ -O1 -g -ffunction-sections -c one.cc two.cc
	c++ -o program one.o two.o
	collect program.instr ./program
}

# functions PROGRAM: prints those of its functions that the sources define, by their addresses
functions() {
	nm "$1" | sort | awk '{ print $3 }' | grep -xE '_ZN4shop4sellEi|_ZL6helperi|_Z(5first|4cold|5never)i|main'
}

@test "section-order: all sections that gcc puts executed code into, and those of cold parts" {
	cat >parts.c <<-'END'
		volatile int sink;
		__attribute__((noinline, cold)) void rare(int n) { sink += n; }
		__attribute__((noinline)) int part(int n)
		{
			if (n == 3) {
				rare(n);
				for (int i = 0; i < n; i++) sink ^= i;
				rare(sink);
			}
			return n * 2;
		}
		int main(int argc, char **argv)
		{
			(void)argv;
			for (int i = 0; i < argc + 50; i++) sink += part(i);
			return 0;
		}
	END
	gcc -O2 -g -ffunction-sections -c parts.c
	gcc -o parts parts.o
	readelf -SW parts.o | grep -oE '\.text\.[a-z.]*(main|part)' | sort -u >made
	printf '%s\n' .text.part .text.startup.main .text.unlikely.part | same - made
	collect parts.instr ./parts
	code section-order parts parts.instr | sort | comm -12 - made | same - made
}

@test "call-order: calls by the names of linkers, local ones too" {
	make_ordered
	code call-order program program.instr >order
	grep -E '^(_Z|main)' order | sort | same - <(sort <<-'END'
		_Z5firsti _ZL6helperi 1000
		_ZL6helperi _ZN4shop4sellEi 1000
		main _Z4coldi 1
		main _Z5firsti 1
		main _ZL6helperi 1
	END
	)
}

@test "call-order: lld puts functions close together that call each other" {
	need_command ld.lld lld
	make_ordered
	code call-order program program.instr >order
	c++ -fuse-ld=lld -Wl,--call-graph-ordering-file=order -o after one.o two.o
	./after
	# in the order of the sources
	functions program >before
	same - before <<-'END'
		_ZN4shop4sellEi
		_ZL6helperi
		_Z4coldi
		_Z5firsti
		_ZL6helperi
		_Z5neveri
		main
	END
	functions after >list
	# the three of the loop are together, and what never ran comes behind them
	tr '\n' ' ' <list >line
	grep -qE '(_Z5firsti|_ZL6helperi|_ZN4shop4sellEi) ((_Z5firsti|_ZL6helperi|_ZN4shop4sellEi) ){2}.*_Z5neveri' \
		line || fail "$(cat line)"
}

@test "symbol-order: the order of functions in a program that lld links" {
	need_command ld.lld lld
	make_ordered
	code symbol-order program program.instr >order
	grep -E '^(_Z|main)' order >wanted
	# each executed function once; one that never ran is not in it
	sort wanted | same - <(printf '%s\n' _ZN4shop4sellEi _ZL6helperi _Z4coldi _Z5firsti main | sort)
	[ "$(uniq order | wc -l)" -eq "$(sort -u order | wc -l)" ]
	for list in wanted <(tac wanted); do
		cat "$list" >asked
		c++ -fuse-ld=lld -Wl,--no-warn-symbol-ordering -Wl,--symbol-ordering-file=asked \
			-o after one.o two.o
		./after
		functions after | uniq | grep -vx _Z5neveri | same asked -
	done
}

@test "section-order: the order of functions in a program that gold links" {
	need_command ld.gold binutils
	make_ordered
	code section-order program program.instr >order
	sed -E '/^\.text\.(hot|startup)\./d; s/^\.text\.//' order | same - <(code symbol-order program program.instr)
	c++ -fuse-ld=gold -Wl,--section-ordering-file=order -o after one.o two.o
	./after
	functions after | uniq | grep -vx _Z5neveri | same <(sed -nE 's/^\.text\.(_Z|main)/\1/p' order) -
}

@test "the order: a function is behind the one that calls it most, and hot ones come first" {
	make_ordered
	code symbol-order program program.instr | grep -E '^(_Z|main)' | same <(printf '%s\n' \
		main _Z5firsti _ZL6helperi _ZN4shop4sellEi _Z4coldi) -
}

# --- BOLT

@test "bolt: BOLT takes the profile, without mismatches" {
	need_version llvm-bolt
	bolt=$REPLY
	cp "$FILES"/{main,parts}.c .
	cc -O2 -Wl,-q -o program main.c parts.c
	collect program.instr ./program
	code bolt program program.instr >samples
	"$bolt" program -aggregate-only -pa -p samples -o program.fdata >log 2>&1 ||
		fail "$(cat log)"
	grep -q 'mismatching disassembled function contents: 0 ' log || fail "$(cat log)"
	awk '$1 == 1 && $2 == "often" && $5 == "add" { print $NF }' program.fdata >calls
	[ "$(cat calls)" = 90 ]
	"$bolt" program -data program.fdata -o bolted -reorder-blocks=ext-tsp \
		-reorder-functions=hfsort >log 2>&1 || fail "$(cat log)"
	./bolted
}

# --- objects and errors

@test "call-order of a 32-bit program" {
	need_32 code_32
	collect code_32.instr "$FILES/code_32"
	code call-order "$FILES/code_32" code_32.instr >order
	grep -qx 'main sum 10' order
	grep -qx 'depth depth 176' order
}

@test "an object is found by its build ID, at another path and with debug information apart" {
	cp "$FILES/code" "$FILES/code.instr" .
	code llvm-profgen code code.instr >wanted
	strip -o stripped code
	code llvm-profgen stripped code.instr | same wanted -
	complains 'cg-export: stripped: no function has a name: it is stripped' \
		code symbol-order stripped code.instr
	objcopy --only-keep-debug code code.debug
	complains 'cg-export: code.debug: it has debug information, but no code' \
		code llvm-profgen code.debug code.instr
	objcopy --add-gnu-debuglink=code.debug stripped
	code symbol-order stripped code.instr | same <(code symbol-order code code.instr) -
}

@test "an object that is another build, gone or none" {
	cp "$FILES"/code{,.instr} .
	collect here.instr ./code
	cc -g -O2 -o code "$TESTS/programs/code.c"
	complains 'cg-export: code: this is another build than the one in here.instr' \
		code llvm-profgen code here.instr
	complains 'cg-export: code.instr: the profile has no code of this build of ./code' \
		code call-order ./code code.instr
	complains "cg-export: code.instr: the profile has no code of this build of $FILES/fixed" \
		code bolt "$FILES/fixed" code.instr
	complains_with 3 'cg-export: gone: No such file or directory' code bolt gone code.instr
	complains 'cg-export: code.instr: it is no program or library' code bolt code.instr code.instr
	complains 'cg-export: .: it is no program or library' code bolt . code.instr
}

@test "profiles without addresses or jumps: the message says how to collect" {
	local how='collect with --calls --dump-instr=yes --collect-jumps=yes'
	cp "$FILES/code" .
	cg-collect -q --cache-sim=no -o plain.cg ./code
	cg-collect -q --cache-sim=no --calls -o calls.cg ./code
	cg-collect -q --cache-sim=no --calls --dump-instr=yes -o nojumps.cg ./code
	for format in llvm-profgen bolt call-order symbol-order section-order; do
		for profile in plain calls; do
			complains "cg-export: $profile.cg: the profile has no addresses: $how" \
				code "$format" code "$profile.cg"
		done
	done
	for format in llvm-profgen bolt; do
		complains "cg-export: nojumps.cg: the profile has no jumps: $how" \
			code "$format" code nojumps.cg
	done
	code call-order code nojumps.cg | same <(code call-order code "$FILES/code.instr") -
}

# bats test_tags=slow
@test "a profile of several runs, a filtered one, a pipe, and a difference" {
	cp "$FILES"/code{,.instr} .
	code llvm-profgen code code.instr >once
	cg-merge code.instr code.instr | code llvm-profgen code - >twice
	awk -F : -v OFS=: 'NF == 2 { $2 *= 2 } 1' once | same - twice
	cg-filter --function='^sum$' code.instr | code llvm-profgen code - >filtered 2>err
	same err - <<<'cg-export: -: costs are hidden, as cg-filter does, so that their code counts as not executed'
	# the ranges of sum
	[ "$(head -n 1 filtered)" -gt 2 ]
	grep -vxFf once <(sed 1d filtered | grep -e - | grep -v '>') >others || :
	[ ! -s others ]
	cg-collect -q --calls --dump-instr=yes --collect-jumps=yes --cache-sim=no ./code |
		code llvm-profgen code - | same once -
	cg-diff --keep-sides code.instr code.instr >diff.cg || :
	complains 'cg-export: diff.cg: the profile has no addresses: collect with --calls --dump-instr=yes --collect-jumps=yes' \
		code llvm-profgen code diff.cg
}

@test "options of these formats" {
	cp "$FILES"/code{,.instr} .
	complains "cg-export: --to=bolt needs --object, the program or library that was profiled (see cg-export --help)" \
		cg-export --to=bolt code.instr
	echo old >out
	complains_with 3 'cg-export: gone: No such file or directory' \
		cg-export --to=bolt --object=gone -o out code.instr
	[ "$(cat out)" = old ]
	cg-export --to=bolt --object=code -o out code.instr
	code bolt code code.instr | same out -
	cg-export --to=bolt --object=code -o out.gz code.instr
	gzip -dc out.gz | same out -
}

# --- the whole round

# optimize PROGRAM [ARGUMENT...]: by examples/optimize.sh, with the Makefile here
optimize() {
	# shellcheck disable=SC2016 # for the script
	"$TESTS/../examples/optimize.sh" 'make -B CC="$CC" CFLAGS="$CFLAGS"' "$@"
}

@test "examples/optimize.sh makes a program of several files faster" {
	need_llvm llvm-profgen
	cp "$TESTS"/../examples/machine/* .
	optimize ./machine 20000 >out 2>log || fail "$(cat log)"
	# all builds print the same
	[ "$(grep -cxE '[0-9a-f]{16}' out)" -eq 3 ]
	[ "$(grep -xE '[0-9a-f]{16}' out | uniq | wc -l)" -eq 1 ]
	read -r before after < <(sed -n 's/^\([0-9]*\) instructions before, \([0-9]*\) after$/\1 \2/p' out)
	# clang 19 makes as much of this program without a profile
	most=98
	[ "$(clang -dumpversion | cut -d. -f1)" -lt 17 ] || most=101
	[ "$after" -lt "$((before / 100 * most))" ] || fail "$before, then $after"
	[ -s machine.prof ]
	need_llvm llvm-profdata
	"$REPLY" show --sample machine.prof >functions
	grep -q '^Function: run: ' functions
	# the static functions have names of their own
	grep -qE '(Function|inlined callee): .*check.*\.__uniq\.[0-9]+' functions

	# a run that fails, and arguments that are missing
	rm machine.prof
	run optimize ./machine 0
	[ "$status" -eq 1 ]
	[ ! -e machine.prof ]
	run "$TESTS/../examples/optimize.sh" make
	[ "$status" -eq 2 ]
	[[ $output == 'usage: optimize.sh'* ]]
}

@test "examples/optimize.sh: with link-time optimization" {
	need_llvm llvm-profgen
	need_command ld.lld lld
	cp "$TESTS"/../examples/machine/* .
	CFLAGS='-O2 -flto=thin -fuse-ld=lld' optimize ./machine 20000 >out 2>log || fail "$(cat log)"
	[ "$(grep -xE '[0-9a-f]{16}' out | uniq -c | awk '{ print $1 }')" = 3 ]
	# hash, of another file, was inlined when it was profiled
	need_llvm llvm-profdata
	"$REPLY" show --sample machine.prof | grep 'inlined callee: hash:'
}

@test "examples/optimize.sh: two calls through one pointer have their own lines and targets" {
	need_llvm llvm-profgen
	need_llvm llvm-profdata
	cat >prog.c <<-'END'
		typedef int (*operation)(int);
		int add(int a) { return a + 1; }
		int sub(int a) { return a - 3; }
		long even, odd;
		__attribute__((noinline)) int
		apply(operation f, int n)
		{
			if (n & 4) {
				odd++;
				return f(n);
			} else {
				even++;
				return f(n + 2);
			}
		}
		int
		main(void)
		{
			static operation volatile table[] = {add, sub};
			int n = 0;
			for (int i = 0; i < 1000; i++)
				n = apply(table[i % 10 == 0], n);
			return even + odd != 1000;
		}
	END
	printf 'prog:\n\t$(CC) $(CFLAGS) -o prog prog.c\n' >Makefile
	optimize ./prog >out 2>log || fail "$(cat log)"
	"$REPLY" show --sample prog.prof | grep -oE '[0-9]+: [0-9]+, calls: (add|sub):.*' |
		same - <(printf '%s\n' '4: 500, calls: add:500' '7: 500, calls: add:400 sub:100')
}
