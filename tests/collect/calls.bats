#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --calls: call graphs, compared with Callgrind's and held against what
# must be true of every call graph.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build calls.c -O2
	build calls.c -O2 -static -o static
	build_32 calls.c -O2 -o calls32
	build torture.c -O1 -ldl -lm
	build containers.cc -O1
	build hot.c -O1
	build still.c -O1 -shared -fPIC -o still.so
	build shadow.c -O1 -static
	echo 'int twice(int n) { return 2 * n; }' >"$BATS_FILE_TMPDIR/small.c"
}

setup() {
	enter_with_programs
	SCENARIOS='recursion callbacks tails conditions jumps signals threads stacks forks'
}

# collect OPTION... PROGRAM...: the exit status does not matter
collect() {
	cg-collect -q --inline=no --client-stdout=/dev/null "$@" 2>/dev/null || :
}

# compared [OPTION...] -- PROGRAM...: there may be only known differences to Callgrind
compared() {
	"$TESTS/lib/compare-calls" "$@" >compared 2>&1 ||
		fail "compare-calls $*: $(cut -c1-400 compared | tail -20)"
	graph check ours.calls >roots
}

# --- meaning

@test "calls of C programs are Callgrind's, in all modes" {
	for scenario in recursion callbacks tails conditions jumps signals stacks forks; do
		compared --cache-sim=no -- "$BATS_FILE_TMPDIR/calls" $scenario
	done
	compared --branch-sim=yes -- "$BATS_FILE_TMPDIR/calls" signals
	compared -- "$BATS_FILE_TMPDIR/calls" jumps
}

# first_levels: keeps the functions of shadow.c on standard input, "COST NAME", if no level of
# recursion is in the name
first_levels() {
	sed -nE '/ as a whole: /d; s/^ *([0-9,]+) .*[:\t ](f[0-7])([ \t].*|$)/\2 \1/p' | tr -d , | sort
}

@test "inclusive costs of functions that call each other are as if all levels were apart" {
	for arguments in '20 6' '60 9' '7 15'; do
		valgrind -q --tool=callgrind --vex-guest-chase=no --separate-recs=40 \
			--callgrind-out-file=apart "$BATS_FILE_TMPDIR/shadow" $arguments >/dev/null
		callgrind_annotate --inclusive=yes --auto=no --threshold=100 apart |
			first_levels >wanted
		[ "$(wc -l <wanted)" -eq 8 ]
		for levels in 2 3; do
			collect --cache-sim=no --calls --separate-recs=$levels -o profile \
				"$BATS_FILE_TMPDIR/shadow" $arguments
			cg-annotate --inclusive --auto=no --threshold=0 --no-show-percs \
				profile | first_levels | same wanted - "$levels levels: $arguments"
			cg-sum --inclusive --events=Ir --format=tsv profile |
				awk -F'\t' '{ print $4, $1 ":" $2 }' | first_levels |
				same wanted - "cg-sum, $levels levels: $arguments"
		done
	done
}

@test "calls of programs that are killed are Callgrind's" {
	compared --cache-sim=no -- "$BATS_FILE_TMPDIR/calls" aborts
	compared -- "$BATS_FILE_TMPDIR/calls" faults
}

# The order of the threads can vary.
@test "calls of threads are Callgrind's" {
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		! compared --cache-sim=no -- "$BATS_FILE_TMPDIR/calls" threads ||
			return 0
	done 2>/dev/null
	cat compared
	false
}

@test "calls of a C++ program with exceptions are Callgrind's" {
	compared --branch-sim=yes -- "$BATS_FILE_TMPDIR/containers"
}

# bats test_tags=slow
@test "calls of a static program are Callgrind's" {
	compared --cache-sim=no -- "$BATS_FILE_TMPDIR/static" recursion
}

