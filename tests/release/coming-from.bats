#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# docs/COMING-FROM.md: every row of its tables.

# bats file_tags=slow,whole

load ../lib/assertions

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	cat >prog.c <<-'END'
		#include <stdio.h>
		static volatile int table[4096];
		int work_more(int n) { return table[n * 61 % 4096] & n; }
		int work(int n) { int s = 0; for (int i = 0; i < n; i++) s += work_more(i); return s; }
		int main(int argc, char **argv) { (void)argv; return printf("%d\n", work(argc * 9999)) < 0; }
	END
	cc -O1 -g -fno-inline -o prog prog.c
	cg-collect -q -o prog.cg ./prog
	cg-collect -q --calls -o prog.calls ./prog
	cg-collect -q --calls --dump-instr=yes --collect-jumps=yes -o prog.instr ./prog
	cg-collect -q --stacks -o prog.stacks ./prog
	cg-collect -q --data --line-use --sharing -o prog.data ./prog
	for copy in old new a b main; do
		cg-collect -q --reproducible -o $copy.cg ./prog
	done
	cg-filter --function=main -o setup.cg prog.cg
	cp prog.instr old.instr
	cp prog.instr new.instr
	cp prog.calls a.calls
	cp prog.calls b.calls
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return 1
	# prints the rows of the page as "there TAB here", without marks
	sed -n 's/^| \(.*\) | `\(.*\)` |$/\1\t\2/p' "$TESTS/../docs/COMING-FROM.md" |
		sed 's/\\|/|/g' >rows
}

# column N: prints it
column() {
	cut -f "$1" rows
}

