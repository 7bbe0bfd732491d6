#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The `valgrind` of --valgrind-path, compared with the real one in what
# harnesses read.

load ../lib/valgrinds

# bats file_tags=long

setup_file() {
	printf '%s\n' '#include <stdlib.h>' 'int main(int n, char **v)' \
		'{ int s = 0; for (int i = 0; i < 1000; i++) if (i % 3 && i % 7) s += i;' \
		'  return n > 1 ? atoi(v[1]) : s < 0; }' >"$BATS_FILE_TMPDIR/still.c"
	printf '%s\n' '#include <pthread.h>' 'static void *run(void *p) { return p; }' \
		'int main(void) { pthread_t t; pthread_create(&t, 0, run, 0);' \
		'return pthread_join(t, 0); }' >"$BATS_FILE_TMPDIR/pair.c"
	printf '%s\n' '#include <pthread.h>' '#include <unistd.h>' \
		'#include <valgrind/callgrind.h>' 'static volatile int s;' \
		'static void *run(void *p) { for (int i = 0; i < 1000; i++) s += i;' \
		'  CALLGRIND_DUMP_STATS_AT("run"); for (int i = 0; i < 500; i++) s += i; return p; }' \
		'int main(int n, char **v) { char c; pthread_t t; run(0);' \
		'  if (n > 1 && read(0, &c, 1) < 0) return 1;' \
		'  pthread_create(&t, 0, run, 0); pthread_join(t, 0); return 0; }' \
		>"$BATS_FILE_TMPDIR/dumps.c"
	cc -g -O1 -o "$BATS_FILE_TMPDIR/dumps" "$BATS_FILE_TMPDIR/dumps.c" -pthread
	cc -g -O1 -static -o "$BATS_FILE_TMPDIR/still" "$BATS_FILE_TMPDIR/still.c"
	cc -g -O1 -o "$BATS_FILE_TMPDIR/pair" "$BATS_FILE_TMPDIR/pair.c" -pthread
}

# a run that is left, if a test fails
teardown() {
	[ -z "${runs[*]-}" ] || kill "${runs[@]}" 2>/dev/null || :
}

refs() {
	sed -n 's/^==[0-9]*== \(I  *refs: *\)/\1/p' "$1"
}

# bats test_tags=slow
@test "in place of Cachegrind, the instructions are equal, and chasing is on" {
	for option in --cache-sim=yes --cache-sim=no --branch-sim=yes; do
		exits 3 shim --tool=cachegrind "$option" still 3 2>ours
		exits 3 stock --tool=cachegrind "$option" --cachegrind-out-file=stock still 3 2>theirs
		[ -n "$(refs ours)" ]
		grep -e 'in its place, with its default --vex-guest-chase=yes$' ours
		[ "$(refs ours)" = "$(refs theirs)" ]
	done
	for file in cachegrind.out.[0-9]*; do
		cg_annotate "$file" | grep 'PROGRAM TOTALS'
	done
}

@test "in place of Callgrind, a run in which nothing was counted has the same header" {
	shim --tool=callgrind --instr-atstart=no --log-file=log \
		--callgrind-out-file=out still
	for line in 'version: 1' 'pid: [0-9]' 'part: 1' 'desc: Trigger: Program' \
		'events: Ir$' 'totals: 0$'; do
		grep "^$line" out
	done
	grep -E '^==[0-9]+== Collected : 0$' log
}

@test "a wrapper that executes the program has the status of the program, as in Valgrind" {
	printf '#!/bin/sh\nexec "$@"\n' >wrapper
	chmod +x wrapper
	for tool in cachegrind callgrind; do
		exits 3 shim --tool="$tool" ./wrapper "$BATS_FILE_TMPDIR/still" 3 2>err
		grep -e 'the program replaced itself with .*still, which is not in the profile (--trace-children=yes follows it)' err
		exits 3 stock --tool="$tool" ./wrapper "$BATS_FILE_TMPDIR/still" 3
	done
	exits 3 shim --tool=callgrind --trace-children=yes --callgrind-out-file=out.%p \
		./wrapper "$BATS_FILE_TMPDIR/still" 3
	grep -l '^fn=.*main' out.*
}

