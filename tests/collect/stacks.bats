#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --stacks: functions counted apart for each stack of calls. They add up to the
# functions, and what is counted on a stack is what Callgrind counts on it.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build stacks.c -O1 -static
	build mutual.c -O1 -static
	build churn.c -O2 -static -pthread
	build shadow.c -O1 -static
	build calls.c -O2 -static
	VALGRIND=$(command -v valgrind.bin || command -v valgrind)
	export VALGRIND
}

setup() {
	enter_with_programs
}

# collect OPTION... PROGRAM...: the exit status does not matter
collect() {
	cg-collect -q --inline=no "${REPRODUCIBLY[@]}" --client-stdout=/dev/null "$@" 2>err || :
}

# raw OPTION... PROGRAM...: what the tool writes, in `out`; a function is on each stack once
raw() {
	write_raw --separate-recs=1 "$@"
}

write_raw() {
	VALGRIND_LIB=$B/libexec/cg-tools "$VALGRIND" --tool=cgcollect --vgdb=no -q --calls=yes \
		--stacks=yes --stacks-least=0 --spool-forked=no --cachegrind-out-file="$PWD/out" "$@" >stdout 2>err || :
	"$TESTS/lib/contexts" read out >stacks
}

# of_program: of stacks, those in main and in functions of stacks.c and mutual.c
of_program() {
	sed -n "s/'main'.*/'main/; s/ main'.*/ main/; /main$/p" "$@" |
		grep -xE "[0-9]+ (([fgh]|ping|pong|apply|leave|jumps|work|f[0-7]{2})')*main" |
		awk '{ sum[$2] += $1 } END { for (name in sum) print sum[name], name }' | sort
}

# like_callgrind PROGRAM...
like_callgrind() {
	raw --cache-sim=no "$@"
	"$VALGRIND" --tool=callgrind --separate-callers=100 --separate-recs=1 \
		--vex-guest-chase=no --callgrind-out-file=callgrind.out "$@" >stdout 2>err
	"$TESTS/lib/contexts" callgrind callgrind.out | of_program >expected
	of_program stacks | same expected - "$*"
	[ "$(wc -l <expected)" -ge 15 ]
}

# calls_of_others: without calls between functions of the name (below main), which are one
# function that calls itself
calls_of_others() {
	sed '/^cfn=(below main)/,+2d'
}