@test "calls of a 32-bit program are Callgrind's" {
	need_32 calls32
	[ -e "$B/libexec/cg-tools/cgcollect-x86-linux" ] ||
		missing 'the tool was not built for 32-bit programs'
	for scenario in recursion tails conditions jumps signals; do
		compared --cache-sim=no -- "$BATS_FILE_TMPDIR/calls32" $scenario
	done
	compared -- "$BATS_FILE_TMPDIR/calls32" callbacks
	for scenario in recursion conditions signals; do
		compared --branch-sim=yes -- "$BATS_FILE_TMPDIR/calls32" $scenario
	done
	compared --branch-sim=yes --toggle-collect=conditions -- \
		"$BATS_FILE_TMPDIR/calls32" conditions
}

@test "calls of programs without symbols are Callgrind's, where that can be told" {
	compared -- gzip -c "$BATS_TEST_FILENAME"
	compared --cache-sim=no -- sort "$BATS_TEST_FILENAME"
	compared --cache-sim=no -- perl -e 'print join ",", map { $_ * 2 } 1 .. 100'
	# newer versions read their memory map
	PRELOAD=$BATS_FILE_TMPDIR/still.so compared --cache-sim=no -- \
		/usr/bin/python3 -S -c 'print(sorted([3, 1, 2]))'
	compared --cache-sim=no -- "$(cc -print-prog-name=cc1)" -quiet \
		-fsyntax-only "$BATS_FILE_TMPDIR/small.c"
}

@test "options for calls mean what they mean in Callgrind" {
	local calls=$BATS_FILE_TMPDIR/calls
	compared --cache-sim=no --separate-recs=1 -- "$calls" recursion
	compared --cache-sim=no --separate-recs=4 -- "$calls" recursion
	compared --cache-sim=no --separate-callers=2 -- "$calls" callbacks
	compared --cache-sim=no --dump-instr=yes -- "$calls" tails
	compared --cache-sim=no --skip-plt=no -- "$calls" callbacks
	compared --toggle-collect=jump_out -- "$calls" jumps
}

# --- what must be true

@test "own costs are those without --calls, row for row" {
	while read -r mode options; do
		for scenario in $SCENARIOS aborts faults; do
			[ $scenario != threads ] || continue
			collect "${REPRODUCIBLY[@]}" "$mode" -o p.cg calls $scenario
			# shellcheck disable=SC2086
			collect "${REPRODUCIBLY[@]}" "$mode" --calls $options -o c.cg calls $scenario
			graph own p.cg >own
			graph own c.cg | same own - "$mode $options $scenario"
		done
	done <<-'end'
		--cache-sim=no
		--branch-sim=yes
		--cache-sim=no --separate-callers=2 --separate-recs=3
	end
}

# same_own_costs NROWS PROGRAM...: it has more than so many rows
same_own_costs() {
	collect "${REPRODUCIBLY[@]}" --branch-sim=yes -o p.cg "${@:2}"
	collect "${REPRODUCIBLY[@]}" --branch-sim=yes --calls -o c.cg "${@:2}"
	graph own p.cg >own
	graph own c.cg | same own -
	[ "$(grep -c . own)" -gt "$1" ]
	graph check c.cg >roots
}

@test "own costs of a C++ program with exceptions are those without --calls, row for row" {
	same_own_costs 2000 containers
}

@test "own costs of a compiler are those without --calls, row for row" {
	same_own_costs 5000 "$(cc -print-prog-name=cc1)" -quiet -O2 \
		"$BATS_FILE_TMPDIR/small.c" -o /dev/null
}

@test "callers are charged for what functions cost, in every mode" {
	while read -r options; do
		for scenario in $SCENARIOS; do
			# shellcheck disable=SC2086
			collect --calls $options -o p.cg calls $scenario
			graph check p.cg >roots
			# the program, threads, handlers and what follows them
			! grep -vE ':(0x[0-9a-f]+|clone|leaps) ' roots
		done
	done <<-'end'
		--cache-sim=no
		--branch-sim=yes
		--cache-sim=no --separate-recs=1
		--separate-recs=3 --separate-callers=3 --dump-instr=yes
		--cache-sim=no --skip-plt=no --branch-sim=yes
	end
}