# bats test_tags=slow
@test "in place of Callgrind, the log and the file have what harnesses read" {
	shim --tool=callgrind --cache-sim=yes --dump-instr=yes --log-file=log.%p \
		--callgrind-out-file=out.%p still
	grep -E '^==[0-9]+== Events    : Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw$' log.*
	grep -E '^==[0-9]+== Collected :( [0-9]+){9}$' log.*
	for line in 'version: 1' 'pid: ' 'cmd: ' 'part: 1' 'desc: Trigger: Program' \
		'positions: instr line' 'events: Ir Dr Dw' 'totals: '; do
		grep "^$line" out.*
	done
	collected=$(sed -n 's/.*Collected : //p' log.*)
	[ "$(sed -n 's/^totals: //p' out.*)" = "$collected" ]
	callgrind_annotate out.* | grep main
}

@test "each thread has a file" {
	shim --tool=callgrind --separate-threads=yes --compress-strings=no \
		--callgrind-out-file=out pair
	grep -x 'thread: 1' out-01
	grep -x 'thread: 2' out-02
	[ ! -e out ] && grep -x fn=run out-02
}

@test "options of files and variables are read, and those of other tools are not" {
	VALGRIND_OPTS='--callgrind:cache-sim=yes --memcheck:leak-check=yes' \
		shim --tool=callgrind still 2>log
	grep 'D   refs' log
	echo '--branch-sim=yes' >.valgrindrc
	shim --tool=callgrind still 2>log
	grep Branches log
}

@test "unknown options are refused in one line, all else goes to Valgrind" {
	for tool in cachegrind callgrind; do
		for option in --foo --output=x --stacks=yes -f; do
			exits 1 shim --tool=$tool $option still 2>ours
			same ours - <<<"valgrind (cg-tools): unknown option $option"
			exits 1 stock --tool=$tool $option still
		done
	done
	exits 1 shim --tool=callgrind --dump-inst=yes still 2>ours
	same ours - <<<'valgrind (cg-tools): unknown option --dump-inst=yes: did you mean --dump-instr?'
	exits 1 shim --tool=cachegrind --error-limt=no still 2>ours
	same ours - <<<'valgrind (cg-tools): unknown option --error-limt=no: did you mean --error-limit?'
	exits 1 shim --tool=callgrind --separate-recs=few still 2>ours
	same ours - <<<"cg-collect: option --separate-recs=few: Invalid integer value 'few'"
	[ "$(shim --version)" = "$(valgrind --version)" ]
	shim still 2>log
	grep Memcheck log
}

@test "the log names options without effect" {
	shim --tool=callgrind --collect-systime=nsec --collect-bus=no still 2>log
	grep -- '--collect-systime=nsec has no effect' log
	! grep collect-bus log
}

# bats test_tags=slow
@test "a signal that ends the program ends valgrind" {
	status=0
	shim --tool=cachegrind sh -c 'kill -TERM $$' 2>log || status=$?
	[ "$status" -eq 143 ]
	ls cachegrind.out.*
}

# prints for each part of files: the file, the part, the thread, and why it ends
parts() {
	awk '/^part: / { part = $2; thread = "-" }
		/^thread: / { thread = $2 }
		/^desc: Trigger: / { print FILENAME, part, thread, $0 }' "$@"
}

@test "dumps of threads have the files, parts and numbers of Callgrind" {
	for options in --separate-threads=no --separate-threads=yes --combine-dumps=yes \
		'--separate-threads=yes --combine-dumps=yes'; do
		rm -f out*
		stock --tool=callgrind $options --callgrind-out-file=out dumps 2>log
		parts out* >theirs
		grep ' 3 ' theirs
		rm out*
		shim --tool=callgrind $options --callgrind-out-file=out dumps 2>log
		# Callgrind dumps only the thread that asks for it
		parts out* | grep -v ' 2 1 ' >ours
		same theirs ours
		# the parts of all files add up to the line of the log
		[ "$(awk '/^totals: / { sum += $2 } END { print sum }' out*)" = \
			"$(sed -n 's/.*Collected : //p' log)" ]
	done
}

