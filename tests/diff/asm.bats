#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-diff --asm: the machine code of two builds of functions.

load ../lib/collecting

# bats file_tags=long

# collect NAME [OPTION...]: makes NAME.instr of the program NAME
collect() {
	cg-collect -q --calls --dump-instr=yes --collect-jumps=yes --cache-sim=no \
		--client-stdout=/dev/null -o "$1.instr" "${@:2}" "./$1"
}

setup() {
	need_command objdump binutils
	enter_with_programs
}

# assemble DIRECTORY: builds DIRECTORY/prog of standard input, assembly code of work, and makes
# its profile
assemble() {
	[ "$(uname -m)" = x86_64 ] || skip 'the code is of x86-64'
	mkdir -p "$1"
	{
		printf '.text\n.globl work\n.type work,@function\nwork:\n'
		cat
		printf '.size work,.-work\n.section .note.GNU-stack,"",@progbits\n'
	} >"$1/work.s"
	echo 'void work(int *); int main(void) { int n = 0; work(&n); return 0; }' >"$1/main.c"
	cc -o "$1/prog" "$1/main.c" "$1/work.s"
	collect "$1/prog"
}

# builds COMPILER OPTION NAME: a program of tests/programs/code.c, and its profile
builds() {
	"$1" -g "$2" -o "$3" "$TESTS/programs/code.c"
	collect "$3"
}

# two versions of a loop
two_versions() {
	assemble old <<-'END'
			push %rbx
			mov $1000,%ecx
		1:	mov (%rdi),%eax
			add $1,%eax
			imul $3,%eax,%eax
			mov %eax,(%rdi)
			mov -8(%rsp),%rdx
			dec %ecx
			jnz 1b
			pop %rbx
			ret
	END
	assemble new <<-'END'
			push %rbx
			mov $500,%ecx
		1:	mov (%rdi),%eax
			add $1,%eax
			lea (%rax,%rax,2),%eax
			mov %eax,(%rdi)
			mov -16(%rsp),%rsi
			addl $5,(%rdi)
			addl $6,(%rdi)
			dec %ecx
			jnz 1b
			pop %rbx
			ret
	END
}

# sums FILE: checks that the sums below each heading add up to the change in it
sums() {
	awk '
	function number(text) { gsub(/[,+]/, "", text); return text + 0 }
	function check() { if (change != sum) { print heading ": " sum; bad = 1 } }
	/^[^ ].*: Ir .* -> / {
		check(); heading = $0; sub(/.*-> [0-9,]*, /, ""); sub(/ .*/, "")
		change = number($0); sum = 0; n++; next
	}
	/^  .*: [+-]?[0-9,]+$/ { sub(/.*: /, ""); sum += number($0) }
	END { check(); exit bad || n == 0 }' "$1"
}

@test "code of other builds without symbols is not matched by address" {
	two_versions
	strip -s old/prog new/prog
	collect old/prog
	collect new/prog
	cg-diff --asm --top=99 old/prog.instr new/prog.instr >report
	grep -E '^prog:0x[0-9a-f]+: Ir ' report >functions
	grep -Ec ' 7,004 -> 0,| 0 -> 4,504,' functions | same - <(echo 2)
	run -1 grep -v ' -> 0,\| 0 -> ' functions
	# one build
	cg-diff --asm='^prog:0x' old/prog.instr old/prog.instr | grep -E ': Ir 7,004 -> 7,004'
}

# bats test_tags=slow
@test "two versions of code that is known to the instruction" {
	two_versions
	cg-diff --asm='^work$' old/prog.instr new/prog.instr >report
	sed -E "s|$PWD/||; s/^(.{16}[-+~ ] )[0-9a-f]+  /\1/; s/(j[a-z]+ +)[0-9a-f]+/\1ADDRESS/" \
		report | sed 's/  *[^ ]*work.s:[0-9]*//' >got
	cat >wanted <<-'END'
		work: Ir 7,004 -> 4,504, -2,500 (-35.69%)
		  old: old/prog, 11 instructions executed
		  new: new/prog, 13 instructions executed
		  3 instructions x 500, 1 x 1 came: +1,501
		  1 instruction x 1,000, 1 x 1 went: -1,001
		  6 instructions executed more or less often: -3,000
		  1 instruction with other registers or places on the stack

		old Ir  new Ir
		     1       1    push   %rbx
		     1          - mov    $0x3e8,%ecx
		             1  + mov    $0x1f4,%ecx
		 1,000     500    mov    (%rdi),%eax
		 1,000     500    add    $0x1,%eax
		 1,000          - imul   $0x3,%eax,%eax
		           500  + lea    (%rax,%rax,2),%eax
		 1,000     500    mov    %eax,(%rdi)
		 1,000     500  ~ mov    -0x10(%rsp),%rsi  (was mov    -0x8(%rsp),%rdx)
		           500  + addl   $0x5,(%rdi)
		           500  + addl   $0x6,(%rdi)
		 1,000     500    dec    %ecx
		 1,000     500    jne    ADDRESS
		     1       1    pop    %rbx
		     1       1    ret
	END
	same wanted got
	sums report
}