@test "main includes everything that it calls" {
	collect --calls --cache-sim=no -o p.cg calls recursion
	read -r calls cost <<<"$(graph edge '(below main)' main p.cg)"
	[ "$calls" = 1 ]
	collect --calls --cache-sim=no -o q.cg calls
	read -r calls none <<<"$(graph edge '(below main)' main q.cg)"
	read -r calls work <<<"$(graph edge main recursion p.cg)"
	[ "$calls" = 1 ] && [ "$work" -gt 1000 ]
	# main looks at more names
	[ "$cost" -ge "$work" ] && [ "$cost" -le $((none + work + 2000)) ]
}

# bats test_tags=slow
@test "recursion is counted once, at the outermost call" {
	collect --calls --cache-sim=no -o p.cg calls recursion
	read -r calls cost <<<"$(graph edge fib fib\'2 p.cg)"
	read -r deeper deep <<<"$(graph edge fib\'2 fib\'2 p.cg)"
	# fib(8) is 67 calls, two of them by the first
	[ "$calls $deeper" = "$((3 * 2)) $((3 * 64))" ] ||
		[ "$((calls + deeper))" -gt 50 ]
	[ "$deep" -lt "$cost" ]
}

@test "a conditional jump to another function is a call as often as it is taken" {
	for program in calls calls32; do
		[ -e "$BATS_FILE_TMPDIR/$program" ] || continue
		for options in --cache-sim=no --branch-sim=yes --collect-jumps=yes; do
			cg-collect -q --inline=no --calls $options -o p.cg $program conditions
			[ "$(graph edge if_even even_end p.cg | cut -d' ' -f1)" = 5 ]
			[ "$(graph edge if_odd odd_end p.cg | cut -d' ' -f1)" = 5 ]
			[ "$(graph edge runs_on run_into p.cg | cut -d' ' -f1)" = 10 ]
		done
	done
}

@test "an endless chain of tail calls takes no memory" {
	collect --calls --cache-sim=no -o p.cg calls tails
	read -r calls cost <<<"$(graph edge state_a\'2 state_b\'2 p.cg)"
	[ "$calls" = 49999 ]
	[ "$cost" -lt 1000000 ]
}

@test "a loop that is a whole function is a loop, not recursive calls" {
	# with -O2, both loops begin at the first instruction of their function
	cat >whole.c <<-'end'
		volatile long sink;
		__attribute__((noinline, noclone)) void fill(long *p, long n)
		{
			do { *p++ = n; sink++; } while (--n);
		}
		__attribute__((noinline, noclone)) long self(long n)
		{
			sink += n;
			return n == 0 ? 0 : self(n - 1);
		}
		static long a[10000];
		int main(void)
		{
			for (int i = 0; i < 3; i++)
				fill(a, 10000);
			return (int)self(30000);
		}
	end
	cc -O2 -g -o whole whole.c
	for options in --calls --stacks=all '--calls --separate-recs=3' '--calls --branch-sim=yes' --loops; do
		# shellcheck disable=SC2086 # words
		collect $options --cache-sim=no -o p.cg ./whole
		graph check p.cg >roots
		[ "$(graph edge main fill p.cg | cut -d' ' -f1) $(graph edge main self p.cg | cut -d' ' -f1)" = '3 1' ]
		run -1 grep -E "^c?fn=.*(fill|self)'2" p.cg
	done
	cg-annotate --loops='^(fill|self)$' p.cg >report
	grep -E ' 3 +30,000 +10,000\.0 .* fill ' report
	grep -E ' 1 +30,001 +30,001\.0 .* self ' report
	grep -E '^jcnd=29997/30000 ' p.cg
}

@test "a handler is no part of what it interrupts" {
	collect --calls --cache-sim=no -o p.cg calls signals
	read -r calls cost <<<"$(graph edge interrupted raise p.cg)"
	[ "$calls" = 20 ]
	[ "$cost" -lt 2000 ]
	read -r calls _ <<<"$(graph edge returns fib p.cg)"
	[ "$calls" = 10 ]
}

