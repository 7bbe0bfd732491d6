#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate --asm: machine code with the cost of each instruction.

load ../lib/collecting

# bats file_tags=long

# collect NAME [OPTION...]: makes NAME.instr of the program NAME
collect() {
	cg-collect -q --calls --dump-instr=yes --collect-jumps=yes --cache-sim=no \
		--client-stdout=/dev/null -o "$1.instr" "${@:2}" "./$1"
}

setup_file() {
	command -v objdump >/dev/null || return 0
	build code.c -O1
	build inlined.cc -O2
	build_32 code.c -O1 -o code_32
	cd "$BATS_FILE_TMPDIR"
	for program in code inlined; do
		collect $program
	done
	collect code --cache-sim=yes -o cached.instr
}

setup() {
	need_command objdump binutils
	enter_with_programs
	FILES=$BATS_FILE_TMPDIR
}

# asm FILE [OPTION...]: prints the report from the first function on
asm() {
	cg-annotate --asm --show=Ir --show-percs=no "${@:2}" "$1" |
		sed -n '/^-- Machine code/,$p'
}

# assemble NAME: builds a program of standard input, assembly code of work, and makes its profile
assemble() {
	[ "$(uname -m)" = x86_64 ] || skip 'the code is of x86-64'
	{
		printf '.text\n.globl work\n.type work,@function\nwork:\n'
		cat
		printf '.size work,.-work\n.section .note.GNU-stack,"",@progbits\n'
	} >work.s
	echo 'void work(int *); int main(void) { int n = 0; work(&n); return 0; }' >main.c
	cc -o "$1" main.c work.s
	collect "$1"
}

# work NAME: prints the listing of work without addresses and the line of its source
work() {
	asm "$1.instr" --asm='^work$' | sed -E '1,4d; /^$/d
		s/^( *[0-9,]+  [-+|> ]*)[0-9a-f]+  /\1/
		s/(j[a-z]+ +|call +|to )[0-9a-f]+/\1ADDRESS/g; s/ +/ /g; s/^ //'
}

@test "instructions add up to their function, and functions have the costs of the profile" {
	for program in code inlined; do
		asm "$FILES/$program.instr" --top=1000 >report
		"$TESTS/lib/code-costs" "$FILES/$program.instr" report >checked
		[ "$(cat checked)" -gt 30 ]
	done
	# and with several events
	for event in Ir Dr D1mr; do
		cg-annotate --asm --top=1000 --show=$event --show-percs=no \
			--sort=Ir "$FILES/cached.instr" >report
		awk -v event=$event '
		/^-- Machine code/ { total = "" }
		/^ *[0-9,]+ / && total == "" { gsub(",", ""); total = $1; left += total; next }
		/^ *[0-9,]+ / { gsub(",", ""); left -= $1; n++ }
		END { exit left != 0 || n < 1000 }' <(sed -n '/^-- Machine/,$p' report) ||
			fail "$event" || return
	done
}

# bats test_tags=slow
@test "branches, loops and gaps of code that is known to the instruction" {
	assemble loops <<-'END'
			mov $100,%ecx
			xor %eax,%eax
		1:	mov $10,%edx
		2:	inc %eax
			test $1,%al
			jz 3f
			addl $1,(%rdi)
		3:	dec %edx
			jnz 2b
			cmp $0,%eax
			je 4f
			dec %ecx
			jnz 1b
			ret
		4:	nop
			xor %eax,%eax
			ret
	END
	work loops >listing
	cat >wanted <<-'END'
		6,003 14 of 16 instructions executed
		1 mov $0x64,%ecx
		1 xor %eax,%eax
		100 +--> mov $0xa,%edx
		1,000 | +> inc %eax
		1,000 | | test $0x1,%al
		1,000 | | je ADDRESS # taken 500 of 1,000 (50.00%)
		500 | | addl $0x1,(%rdi)
		1,000 | | dec %edx
		1,000 | +- jne ADDRESS # taken 900 of 1,000 (90.00%)
		100 | cmp $0x0,%eax
		100 | je ADDRESS # never taken
		100 | dec %ecx
		100 +--- jne ADDRESS # taken 99 of 100 (99.00%)
		1 ret
		(2 instructions not executed)
	END
	same wanted listing
}