@test "code that did not change, and instructions that are the same" {
	two_versions
	cg-diff --asm old/prog.instr old/prog.instr >report
	[ "$(cat report)" = 'No function was executed more or less than before.' ]
	cg-diff --asm='^work$' old/prog.instr old/prog.instr >report
	grep '(11 instructions the same)' report
	sums report
}

@test "two levels of optimisation, and two compilers" {
	builds cc -O1 first
	builds cc -O2 second
	cg-diff --asm --top=20 first.instr second.instr >report
	sums report
	grep -E '^sum: Ir ' report
	cg-diff --asm='^(sum|main|depth)$' first.instr second.instr >report
	sums report
	[ "$(grep -c ': Ir .* -> ' report)" -eq 3 ]
	# it is inlined
	cg-diff --asm='^mix$' first.instr second.instr >report
	sums report
	grep -E '^main: Ir ' report
	need_command clang
	builds clang -O2 third
	cg-diff --asm='^(sum|main|depth)$' second.instr third.instr >report
	sums report
	grep ' came: ' report
	grep ' went: ' report
}

# bats test_tags=slow
@test "the counts of both sides are the ones of each profile" {
	builds cc -O1 first
	builds cc -O2 second
	cg-diff --asm='^main$' first.instr second.instr >report
	for profile in first second; do
		"$TESTS/lib/code-costs" $profile.instr | sed -n 's/^\([0-9]*\) .*code.c:main .*/\1/p'
	done | paste -sd' ' >costs
	sed -n 's/^main: Ir \([0-9,]*\) -> \([0-9,]*\),.*/\1 \2/p' report | tr -d , >heading
	same costs heading
}

@test "a function that one build does not have, and functions with clones" {
	echo 'int twice(int n) { return n + n; }
		int main(void) { return twice(21) & 0; }' >a.c
	cc -g -O0 -o first a.c
	sed 's/twice/again/' a.c >b.c
	cc -g -O0 -o second b.c
	collect first
	collect second
	cg-diff --asm='twice|again' first.instr second.instr >report
	grep -x '  new: not executed' report
	grep -x '  old: not executed' report
	sums report
	# renamed, it is the same
	cg-diff --asm='again' --mod-funcname='s/twice/again/' first.instr second.instr >report
	grep 'again: Ir [0-9]* -> [0-9]*, 0$' report
	run -1 grep 'not executed' report
}

@test "Intel's syntax, and a file" {
	two_versions
	cg-diff --asm=work --asm-syntax=intel -o report old/prog.instr new/prog.instr
	grep 'DWORD PTR \[rdi\]' report
	grep -E '~ .*was mov +rdx,QWORD PTR \[rsp-0x8\]' report
}

@test "code that cannot be read, and profiles without instructions" {
	two_versions
	echo x >>new/prog
	cg-diff --asm=work old/prog.instr new/prog.instr >report
	mv new/prog gone
	complains "cg-diff: $PWD/new/prog: no machine code: No such file or directory" \
		cg-diff --asm=work old/prog.instr new/prog.instr
	cg-collect -q --calls --cache-sim=no -o lines.calls old/prog
	complains 'cg-diff: lines.calls: expected costs of instructions, for --asm, as cg-collect --calls --dump-instr=yes records them, found costs of lines' \
		cg-diff --asm old/prog.instr lines.calls
	complains 'cg-diff: --asm=nowhere matches no function' \
		cg-diff --asm=nowhere old/prog.instr old/prog.instr
}

@test "no diff is an error" {
	two_versions
	mkdir bin
	ln -s "$(command -v objdump)" bin
	complains 'cg-diff: diff: No such file or directory' \
		env PATH="$PWD/bin" "$(command -v cg-diff)" --asm=work old/prog.instr new/prog.instr
}

@test "options that mean nothing for machine code" {
	for option in --by=function --limit=Ir=1 --lines --keep-sides --common-events \
		--format=callgrind --format=text --events=Ir; do
		run -2 cg-diff --asm $option a b
		[[ ${lines[0]} == 'cg-diff: --asm prints no profile and no table: leave out '* ]] ||
			fail "$option: ${lines[0]}" || return
	done
	run -2 cg-diff --asm-syntax=x a b
	[[ ${lines[0]} == 'cg-diff: --asm-syntax: expected att or intel, found "x"'* ]]
}