@test "libraries at the same address and code that changes have functions of their own" {
	for name in one two; do
		echo "__attribute__((noinline)) int in_$name(int n)
			{ volatile int s = 0; while (n--) s += n; return s; }
			int work(void) { return in_$name(100) + 1; }" |
			cc -O1 -g -shared -fPIC -x c -o lib$name.so -
	done
	cc -O1 -g -o loads -x c - -ldl <<-'end'
		#include <dlfcn.h>
		static void *run(const char *path)
		{
			void *library = dlopen(path, RTLD_NOW), *work = dlsym(library, "work");
			((int (*)(void))work)();
			dlclose(library);
			return work;
		}
		int main(void)
		{
			int same = 1;
			for (int i = 0; i < 20; i++)
				same &= run("./libone.so") == run("./libtwo.so");
			return same;
		}
	end
	collect --calls --cache-sim=no -o p.cg ./loads
	graph check p.cg >roots
	read -r calls cost <<<"$(graph edge work in_one p.cg)"
	[ "$calls" = 20 ] && [ "$cost" -gt 4000 ]
	[ "$(graph edge work in_two p.cg)" = "$calls $cost" ]
	collect --calls --branch-sim=yes -o p.cg torture
	graph check p.cg >roots
}

@test "calls may be a hundred thousand deep" {
	cc -O1 -g -fno-optimize-sibling-calls -o deep -x c - <<-'end'
		__attribute__((noinline)) long deep(long n)
		{
			return n == 0 ? 0 : deep(n - 1) + n % 3;
		}
		int main(void)
		{
			long sum = 0;
			for (int i = 0; i < 3; i++)
				sum += deep(100000);
			return sum == 1;
		}
	end
	collect --calls --cache-sim=no -o p.cg ./deep
	graph check p.cg >roots
	[ "$(graph edge main deep p.cg | cut -d' ' -f1)" = 3 ]
	read -r calls cost <<<"$(graph edge deep\'2 deep\'2 p.cg)"
	[ "$calls" = 299997 ] && [ "$cost" -lt 10000000 ]
}

# --- with other options

# bats test_tags=slow
@test "only the counted part of a program has calls" {
	collect --calls --cache-sim=no --toggle-collect=odd -o p.cg calls recursion
	graph check p.cg >roots
	[ "$(graph edge recursion fib p.cg)" = '0 0' ]
	read -r calls _ <<<"$(graph edge odd even\'2 p.cg)"
	[ "$calls" = 3 ]
	collect --calls --cache-sim=no --instr-at-start=no -o p.cg hot 1000
	graph check p.cg >roots
	grep -q $'^root\t.*:main ' roots
	read -r calls cost <<<"$(graph edge main hot p.cg)"
	[ "$calls" = 1 ] && [ "$cost" -ge 2000 ]
}

@test "counting may start in a handler and stop before a fork" {
	cc -O1 -g -I "$TESTS/../include" -o starts -x c - <<-'end'
		#include <setjmp.h>
		#include <signal.h>
		#include <sys/wait.h>
		#include <unistd.h>
		#include <cg-tools/cachegrind.h>
		static volatile long sink;
		static sigjmp_buf back;
		__attribute__((noinline)) static void work(long n) { while (n-- > 0) sink += n; }
		static void starts(int number)
		{
			CACHEGRIND_START_INSTRUMENTATION;
			work(10);
			if (number == SIGUSR2)
				siglongjmp(back, 1);
			work(20);
		}
		__attribute__((noinline)) static void round_of(int number)
		{
			work(1000);
			if (!sigsetjmp(back, 1))
				raise(number);
			work(30);
			CACHEGRIND_STOP_INSTRUMENTATION;
			work(1000);
			if (fork() == 0) {
				CACHEGRIND_START_INSTRUMENTATION;
				work(40);
				_exit(0);
			}
			wait(0);
		}
		int main(void)
		{
			signal(SIGUSR1, starts);
			signal(SIGUSR2, starts);
			for (int i = 0; i < 3; i++) {
				round_of(SIGUSR1);
				round_of(SIGUSR2);
			}
			return 0;
		}
	end
	for options in --cache-sim=no --branch-sim=yes; do
		collect -f --calls --instr-at-start=no $options -o c.cg ./starts
		collect -f --instr-at-start=no $options -o p.cg ./starts
		graph check c.cg >roots
		[ "$(sed -n 's/^totals: //p' c.cg)" = "$(total p.cg)" ]
		[ "$(graph edge round_of work c.cg | cut -d' ' -f1)" = 12 ]
		[ "$(graph edge starts work c.cg | cut -d' ' -f1)" = 9 ]
	done
}