@test "code that was not executed is counted, and --context shows it" {
	asm "$FILES/code.instr" --asm='^sum$' >report
	grep -E '\([0-9]+ instructions not executed\)' report
	run -1 grep 'call.*fprintf' report
	asm "$FILES/code.instr" --asm='^sum$' --context=20 >report
	grep 'call.*fprintf' report
	run -1 grep 'not executed)' report
}

@test "an indirect jump says where it led, and a call whom it called" {
	assemble jumps <<-'END'
			push %rbx
			mov $9,%ebx
		1:	lea 2f(%rip),%rax
			lea 3f(%rip),%rdx
			test $1,%bl
			cmovz %rdx,%rax
			jmp *%rax
		2:	nop
		3:	call twice
			dec %ebx
			jnz 1b
			pop %rbx
			ret
		.type twice,@function
		twice:	ret
	END
	work jumps >listing
	grep -x '9 | jmp \*%rax # to ADDRESS 5x, to ADDRESS 4x' listing
	grep -x '9 | call ADDRESS # => [a-z]* 9x' listing
}

@test "the source line, and the function that was inlined, where they change" {
	asm "$FILES/code.instr" --asm='^(main|sum)$' >report
	grep -E '^ +(\| +)*code.c:[0-9]+  for \(int i = 0; i < n; i\+\+\) \{$' report
	grep -E '\[mix\] code.c:[0-9]+  return x \* seven \+ 3;$' report
	# each line stands before its instructions, once
	sed -n 's/.*\(code.c:[0-9]*\)  .*/\1/p' report | uniq -d >twice
	[ ! -s twice ]
	asm "$FILES/inlined.instr" --asm='^main$' >report
	[ "$(grep -c '^ .*\[.*\] ' report)" -gt 20 ]
}

@test "a function that is inlined is shown in the functions that have its code" {
	asm "$FILES/code.instr" --asm='^mix$' >report
	grep '^-- Machine code: .*code.c:main ' report
	grep -E '\[mix\] code.c:[0-9]+  return x \* seven \+ 3;$' report
	run -1 grep '^-- Machine code: .*code.c:sum ' report
	run -2 cg-annotate --asm='^mi$' "$FILES/code.instr"
}

@test "the levels of a recursion are one function" {
	asm "$FILES/code.instr" --asm='^depth' >report
	[ "$(grep -c '^-- Machine code' report)" -eq 1 ]
	"$TESTS/lib/code-costs" "$FILES/code.instr" report >checked
	[ "$(cat checked)" -eq 1 ]
}

@test "a function's part that the compiler put elsewhere is a function or a part" {
	cat >cold.c <<-'END'
		#include <stdio.h>
		__attribute__((cold, noinline)) void rare(int n) { fprintf(stderr, "%d", n); }
		__attribute__((noinline)) int work(int n)
		{
			int s = 0;
			for (int i = 0; i < n; i++) {
				if (__builtin_expect(i % 1000 == 999, 0))
					rare(i);
				s += i * i;
			}
			return s;
		}
		int main(void) { return work(5000) & 0; }
	END
	cc -O2 -g -freorder-blocks-and-partition -o cold cold.c
	collect cold 2>/dev/null
	asm cold.instr --top=1000 >report
	"$TESTS/lib/code-costs" cold.instr report >checked
	[ "$(cat checked)" -gt 5 ]
	grep '=> rare 5x' report
}

@test "a program without symbols, and one without a build ID" {
	cp "$FILES/code" stripped
	strip stripped
	collect stripped
	asm stripped.instr --top=3 >report
	grep -E 'Machine code: .*:0x[0-9a-f]+ \[.*/stripped\]' report
	grep 'taken' report
	"$TESTS/lib/code-costs" stripped.instr report >checked
	[ "$(cat checked)" -eq 3 ]
	cc -g -O1 -Wl,--build-id=none -o nameless "$TESTS/programs/code.c"
	collect nameless
	grep '^desc: Build IDs:.*head-' nameless.instr
	asm nameless.instr --asm='^sum$' | grep 'instructions executed'
}

