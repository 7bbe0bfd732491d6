#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-mix as a filter: what it reads, writes and refuses.

# bats file_tags=slow,whole

load ../lib/assertions

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	cat >prog.c <<-'END'
		double a[500], b[500];
		static double product(int n) { double s = 0; while (n-- > 0) s += a[n] * b[n]; return s; }
		__attribute__((noinline)) int work(int n) { __asm__ volatile("" ::: "memory"); return product(n) > 1; }
		int main(void) { int s = 0; for (int i = 0; i < 10; i++) s += work(500); return s > 1; }
	END
	cc -g -O1 -o prog prog.c
	cg-collect -q --loops -o prog.instr ./prog
	cg-collect -q --stacks --dump-instr=yes -o stacks.instr ./prog
	cg-mix -q -o prog.mix prog.instr
}

setup() {
	case $(uname -m) in x86_64 | aarch64) ;; *) skip 'code of this machine is not decoded' ;; esac
	enter_tmpdir
	FILES=$BATS_FILE_TMPDIR
	cp "$FILES"/* .
}

# count EVENT FUNCTION PROFILE
count() {
	cg-sum --by=function --events="$1" --format=csv "$3" | awk -F, -v f="$2" '$2 == f { n += $3 } END { print n + 0 }'
}

@test "rows, lines, calls and stacks add up" {
	same - <(count Fl product prog.mix) <<<10000
	cg-sum --check prog.mix
	cg-mix -q --lines prog.instr >lines
	cg-filter --level=line prog.mix | same - lines
	cg-filter --events=Ir,Dr,Dw prog.mix | sed '/^desc: Operations/d' |
		same <(cg-filter --events=Ir,Dr,Dw prog.instr) -
	cg-mix -q stacks.instr >stacks.mix
	cg-sum --check stacks.mix
	same - <(count Fl product stacks.mix) <<<10000
	# the inclusive count of main has all of product
	cg-sum --inclusive --by=function --events=Fl --format=csv prog.mix | grep -E '(^|,|/)main,.*10000'
	cg-diff prog.mix prog.mix | cg-sum | grep -cE '^ *Fl: +0$'
	cg-merge prog.mix prog.mix | cg-sum --events=Fl | grep 20,000
}

@test "loops have operations a round, and limits hold" {
	cg-annotate --loops --show=Ir,Fl,FlV,ByR prog.mix >report
	grep -E ' 10 +5,000 +500\.0 +0 % +[0-9.]+ +2\.0 +0\.0 +16\.0 +product ' report
	run -1 cg-sum --event='Scalar = Fl + -1 FlV' --limit='Scalar=3,function=^product$' prog.mix
	[[ $output == *': Scalar is 10,000: the limit is 3'* ]]
	cg-diff --limit=FlV=+0 prog.mix prog.mix >/dev/null
}

@test "code has its operations if the function that it was inlined into is hidden" {
	cg-filter --function='^product$' prog.instr >hidden.instr
	cg-mix -q -o hidden.mix hidden.instr
	for event in Fl ByR; do
		[ "$(count $event product prog.mix)" -gt 0 ]
		count $event product prog.mix | same - <(count $event product hidden.mix)
	done
	cg-annotate --asm=product hidden.instr | grep -E '^ *5,000 .*mulsd|^ *5,000 .*fmul'
}

@test "cg-mix reads and writes as other tools do" {
	cg-mix -q - <prog.instr | same prog.mix -
	cat prog.instr | cg-mix -q | same prog.mix -
	cg-mix -q -z prog.instr -o packed
	gzip -dc <packed | same prog.mix -
	cg-mix -q -o packed.gz prog.instr
	gzip -dc <packed.gz | same prog.mix -
	head -n 200 prog.instr >torn
	run -2 cg-mix torn
	[[ $output == 'cg-mix: torn:'*' (--partial reads what is there)' ]]
	cg-mix -q --partial torn >partial 2>messages
	grep -c '^cg-mix: torn:.*; read [0-9]* rows, Ir [0-9]*$' messages
	cg-sum --partial partial 2>/dev/null | grep 'Partial: '
	complains 'cg-mix: (stdout): cannot write: No space left on device' \
		bash -c 'cg-mix -q prog.instr >/dev/full'
	complains 'cg-mix: expected one profile, found a second: "b" (see cg-mix --help)' cg-mix prog.instr b
	misses none cg-mix none
}

@test "what has no instructions, or the events already, is refused" {
	hint='cg-collect --loops records them'
	cg-filter --level=line prog.instr >lines
	complains "cg-mix: lines: it has no addresses of instructions; $hint" cg-mix lines
	complains "cg-mix: (stdin): it has no addresses of instructions; $hint" bash -c 'cg-mix <lines'
	complains 'cg-mix: prog.mix: it has the event Fl already' cg-mix prog.mix
	cg-filter --events=Dr prog.instr >reads
	complains 'cg-mix: reads: it lacks the event Ir' cg-mix reads
	cg-diff prog.instr prog.instr >difference
	complains 'cg-mix: difference: expected a profile, found a difference' cg-mix difference
}

@test "code that is gone or changed has no operations, and its share is said" {
	sed "s|$FILES/prog|$PWD/prog|g" prog.instr >own.instr
	rm prog
	cg-mix own.instr >gone 2>messages
	grep -cE "^cg-mix: $PWD/prog: .*; [0-9.]+ % of Ir have no operations$" messages
	same - <(count Fl product gone) <<<0
	grep -E '^desc: Operations of: +[0-9]+ of [0-9]+ Ir$' gone
	# little is not said if it is to be quiet; a function of 60,000 instructions is not little
	cg-mix -q own.instr 2>messages >/dev/null
	grep -c "^cg-mix: $PWD/prog: " messages
	cg-filter --object='/prog$' --drop prog.instr | sed "s|$FILES/prog|$PWD/prog|g" >alone
	run -2 cg-mix alone
	[[ $output == "cg-mix: alone: none of its code can be read: $PWD/prog: "* ]]
	# a program without anything that ran
	sed -n '/^fl=/q; p' own.instr >head
	{ sed '/^ob=/d; /^summary:/d' head; echo 'totals: 0'; } >none
	cg-mix none | cg-sum | grep -cE '^ *Fl: +0$'
}