@test "calls of a tree of processes are added up" {
	collect --calls --cache-sim=no -f -o p.cg calls forks
	graph check p.cg >roots
	grep -qx 'desc: Processes:        3' p.cg
	[ "$(graph edge forks in_both p.cg | cut -d' ' -f1)" = 2 ]
	[ "$(graph edge in_both fib p.cg | cut -d' ' -f1)" = 2 ]
	collect --calls --cache-sim=no -f -o p.cg sh -c 'calls recursion; calls recursion; :'
	graph check p.cg >roots
	collect --calls --cache-sim=no -o one.cg calls recursion
	read -r calls cost <<<"$(graph edge main recursion one.cg)"
	[ "$(graph edge main recursion p.cg)" = "$((2 * calls)) $((2 * cost))" ]
}

@test "the totals printed for a tree of processes are the totals of the profile" {
	cg-collect --calls --cache-sim=no -f -o p.cg calls forks >/dev/null 2>printed
	sed -n 's/^totals: //p' p.cg >totals
	sed -n 's/.*I *refs: *//p' printed | tr -d , | same totals -
}

@test "each process of a tree may have its own file" {
	collect --calls --cache-sim=no -f -o p.%p.cg calls forks
	set -- p.*.cg
	[ $# = 3 ]
	for file; do
		graph check "$file" >roots
		same "$file" <(cg-filter "$file")
	done
}

@test "profiles with calls are canonical, compressed and reproducible" {
	collect --calls "${REPRODUCIBLY[@]}" -o one.cg.gz calls signals
	LONG=$PWD collect --calls "${REPRODUCIBLY[@]}" --gzip calls signals >two.cg.gz
	same <(zcat one.cg.gz) <(zcat two.cg.gz)
	zcat one.cg.gz >p.cg
	same p.cg <(cg-filter p.cg)
	grep -qx 'positions: line' p.cg
	collect --calls --dump-instr=yes -o p.cg calls recursion
	same p.cg <(cg-filter p.cg)
	grep -qx 'positions: instr line' p.cg
}

@test "the profile so far has the cost of open calls" {
	cg-collect -q --inline=no --calls --cache-sim=no -o p.cg hot 20000000000 3>&- &
	for _ in {1..300}; do
		sleep 0.1
		kill -USR1 $!
		[ ! -e p.cg ] || [ "$(graph edge main hot p.cg | cut -d' ' -f1)" = 0 ] || break
	done
	graph check p.cg >roots
	read -r calls cost <<<"$(graph edge main hot p.cg)"
	[ "$calls" = 1 ] && [ "$cost" -gt 1000 ]
	kill $!
	wait $! || true
	graph check p.cg >roots
	read -r calls more <<<"$(graph edge main hot p.cg)"
	[ "$calls" = 1 ] && [ "$more" -ge "$cost" ]
}

@test "every tool reads a profile with calls" {
	collect --calls --cache-sim=no -o p.cg calls recursion
	cg-filter --threshold=1 p.cg >f.cg
	cg-annotate --inclusive --tree=both --auto=no f.cg >report
	grep -q '> .*fib.2' report
	cg-annotate --format=html -o page.html p.cg
	grep -q 'fib&#39;2' page.html
	cg-diff p.cg p.cg | sed -n 's/^totals: //p' | grep -x 0
	cg-merge p.cg p.cg >two.cg
	graph check two.cg >roots
	cg-export --to=folded --inclusive p.cg | grep 'main;.*recursion;.*fib'
	need_command callgrind_annotate
	callgrind_annotate --inclusive=yes p.cg >theirs
	grep -q "fib'2" theirs
}

@test "a wrong value of --calls is an error" {
	exits 125 cg-collect --calls=maybe true 2>err
	grep -q calls err
}