@test "a shared library, and a program at fixed addresses" {
	echo 'int twice(int n) { int s = 0; while (n--) s += 2; return s; }' >lib.c
	echo 'int twice(int); int main(void) { return twice(1000) & 0; }' >user.c
	cc -g -O1 -shared -fPIC -o lib.so lib.c
	cc -g -no-pie -o user user.c ./lib.so
	collect user
	asm user.instr --asm='^(twice|main)$' >report
	grep -E 'Machine code: .*lib.c:twice \[.*/lib.so\]' report
	grep -E '^ *1,000 .*taken 999 of 1,000' report || grep -E '1,001.* taken ' report
	grep -E ' 40[0-9a-f]{4}  ' report
	"$TESTS/lib/code-costs" user.instr report >checked
	[ "$(cat checked)" -eq 2 ]
}

@test "a 32-bit program" {
	need_32 code_32
	cp "$FILES/code_32" .
	collect code_32
	asm code_32.instr --top=100 >report
	"$TESTS/lib/code-costs" code_32.instr report >checked
	[ "$(cat checked)" -gt 10 ]
	asm code_32.instr --asm='^sum$' | grep -E 'push +%ebp|%ebx'
}

@test "Intel's syntax" {
	asm "$FILES/code.instr" --asm='^sum$' --asm-syntax=intel >report
	run -1 grep '%e' report
	[ "$(uname -m)" != x86_64 ] || grep -E 'add +r?e?[a-z0-9]+,' report
	run -2 cg-annotate --asm --asm-syntax=nasm "$FILES/code.instr"
	[[ ${lines[0]} == 'cg-annotate: --asm-syntax: expected att or intel, found "nasm"'* ]]
}

# names NAME: prints the counts and addresses of a text report
counts_and_addresses() {
	sed -n -E 's/^ *([0-9,]+) .*[ >|-] +([0-9a-f]+)  [a-z(].*/\1 \2/p' | sort
}

@test "a terminal, a page and a pipe have the same instructions" {
	asm "$FILES/code.instr" --asm='^(sum|main)$' | counts_and_addresses >classic
	[ "$(wc -l <classic)" -gt 40 ]
	cg-annotate --asm='^(sum|main)$' --show=Ir --width=100 "$FILES/code.instr" |
		counts_and_addresses >terminal
	same classic terminal
	cg-annotate --asm='^(sum|main)$' --show=Ir --format=html -o page.html "$FILES/code.instr"
	sed -n -E 's/^<tr id="c[0-9]+A([0-9a-f]+)".*<\/a><\/td><td>([0-9,]+)<\/td>.*/\2 \1/p' \
		page.html | sort >page
	same classic page
	# each line fits, and each link has a target
	cg-annotate --asm --width=70 "$FILES/inlined.instr" >report
	run -1 grep -E '^.{71}' report
	grep -o 'href="#[^"]*"' page.html | sed 's/href="#//; s/"//' | sort -u >links
	grep -o ' id="[^"]*"' page.html | sed 's/ id="//; s/"//' | sort -u >ids
	[ -z "$(comm -23 links ids)" ]
}

@test "a source that is newer than the profile is named" {
	mkdir new
	sed 's|^\(fl=\|fi=\|fe=\)\(([0-9]*) \)*.*/code.c$|\1\2new/code.c|' "$FILES/code.instr" >moved.instr
	cp "$TESTS/programs/code.c" new
	for form in --width=100 --show=Ir --format=html; do
		touch -d '2001-01-01' moved.instr
		cg-annotate --asm --auto=no $form moved.instr >report
		grep "code.c is newer than the profile: its lines may have moved" report
		touch -d '2001-01-01' new/code.c
		touch moved.instr
		cg-annotate --asm --auto=no $form moved.instr >report
		run -1 grep 'is newer' report
		touch new/code.c
	done
}

@test "without jumps, without calls of cg-filter's, and with hidden costs" {
	cp "$FILES/code" plain
	collect plain --collect-jumps=no
	asm plain.instr --asm='^sum$' >report
	run -1 grep taken report
	grep -E '\+-' report
	cg-filter --function='^main$' "$FILES/code.instr" >hidden.instr
	grep '^# hostfn=main' hidden.instr
	asm hidden.instr >report
	grep 'instructions with costs$' report
	grep '(without an address)' report
	run -1 grep 'not executed' report
	"$TESTS/lib/code-costs" hidden.instr report >checked
}