# adds_up OPTIONS PROGRAM...: the stacks add up to the functions; a limit of contexts is only
# for the stacks
adds_up() {
	local options=$1
	shift
	for mode in --cache-sim=no --branch-sim=yes; do
		# shellcheck disable=SC2086
		collect --calls $mode ${options##--stacks*} -o calls.cg "$@"
		# shellcheck disable=SC2086
		collect --stacks $mode $options -o stacks.cg "$@"
		graph own calls.cg >expected
		graph own stacks.cg | same expected - "$options $mode $*"
		cg-filter calls.cg | calls_of_others >expected
		cg-filter --stacks=no stacks.cg | calls_of_others |
			same expected - "$options $mode $*"
		check_same "$options $mode $*" 'cg-sum calls.cg' 'cg-sum stacks.cg'
	done
}

# bats test_tags=slow
@test "costs on stacks are Callgrind's" {
	like_callgrind stacks
	like_callgrind mutual 300 3
}

# bats test_tags=slow
@test "calls on stacks are as many as the program counts itself" {
	for arguments in '100 7 cut' '60 9 cut'; do
		# shellcheck disable=SC2086
		raw --cache-sim=no shadow $arguments
		sort stdout >expected
		[ "$(wc -l <expected)" -gt 500 ]
		"$TESTS/lib/contexts" calls out | sed -nE "s/^([0-9]+ (f[0-7]')+main)'.*/\1/p" | sort |
			same expected - "$arguments"
	done
}

@test "recursion is not cut: what the program counts itself, with all levels" {
	for arguments in '100 7' '40 9' '9 40'; do
		# shellcheck disable=SC2086
		write_raw --cache-sim=no shadow $arguments
		sort stdout >expected
		[ "$(wc -l <expected)" -gt 500 ]
		# levels are names of their own
		"$TESTS/lib/contexts" calls out | sed -nE "s/'[0-9]+//g; s/^([0-9]+ (f[0-7]')+main)'.*/\1/p" | sort |
			same expected - "$arguments"
	done
}

# makes a program of 200,000 frames, of two functions that call each other and, every 100
# levels, one through another function
build_deep() {
	cat >deep.c <<-'END'
		#define APART __attribute__((noinline, noclone))
		APART void odd(int n);
		APART void hop(int n) { odd(n); __asm__ volatile(""); }
		APART void even(int n)
		{
			if (n > 0)
				(n % 99 ? odd : hop)(n - 1);
			__asm__ volatile("");
		}
		APART void odd(int n) { if (n > 0) even(n - 1); __asm__ volatile(""); }
		int main(void) { even(199999); return 0; }
	END
	cc -O1 -g -static -o "$BATS_FILE_TMPDIR/deep" deep.c
}

# deepest PROFILE: how many of the program's functions the deepest stack has
deepest() {
	cg-export --to=folded "$1" | sed -n 's/.*;main;//p' |
		awk -F';' '{ if (NF > most) most = NF } END { print most }'
}

@test "a stack of more than 400 functions returns to what is on it" {
	build_deep
	adds_up '' deep
	adds_up --stacks=all deep
	adds_up --separate-recs=5 deep
	collect --stacks=all --cache-sim=no -o all.cg deep
	[ "$(deepest all.cg)" -gt 390 ]
	[ "$(deepest all.cg)" -lt 410 ]
	collect --stacks=all --separate-recs=2 --cache-sim=no -o cut.cg deep
	[ "$(deepest cut.cg)" -eq 5 ]
}

@test "a function is counted apart on each stack" {
	raw --cache-sim=no stacks thread
	for stack in "f'main" "g'main" "h'f'main" "h'g'main" "h'main" "h'ping'main" \
		"pong'ping'main" "h'pong'ping'main" "h'f'apply'main" "h'g'apply'main" \
		"h'leave'apply'jumps'main" "h'jumps'main" "h'f'handle" "h'g'run"; do
		grep -qE "^[0-9]+ $stack('|\$)" stacks || fail "no $stack"
	done
	! grep -E "'?(f|g|h|ping|pong)'(.*')?handle'" stacks
	! grep -E "ping'.*ping" stacks
	# the calls of f on two lines
	[ "$(grep -cE '^# context=\([0-9]+\) \([0-9]+\) 0x' out)" -gt "$(wc -l <stacks)" ]
}

@test "contexts are explained in each part" {
	for options in '--separate-threads=yes --collect-jumps=yes' --separate-threads=yes \
		'--collect-jumps=yes --branch-sim=yes' --separate-recs=3; do
		# shellcheck disable=SC2086
		raw $options stacks thread
		grep -qE "^[0-9]+ h'g'run" stacks
	done
	grep -qE "ping'2'pong'ping" stacks
	[ "$(grep -cE 'fn=\([0-9]+\) h$' out)" -eq 1 ]
}

@test "stacks add up to functions" {
	adds_up '' stacks
	adds_up --separate-recs=1 stacks
	adds_up '' mutual 100 8
	adds_up '--stacks=1 --stacks-memory=1' mutual 100 8
	for scenario in recursion callbacks tails signals stacks; do
		adds_up '' calls $scenario
	done
}

@test "calls of inlined code on stacks add up, also where only its own calls are" {
	cat >walk.c <<-'END'
		static int (*volatile next)(int);

		__attribute__((always_inline)) static inline int
		enter(int n)
		{
			return next(n);
		}

		__attribute__((noinline)) static int
		walk(int n)
		{
			return n < 2 ? n : enter(n - 1) + enter(n - 2);
		}

		int
		main(void)
		{
			next = walk;
			return walk(9) != 34;
		}
	END
	# the stub of a library's function is on a folded stack
	cat >stub.c <<-'END'
		#include <unistd.h>

		static volatile int sink;

		__attribute__((always_inline)) static inline void
		leave(void)
		{
			sink = getppid();
		}

		int
		main(void)
		{
			for (int i = 0; i < 20000; i++)
				sink += i;
			leave();
			return 0;
		}
	END
	cc -g -O1 -static -o walk walk.c
	cc -g -O1 -o stub stub.c
	functions() {
		cg-sum --by=function --inclusive --format=tsv | cut -f2,4,5 |
			grep -E '^(main|walk|enter|leave)' | sort
	}
	for program in walk stub; do
		cg-collect -q --calls --cache-sim=no -o calls.cg ./$program
		functions <calls.cg >expected
		for stacks in all 1; do
			cg-collect -q --stacks=$stacks --cache-sim=no -o stacks.cg ./$program
			cg-filter --stacks=no stacks.cg | functions | same expected - "$program $stacks"
			cg-sum --check stacks.cg
		done
		cat expected >>all
	done
	grep -P "^enter'2\t[0-9]+\t106$" all
	grep -P '^leave\t[0-9]+\t1$' all
}

@test "what inlined functions cost themselves is on the stacks that are kept" {
	cat >tree.c <<-'END'
		__attribute__((always_inline)) static inline int
		leaf(int n)
		{
			int sum = 0;

			for (int i = 0; i < n; i++)
				sum += i ^ n;
			return sum;
		}

		int
		node(int depth, int n)
		{
			int sum = leaf(n);

			if (depth > 0)
				sum += node(depth - 1, n ^ 1) + node(depth - 1, n ^ 3);
			return sum;
		}

		int
		main(int argc, char **argv)
		{
			(void)argv;
			return node(12, argc + 3) == 1 << 30;
		}
	END
	cc -g -O1 -static -o tree tree.c
	cg-collect -q --stacks --cache-sim=no -o tree.cg ./tree
	cg-sum --by=function --events=Ir --format=tsv tree.cg | cut -f2,3 |
		grep -E "^(leaf|node)('2)?	" | sort >functions
	[ "$(wc -l <functions)" -eq 4 ]
	cg-export --to=folded --events=Ir tree.cg | sed "s/_\[i\]//; s/.*;//" |
		awk '/^(leaf|node)/ { sum[$1] += $2 } END { for (f in sum) print f "\t" sum[f] }' |
		sort | same functions -
}

@test "jumps on stacks add up to the jumps of functions, also those that were not made" {
	collect --calls --collect-jumps=yes --cache-sim=no -o calls.cg mutual 100 8
	cg-filter calls.cg | grep -A1 ^jcnd= >expected
	[ "$(grep -c ^jcnd= expected)" -gt 50 ]
	for stacks in all 1; do
		collect --stacks=$stacks --collect-jumps=yes --cache-sim=no -o stacks.cg mutual 100 8
		cg-filter --stacks=no stacks.cg | grep -A1 ^jcnd= | same expected - "$stacks"
	done
}

# bound PROFILE: what its folded stacks have cost at most
bound() {
	sed -n 's/^desc: Folded stacks: *at most \([0-9]*\) CEst.*/\1/p' "$1"
}

# folds_exactly OPTIONS PROGRAM...: each stack that is kept costs what it does when all are
folds_exactly() {
	local options=$1 counts
	shift
	collect --stacks=all --cache-sim=no -o all.cg "$@"
	# shellcheck disable=SC2086
	collect $options --cache-sim=no -o cold.cg "$@"
	cg-export --to=folded --inclusive all.cg >all
	cg-export --to=folded --inclusive cold.cg >cold
	! grep -q '^# folded' all.cg
	counts=$("$TESTS/lib/compare-folded" ${lacking+"$lacking"} all cold "$(bound cold.cg)") ||
		fail "$options $*: $counts"
	echo "$counts" >>counts
	cg-sum --check cold.cg
	cg-filter cold.cg | same cold.cg -
}

# bats test_tags=slow
@test "stacks below a part of the costs are folded, and all others are exact" {
	folds_exactly --stacks=0.01 mutual 300 8
	folds_exactly --stacks=1% mutual 300 8
	folds_exactly --stacks=5 stacks
	folds_exactly --stacks=2 --separate-recs=4 calls recursion
	awk '{ kept += $1; folded += $3 } $1 < 5 || $3 < 5 { exit 1 } END { exit kept < 500 }' counts ||
		fail "$(cat counts)"
	# by default 0.001 %
	collect --stacks --cache-sim=no -o default.cg mutual 300 8
	collect --stacks=0.001 --cache-sim=no -o least.cg mutual 300 8
	same default.cg least.cg
	cg-annotate -o page.html cold.cg
	grep -q '(folded)' page.html
	cg-export --to=pprof cold.cg >pprof
	"$TESTS/lib/pprof-rows" pprof | grep '(folded)' >found
	cg-filter --stacks=no cold.cg >functions.cg
	! grep -q -E '^# folded|\(folded\)|Folded stacks' functions.cg
}

# bats test_tags=slow
@test "stacks are folded while the program runs when they need too much memory" {
	lacking=--lacking folds_exactly '--stacks=0.1 --stacks-memory=1' mutual 900 7
	awk '$3 < 9000 { exit 1 }' counts || fail "$(cat counts)"
	collect --stacks --stacks-memory=1 --cache-sim=no -o few.cg mutual 900 7
	grep -qE 'to save memory, stacks of up to [0-9]+ instructions \([0-9.]+ %\) were folded \(--stacks-memory\)' err
	collect --stacks --stacks-memory=50 --cache-sim=no -o many.cg mutual 900 7
	same /dev/null err
	[ "$(bound few.cg)" -gt "$(bound many.cg)" ]
}

# bats test_tags=slow
@test "stacks need a fifth of the memory while there is nearly one for each call" {
	# each of 65,535 stacks has hundreds of instructions, in 20 MB and more
	cat >tree.c <<-'END'
		static volatile unsigned sink;
		__attribute__((noinline)) static void work(int n) { while (n-- > 0) sink += 3; }
		__attribute__((noinline)) static void left(int depth);
		__attribute__((noinline)) static void right(int depth) { work(80); if (depth) { left(depth - 1); right(depth - 1); } sink += 1; }
		static void left(int depth) { work(60); if (depth) { right(depth - 1); left(depth - 1); } sink += 2; }
		int main(int argc, char **argv) { left(14 + argc - argc % 2); return argv == 0; }
	END
	cc -g -O1 -static -fno-optimize-sibling-calls -o tree tree.c
	collect --stacks --cache-sim=no -o tree.cg ./tree
	! grep -q 'lack at most' tree.cg
	collect --stacks --stacks-memory=10 --cache-sim=no -o less.cg ./tree
	grep -q 'lack at most' less.cg
	collect --stacks --cache-sim=no -o many.cg mutual 4000 8
	grep -q 'lack at most' many.cg
	collect --stacks --stacks-memory=10 --cache-sim=no -o few.cg mutual 4000 8
	grep -v '^cmd:\|^desc: Options' many.cg | same <(grep -v '^cmd:\|^desc: Options' few.cg) -
}

@test "what threads, signals and jumps leave is folded while the program runs" {
	lacking=--lacking folds_exactly '--stacks=0.01 --stacks-memory=1' --toggle-collect=walk churn 30 60
	cg-filter --stacks=no all.cg | grep -v ^desc: >expected
	cg-filter --stacks=no cold.cg | grep -v ^desc: | same expected -
	# the open stacks alone need more memory
	lacking=--lacking folds_exactly '--stacks=0.01 --stacks-memory=1' --toggle-collect=walk churn 300 6
	awk '$3 < 4000 { exit 1 }' counts || fail "$(cat counts)"
}

@test "each dump folds what cost little in it, and their sum lacks no more" {
	collect --stacks=all --cache-sim=no -o all.cg mutual 900 7
	cg-export --to=folded --inclusive all.cg >all
	total=$(cg-sum --by=event --format=tsv all.cg | awk '$1 == "Ir" { print $2 }')
	for percent in 0.02 0.2 1; do
		collect --stacks=$percent --cache-sim=no --dump-before=f71 -o parts.cg mutual 900 7
		[ "$(grep -c '^desc: Trigger' parts.cg)" -gt 300 ]
		cg-sum --check parts.cg
		bound=$(bound parts.cg | sort -u)
		# each of the dumps rounds up
		awk -v n="$bound" -v total="$total" -v p=$percent 'BEGIN { exit n > total * p / 100 + 400 }' ||
			fail "$percent: $bound"
		cg-export --to=folded --inclusive parts.cg >parts
		"$TESTS/lib/compare-folded" --lacking all parts "$bound"
	done
	collect --stacks=0.2 --cache-sim=no --dump-before=f71 --combine-dumps=no -o part.cg mutual 900 7
	cg-sum --check part.cg part.cg.*
}

@test "threads and regions keep the same stacks" {
	collect --stacks=all --separate-threads=yes --cache-sim=no -o all.cg mutual 0 5 900 600 200
	collect --stacks=0.3 --stacks-memory=50 --separate-threads=yes --cache-sim=no \
		-o cold.cg mutual 0 5 900 600 200
	# when the first thread has seen the end of another one varies
	cg-export --to=folded --inclusive all.cg | sed '/^(below main)/d' >all
	cg-export --to=folded --inclusive cold.cg | sed '/^(below main)/d' >cold
	[ "$(wc -l <all)" -gt 1000 ]
	"$TESTS/lib/compare-folded" all cold "$(bound cold.cg | sort -u)"
}

@test "folded stacks stay in their thread" {
	collect --stacks=all --separate-threads=yes --cache-sim=no -o all.cg mutual 0 7 30 200 60
	collect --stacks=2 --separate-threads=yes --cache-sim=no -o cold.cg mutual 0 7 30 200 60
	grep -q '^# folded' cold.cg
	# when the first thread has seen the end of another one varies
	sed -n '/^thread: 2/,$s/^totals: //p' all.cg >expected
	[ "$(wc -l <expected)" -eq 3 ]
	sed -n '/^thread: 2/,$s/^totals: //p' cold.cg | same expected -
}

@test "what skipped functions cost stays in their callers, if these are folded again and again" {
	lacking=--lacking folds_exactly '--stacks=0.1 --stacks-memory=1' --fn-skip='f0*' mutual 900 7
	awk '$3 < 9000 { exit 1 }' counts || fail "$(cat counts)"
}

# bats test_tags=slow
@test "what is folded is added up, and is in no difference of equal runs" {
	collect --stacks=1 -o one.cg mutual 300 8
	cg-merge one.cg one.cg >two.cg
	[ "$(bound two.cg)" -eq $((2 * $(bound one.cg))) ]
	cg-export --to=folded --inclusive two.cg |
		same - <(cg-export --to=folded --inclusive one.cg | awk '{ $NF *= 2; print }')
	cg-diff one.cg one.cg >none.cg
	! grep -q '^# folded' none.cg
	collect --stacks=1 --dump-before=f71 -o parts.cg mutual 300 8
	[ "$(grep -c '^desc: Trigger' parts.cg)" -ge 3 ]
	cg-sum parts.cg | same - <(cg-sum one.cg)
	cg-export --to=folded --inclusive parts.cg 2>err >out
	same /dev/null err
	grep -q '(folded)' out
}

# changes_of OLD NEW: the rows of a difference that are not 0
changes_of() {
	cg-diff "$@" >difference || fail "cg-diff $*"
	grep -E '^([0-9+*-]|# folded).* -?[1-9]' difference || :
}

@test "what one profile has folded and the other one has not is no change" {
	collect --stacks=1 --cache-sim=no -o some.cg mutual 300 8
	collect --stacks=0.1 --cache-sim=no -o more.cg mutual 300 8
	changes_of some.cg more.cg | same /dev/null -
	changes_of more.cg some.cg | same /dev/null -
	cg-diff some.cg more.cg >diff.cg
	[ "$(bound diff.cg)" -eq $(($(bound some.cg) + $(bound more.cg))) ]
	# a change that is larger than a folded stack can be is one
	collect --stacks=1 --cache-sim=no -o longer.cg mutual 400 8
	changes_of some.cg longer.cg >changes
	[ -s changes ]
	collect --stacks=all --cache-sim=no -o all.cg mutual 300 8
	changes_of all.cg some.cg | same /dev/null -
}

@test "what stacks lack that were folded while the program ran is no change" {
	for options in '--stacks=all' '--stacks=0.1' '--stacks=0.1 --stacks-memory=1' \
		'--stacks=1 --stacks-memory=1' '--stacks=0.1 --stacks-memory=2'; do
		# shellcheck disable=SC2086
		collect $options -o "${options//[ =]/}.cg" mutual 900 7
	done
	grep -q '^desc: Folded stacks: .* CEst; those kept lack at most [1-9][0-9]* CEst$' \
		./--stacks0.1--stacks-memory1.cg
	for old in ./--*.cg; do
		for new in ./--*.cg; do
			changes_of --lines "$old" "$new" | same /dev/null - "$old $new"
			cg-annotate --diff --format=html "$old" "$new" >page.html
			grep -q '^<p>No stack changed' page.html || fail "$old $new"
		done
	done
	# a real change: costs of functions are as without stacks
	collect --stacks=0.1 --stacks-memory=1 -o more.cg mutual 980 7
	cg-diff ./--stacks0.1.cg more.cg >difference
	cg-sum --check difference
	cg-filter --stacks=no difference | grep -v ^desc: >found
	cg-filter --stacks=no ./--stacks0.1.cg >old.cg
	cg-filter --stacks=no more.cg >new.cg
	cg-diff old.cg new.cg | grep -v ^desc: | same found -
}

# bats test_tags=slow
@test "folded costs without a context or after a call are refused" {
	collect --stacks=1 -o good.cg stacks
	sed '/^# folded=/{p; s/.*/fn=f\n# folded= 1/; :a; n; ba;}' good.cg >alone.cg
	run -2 cg-filter alone.cg
	[[ $output == *'alone.cg:'*': expected folded costs after their context, found them before '* ]]
	sed '0,/^calls=/{/^calls=/s/$/\n# folded= 1/}' good.cg >call.cg
	run -2 cg-filter call.cg
	[[ $output == *'call.cg:'*': expected the row of "calls=", found'* ]]
	sed '0,/^# folded=/s/^# folded=.*/# folded= x/' good.cg >word.cg
	run -2 cg-filter word.cg
	[[ $output == *'word.cg:'*': expected '* ]]
	sed '0,/^# folded=/s/^# folded=.*/# folded= 999999/' good.cg >much.cg
	cg-filter much.cg >read.cg
	run -2 cg-sum --check much.cg
	[[ $output == 'cg-sum: much.cg: expected folded stacks that cost no more Ir than rows without a context, found '*' more' ]]
}

@test "--stacks implies --calls and excludes --separate-callers" {
	collect --stacks --cache-sim=no -o out stacks
	grep -q ^calls= out
	collect --stacks=no --cache-sim=no -o out stacks
	! grep -q ^calls= out
	exits 125 cg-collect --stacks --separate-callers=2 true 2>err
	grep -q '^cg-collect: --stacks excludes --separate-callers' err
	exits 125 cg-collect --calls --stacks-memory=2 true 2>err
	grep -q '^cg-collect: --stacks-memory needs --stacks' err
	for n in 0 x 99999999999; do
		exits 125 cg-collect --stacks --stacks-memory=$n true 2>err
		grep -q '^cg-collect: --stacks-memory: expected' err
	done
	for word in maybe 101 -1 1x; do
		exits 125 cg-collect --stacks=$word true 2>err
		grep -q '^cg-collect: --stacks: expected .*percentage' err
	done
}