@test "each command of the column here runs and gives what it is there for" {
	# COMMAND => a pattern in what it prints or in the file that -o names
	cat >expected <<-'END'
		cg-collect -o my.cg ./prog => ^summary: [0-9]+( [0-9]+){8}$
		cg-collect --branch-sim=yes -o my.cg ./prog => ^events: Ir .* Bim$
		cg-annotate prog.cg => [(]100.0%[)].*PROGRAM TOTALS
		cg-annotate --show=Ir,D1mr --sort=D1mr --threshold=1 prog.cg => ^Ir +D1mr +file:function$
		cg-merge -o sum.cg a.cg b.cg => ^summary:
		cg-diff old.cg new.cg => ^summary: 0 0 0 0 0 0 0 0 0$
		cg-diff --mod-filename='s/v[0-9]/vN/' old.cg new.cg => ^summary: 0 0
		cg-sum prog.cg => ^I +refs:
		cg-collect --calls --cache-sim=no -o my.calls ./prog => ^calls=9999 
		cg-collect --calls -o my.calls ./prog => ^calls=9999 
		cg-annotate prog.calls => prog.c:work
		cg-annotate --inclusive --tree=both prog.calls => ^ *[0-9,]+ .* > .*prog.c:work_more
		cg-annotate --auto=no --threshold=1 prog.calls => prog.c:work
		cg-collect --calls --toggle-collect=work -o my.calls ./prog => fn=.*work_more$
		cg-collect --calls --dump-after=work --combine-dumps=no -o my.calls ./prog => ^desc: Trigger: Program termination$
		cg-collect --calls --cache-sim=no --dump-instr=yes --collect-jumps=yes -o my.calls ./prog => ^jcnd=9998/9999 0x
		cg-sum --by=object prog.calls => /prog$
		cg-sum --inclusive --sort=Ir:incl --top=20 prog.calls => Ir:incl
		cg-annotate --format=html --inclusive -o prog.html prog.calls => work_more
		cg-merge a.calls b.calls => ^calls=
		cg-collect -q --cache-sim=no --client-stdout=out ./prog | cg-sum => ^I +refs:
		cg-sum --by=function --top=20 prog.cg => prog.c:work
		cg-sum --by=object --top=20 prog.calls => /prog$
		cg-sum --by=line --top=20 prog.cg => prog.c:4
		cg-annotate --tree=caller --auto=no prog.calls => < .*prog.c:work 
		cg-annotate --function='^work$' prog.cg => int work\(int n\)
		cg-annotate --asm='^work$' prog.instr => call .*=> work_more 9,999x
		cg-annotate --loops prog.instr => ^ *[0-9,]+ .* 9,999 .* work .*prog.c:4
		cg-diff --loops old.instr new.instr => outside loops
		cg-sum --by=instr --top=20 prog.instr => /prog[+]0x[0-9a-f]+:work
		cg-annotate --show=DLmr,DLmw,Ir --sort=DLmr prog.cg => ^DLmr +DLmw +Ir
		cg-collect --branch-sim=yes -o - ./prog | cg-sum --by=function --sort=Bcm --top=20 => Bcm
		cg-diff old.cg new.cg | cg-annotate --auto=no => PROGRAM TOTALS
		cg-diff --by=function old.cg new.cg => total$
		cg-collect --dump-every=600 -o server.cg ./prog => ^summary:
		cg-collect --stacks -o my.stacks ./prog => ^# context=
		cg-export --to=folded prog.stacks => main;work;work_more [0-9]+$
		cg-collect --data -o my.data ./prog => ^events: D1mr DLmr D1mw DLmw Al AlB$
		cg-collect --data --miss-kinds -o my.data ./prog => ^events: .* D1mconf 
		cg-annotate --data prog.data => table
		cg-annotate --data --width=100 prog.data => table [(]static[)] +prog.c:2
		cg-annotate --data --show=ShF,ShT prog.data => ShF +ShT
		cg-annotate --data --show=AlB,Al prog.data => AlB +Al
		cg-collect --allocs -o my.cg ./prog => ^events: .* Al AlB$
		cg-annotate --show=LnB,LnU prog.data => work_more
		cg-annotate --function=work prog.cg => int work_more\(int n\)
		cg-annotate --tree=both --auto=no prog.calls => prog.c:work_more
		cg-annotate --function=work --auto=no prog.calls => < .*prog.c:main [(]1x[)]
		cg-filter --function=work --drop prog.cg => ^fn=work$
		cg-filter --not-function=work prog.cg => ^fl=\(filtered\)$
		cg-merge a.cg b.cg => ^fn=work$
		cg-annotate --format=html -o prog.html prog.stacks => id="?calls
		cg-export --to=pprof -o prog.pb.gz prog.stacks => work_more
		cg-collect -q --reproducible --expect-success -o main.cg ./prog => ^fn=work$
		cg-diff --by=function main.cg new.cg => total$
		cg-diff --limit=Ir=+5% -o change.cg main.cg new.cg => ^summary: 0
		cg-sum --limit=Ir=900000000 prog.cg => Ir
		cg-collect --toggle-collect='work*' -o my.cg ./prog => ^fn=work$
		cg-diff setup.cg prog.cg => ^fn=work$
		cg-sum --by=input --events=Ir,CEst prog.cg => CEst
		cg-sum --format=json prog.cg => "Ir"
	END
	column 2 | sort -u >commands
	[ "$(wc -l <commands)" -ge 40 ]
	sed 's/ => .*//' expected | sort -u | same - commands 'commands without a pattern, or patterns without a command'
	while IFS= read -r line; do
		command=${line%% => *}
		rm -f printed
		bash -euo pipefail -c "$command" >printed 2>err </dev/null ||
			fail "$command: $(cat err)" || return
		file=$(grep -oE -e '-o [^ -][^ ]*' <<<"$command" | cut -d' ' -f2) || true
		gzip -cdf "${file:-printed}" >text
		grep -aqE -e "${line#* => }" text ||
			fail "$command: no ${line#* => } in: $(head -30 text)" || return
	done <expected
}

# bats test_tags=long
@test "each command of Valgrind in the column there runs" {
	column 1 | sed -n 's/^`\(\(valgrind\|cg_\|callgrind_\).*\)`$/\1/p' >commands
	[ "$(wc -l <commands)" -ge 10 ]
	while IFS= read -r command; do
		bash -euo pipefail -c "$command" >printed 2>err </dev/null ||
			fail "$command: $(cat err)" || return
	done <commands
}
