#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The sample report of the README, and the recipes for git bisect and for harnesses.

# bats file_tags=slow

load ../lib/assertions

setup() {
	enter_tmpdir
	export HOME=$PWD GIT_CONFIG_NOSYSTEM=1
}

# shapes: standard input with N for each number, one blank for several, and paths cut
# before the last directory
shapes() {
	sed -E 's|[.]{3}(/.*)?/report/|.../report/|; s/[0-9][0-9,.]*/N/g; s/ +/ /g; s/^ //; s/ $//'
}

@test "README: the sample report is what a terminal shows" {
	need_terminal
	mkdir report
	cd report
	cp "$TESTS"/programs/report.[ch] .
	cc -O1 -g -o report report.c
	export NO_COLOR=1
	on_terminal 'stty rows 26 cols 80; cg-collect -q --reproducible ./report' >screen
	on_terminal 'stty cols 80; cg-annotate cg.out' >>screen
	shapes <screen >shown
	awk '/^```text/ { inside = 1; next } /^```/ { inside = 0 } inside' \
		"$TESTS/../README.md" | grep -vE '^ *\.\.\.$|more functions|msort|^$' >sample
	[ "$(wc -l <sample)" -ge 12 ]
	shapes <sample | while IFS= read -r line; do
		grep -qxF -e "$line" shown || fail "not shown: $line"
	done
}

@test "RECIPES: git bisect finds the commit that made a program slower" {
	need_command git
	git config --global user.name test
	git config --global user.email test@localhost
	git init -q project
	cd project
	printf 'bench: bench.c; cc -O1 -o $@ bench.c\n' >Makefile
	echo bench >.gitignore
	local i
	for i in 1 2 3 4 5 6; do
		# the third cannot be built, the fifth is slower
		printf 'int main(void) { volatile int n = 0; while (n < %d) n++; return 0; } /* %d */\n%s\n' \
			$((i < 5 ? 100000 : 2000000)) $i "$([ $i -ne 3 ] || echo error)" >bench.c
		git add .
		git commit -qm "Change $i"
		git tag "v$i"
	done
	git tag bad v6
	git tag good v1
	"$TESTS/lib/readme-block" 'Find the commit that made it slower' 1 >job
	bash -e job >../out 2>&1 || fail "$(cat ../out)"
	grep 'is the first bad commit' ../out
	[ "$(git rev-parse refs/bisect/bad)" = "$(git rev-parse v5)" ]
	# cg-history finds it, too
	git bisect reset
	"$TESTS/lib/readme-block" 'Find the commit that made it slower' 2 |
		sed 's/--path=src v1.0/v1/' >job
	bash -e job >../out 2>../err || fail "$(cat ../err)"
	grep ' +[0-9,]*  .* Change 5$' ../out
	# and the gate passes or fails
	git checkout -q v2
	git init -q --bare ../origin
	git remote add origin ../origin
	"$TESTS/lib/readme-block" 'What every commit cost, in the repository' 1 >../gate
	make -s bench
	run -3 bash -e ../gate
	git checkout -q v5
	make -s bench
	run -1 bash -e ../gate
	[[ $output == *'total: Ir grew by '* ]]
}

# bats test_tags=long
@test "RECIPES: only the benchmarks of a harness are counted" {
	cat >bench.c <<-'END'
		static volatile int n;
		__attribute__((noinline)) void BM_sort(void) { for (int i = 0; i < 1000; i++) n += i; }
		__attribute__((noinline)) void BM_find(void) { for (int i = 0; i < 500; i++) n += i; }
		__attribute__((noinline)) void harness(void) { for (int i = 0; i < 9000; i++) n += i; }
		int main(void) { harness(); BM_sort(); BM_find(); return 0; }
	END
	cc -O1 -g -o bench bench.c
	"$TESTS/lib/readme-block" 'Only the benchmarks of a harness' 1 >job
	bash -e job >out
	grep -E 'bench.c:BM_sort$' out
	grep -E 'bench.c:BM_find$' out
	run -1 grep harness out
}