# begin NAME OPTION...: starts a program that waits after its first dump
begin() {
	[ -p in ] || mkfifo in
	exec 9<>in
	shim "--vgdb-prefix=$PWD/vgdb" "--log-file=log.$1" "${@:2}" dumps wait <in 9>&- &
	runs+=($!)
}

end() {
	printf '%*s' "${#runs[@]}" >&9
	wait "${runs[@]}"
	runs=()
}

@test "a dump is in its file while the program runs" {
	begin only --tool=callgrind --callgrind-out-file=out
	wait_until test -e out.1
	grep -x 'desc: Trigger: Client Request: run' out.1
	grep '^totals: ' out.1
	[ ! -e out.2 ] && [ ! -e out ]
	end
	[ -s out.2 ] && [ -s out ]
}

@test "callgrind_control finds Callgrind's runs by their program, and no others" {
	begin a --tool=callgrind --collect-bus=yes --callgrind-out-file=a
	begin b --tool=cachegrind --cachegrind-out-file=b
	begin c --tool=callgrind --callgrind-out-file=c
	wait_until test -e a.1
	wait_until test -e c.1
	[ "$(vgdb "--vgdb-prefix=$PWD/vgdb" -l 2>&1 | grep -c 'use --pid')" -eq 3 ]
	callgrind_control "--vgdb-prefix=$PWD/vgdb" >list
	[ "$(grep -c '^PID [0-9]*: dumps wait' list)" -eq 2 ]
	callgrind_control "--vgdb-prefix=$PWD/vgdb" --dump=now dumps
	wait_until test -e a.2
	wait_until test -e c.2
	grep 'desc: Trigger: .*now' a.2
	end
}

# stands_as_stock PROGRAM: counts it in place of Cachegrind, as stock does, in one file
stands_as_stock() {
	rm -f cachegrind.out.*
	shim --tool=cachegrind "$@" 2>ours
	stock --tool=cachegrind --cachegrind-out-file=stock "$@" 2>theirs
	[ -n "$(refs ours)" ]
	[ "$(refs ours)" = "$(refs theirs)" ]
	set -- cachegrind.out.*
	[ $# -eq 1 ]
	[ "$(grep -c '^summary: ' "$1")" -eq 1 ]
	! grep -E '^(totals|part|positions|creator|calls=)' "$1"
	cg_annotate "$1" | grep 'PROGRAM TOTALS'
}

@test "in place of Cachegrind, the requests of Callgrind and of regions are ignored" {
	cat >ask.c <<-'end'
		#include <sys/prctl.h>
		#include <valgrind/callgrind.h>
		#include <cg-tools/regions.h>
		static volatile int s;
		static void work(int n) { while (n--) s += n; }
		int main(void)
		{
			CALLGRIND_STOP_INSTRUMENTATION;
			work(1000);
			CALLGRIND_START_INSTRUMENTATION;
			CALLGRIND_TOGGLE_COLLECT;
			work(2000);
			CALLGRIND_DUMP_STATS;
			CG_REGION("three") { work(3000); }
			CALLGRIND_ZERO_STATS;
			CALLGRIND_DUMP_STATS_AT("end");
			return prctl(0x43475247, 0, "four") == 0;
		}
	end
	cc -g -O1 -I "$TESTS/../include" -o ask ask.c
	stands_as_stock ./ask
}

@test "in place of Cachegrind, its own requests are obeyed" {
	cat >half.c <<-'end'
		#include <cg-tools/cachegrind.h>
		#include <valgrind/callgrind.h>
		static volatile int s;
		int main(void)
		{
			CACHEGRIND_START_INSTRUMENTATION;
			for (int i = 0; i < 1000; i++)
				s += i;
			CALLGRIND_START_INSTRUMENTATION;
			CACHEGRIND_STOP_INSTRUMENTATION;
			CALLGRIND_START_INSTRUMENTATION;
			for (int i = 0; i < 100000; i++)
				s += i;
			return 0;
		}
	end
	cc -g -O0 -I "$TESTS/../include" -o half half.c
	shim --tool=cachegrind --instr-at-start=no --cachegrind-out-file=out ./half 2>log
	ir=$(sed -n 's/^summary: \([0-9]*\).*/\1/p' out)
	[ "$ir" -gt 4000 ] && [ "$ir" -lt 20000 ]
}