@test "profiles that are added up, and derived events" {
	cg-annotate --asm='^sum$' --show=Ir --show-percs=no "$FILES/code.instr" "$FILES/code.instr" \
		>report
	cg-annotate --asm='^sum$' --show=Ir --show-percs=no "$FILES/code.instr" >single
	total() { sed -n 's/ [0-9]* of [0-9]* instructions executed//p' "$1" | tr -d ' ,'; }
	[ "$(total report)" -eq $((2 * $(total single))) ]
	cg-annotate --asm='^sum$' --show=CEst,Ir --show-percs=no "$FILES/cached.instr" >report
	grep -E '^CEst +Ir' report
}

@test "the functions that cost most, and --top" {
	cg-annotate --asm "$FILES/code.instr" >report
	[ "$(grep -c '^-- Machine code' report)" -eq 10 ]
	grep -E '^\([0-9]+ more functions: --top=N shows more\)$' report
	[ "$(cg-annotate --asm --top=2 "$FILES/code.instr" | grep -c '^-- Machine code')" -eq 2 ]
	cg-annotate --asm --function='^sum$' "$FILES/code.instr" >report
	[ "$(grep -c '^-- Machine code' report)" -eq 1 ]
	cg-annotate --asm --sort=D1mr --top=1 "$FILES/cached.instr" | grep '^-- Machine code'
}

@test "events that --show names keep their columns in a narrow terminal" {
	cg-annotate --asm='^sum$' --width=80 --show=Ir,Dr,Dw,D1mr "$FILES/cached.instr" >report
	grep -E '^ *Ir +Dr +Dw +D1mr  ' report
	awk 'length > 80' report | same /dev/null -
	cg-annotate --asm='^sum$' --width=40 --sort=D1mr --show=Ir,Dr,Dw,D1mr "$FILES/cached.instr" >report
	grep -E '^ *Ir +(Dr +)?D1mr ' report
}

@test "another build, and an object that is gone" {
	cc -g -O1 -o moved "$TESTS/programs/code.c"
	collect moved
	cc -g -O2 -o moved "$TESTS/programs/code.c"
	complains "cg-annotate: $PWD/moved: no machine code: another build is at this path now" \
		cg-annotate --asm='^sum$' moved.instr
	# the code of other objects is shown
	cg-annotate --asm moved.instr >report 2>messages
	[ "$(cat messages)" = "cg-annotate: $PWD/moved: no machine code: another build is at this path now" ]
	grep '(no machine code: another build is at this path now)' report
	grep 'instructions executed' report
	rm moved
	complains "cg-annotate: $PWD/moved: no machine code: No such file or directory" \
		cg-annotate --asm='^sum$' moved.instr
	echo no program >moved
	complains "cg-annotate: $PWD/moved: no machine code: it is no program or library" \
		cg-annotate --asm='^sum$' moved.instr
}

@test "a copy of the object in the cache of debuginfod" {
	cc -g -O1 -o moved "$TESTS/programs/code.c"
	collect moved
	id=$(sed -n "s|^desc: Build IDs:.* \([0-9a-f]*\) $PWD/moved.*|\1|p" moved.instr)
	mkdir -p "cache/$id"
	mv moved "cache/$id/executable"
	DEBUGINFOD_CACHE_PATH=$PWD/cache cg-annotate --asm='^sum$' moved.instr >report
	grep 'instructions executed' report
	# a debug file has no code
	objcopy --only-keep-debug "cache/$id/executable" moved.debug
	mv moved.debug "cache/$id/executable"
	DEBUGINFOD_CACHE_PATH=$PWD/cache complains \
		"cg-annotate: $PWD/moved: no machine code: No such file or directory" \
		cg-annotate --asm='^sum$' moved.instr
}

@test "no objdump, and an objdump for another processor" {
	mkdir none
	cg_annotate=$(command -v cg-annotate)
	complains "cg-annotate: $FILES/code: no machine code: objdump is not installed: it is in the package binutils" \
		env PATH="$PWD/none" "$cg_annotate" --asm='^sum$' "$FILES/code.instr"
	printf '#!/bin/sh\nkill -9 $$\n' >none/objdump
	chmod +x none/objdump
	complains "cg-annotate: $FILES/code: no machine code: signal 9 (Killed) ended objdump" \
		env PATH="$PWD/none" "$cg_annotate" --asm='^sum$' "$FILES/code.instr"
	rm none/objdump
	[ "$(uname -m)" = x86_64 ] || return 0
	# the same program, as one of arm64
	cp "$FILES/code" arm
	collect arm
	printf '\267' | dd of=arm bs=1 seek=18 conv=notrunc 2>/dev/null
	complains "cg-annotate: $PWD/arm: no machine code: aarch64-linux-gnu-objdump is not installed: it is in the package binutils-aarch64-linux-gnu" \
		env PATH="$PWD/none" "$cg_annotate" --asm='^sum$' arm.instr
}

@test "data in code, and jumps into instructions" {
	assemble odd <<-'END'
			mov $100,%ecx
			xor %eax,%eax
			jmp 2f
			.byte 0x48,0xb8            # would be the start of a long instruction
		2:	inc %eax
			test $1,%al
			jz 1f+1
		1:	lock incl (%rdi)
			dec %ecx
			jnz 2b
			ret
	END
	work odd >listing
	grep -x '604 11 of 11 instructions executed' listing
	grep -x '50 | lock incl (%rdi)' listing
	grep -x '50 | incl (%rdi)' listing
	run -1 grep 'changed its code' listing
}

@test "a program that changes its code" {
	[ "$(uname -m)" = x86_64 ] || skip 'the code is of x86-64'
	cat >smc.c <<-'END'
		#include <stdint.h>
		#include <string.h>
		#include <sys/mman.h>
		__attribute__((noipa)) int work(int x) { return x * 1003 + 7; }
		int main(void)
		{
			/* inc %edi; inc %edi; mov %edi,%eax; ret */
			unsigned char code[] = {0xff, 0xc7, 0xff, 0xc7, 0x89, 0xf8, 0xc3};
			int n = work(1);
			mprotect((void *)((uintptr_t)work & ~4095ul), 8192, 7);
			memcpy((void *)work, code, sizeof(code));
			for (int i = 0; i < 10; i++)
				n += ((int (*volatile)(int))work)(i);
			return n & 0;
		}
	END
	cc -g -O1 -o smc smc.c
	collect smc --smc-check=all
	asm smc.instr --asm='^work$' >report
	grep 'the program changed its code: it was not the code of the file' report
	"$TESTS/lib/code-costs" smc.instr report >checked
	[ "$(cat checked)" -eq 1 ]
}

# profile of two instructions at addresses of an object
by_hand() {
	cat <<-END
		# callgrind format
		creator: by hand
		$2
		positions: instr line
		events: Ir
		ob=$1
		fl=a.c
		fn=work
		0x10 1 5
		0x11 1 6
	END
}

@test "code in no file, and profiles that do not say where it is" {
	by_hand '???' 'desc: Build IDs: 1234 /a' >jit.instr
	complains 'cg-annotate: ???: no machine code: it is in no file' cg-annotate --asm jit.instr
	by_hand /bin/true 'desc: other: x' >callgrind.instr
	complains 'cg-annotate: /bin/true: no machine code: the profile does not say which build of it was counted' \
		cg-annotate --asm callgrind.instr
	sed 's/instr line/line/; s/^0x1[01] //' callgrind.instr >lines
	complains 'cg-annotate: lines: expected costs of instructions, for --asm, as cg-collect --calls --dump-instr=yes records them, found costs of lines' \
		cg-annotate --asm lines
	# addresses outside of the code
	id=$(sed -n "s|^desc: Build IDs:.* \([0-9a-f]*\) $FILES/code.*|\1|p" "$FILES/code.instr")
	by_hand "$FILES/code" "desc: Build IDs: $id $FILES/code" >outside.instr
	complains "cg-annotate: $FILES/code: no machine code: it has no code at 0x10" \
		cg-annotate --asm outside.instr
}

@test "options that exclude one another" {
	for options in '--diff a' '--data' '--format=lines'; do
		# shellcheck disable=SC2086
		run -2 cg-annotate --asm $options "$FILES/code.instr"
		[[ ${lines[0]} == 'cg-annotate: '* ]]
	done
	run -2 cg-annotate --asm='(' "$FILES/code.instr"
	complains 'cg-annotate: --asm=nowhere matches no function' \
		cg-annotate --asm=nowhere "$FILES/code.instr"
}
