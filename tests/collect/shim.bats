#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The `valgrind` of --valgrind-path, compared with the real one in what
# harnesses read.

load ../lib/collecting

# bats file_tags=slow

setup_file() {
	printf '%s\n' '#include <stdlib.h>' 'int main(int n, char **v)' \
		'{ int s = 0; for (int i = 0; i < 1000; i++) if (i % 3 && i % 7) s += i;' \
		'  return n > 1 ? atoi(v[1]) : s < 0; }' >"$BATS_FILE_TMPDIR/still.c"
	printf '%s\n' '#include <pthread.h>' 'static void *run(void *p) { return p; }' \
		'int main(void) { pthread_t t; pthread_create(&t, 0, run, 0);' \
		'return pthread_join(t, 0); }' >"$BATS_FILE_TMPDIR/pair.c"
	cc -g -O1 -static -o "$BATS_FILE_TMPDIR/still" "$BATS_FILE_TMPDIR/still.c"
	cc -g -O1 -o "$BATS_FILE_TMPDIR/pair" "$BATS_FILE_TMPDIR/pair.c" -pthread
}

shim() {
	env -u _ PATH="$(cg-collect --valgrind-path):$PATH" valgrind "$@"
}

# the real one, in an environment of the same length
stock() {
	local shim lib=/usr/libexec/valgrind
	shim=$(cg-collect --valgrind-path)
	while [ "${#lib}" -lt $((${#shim} - 5)) ]; do lib=/$lib; done
	env -u _ VALGRIND_LIB="$lib" PATH="$shim:$PATH" "$(command -v valgrind)" "$@"
}

refs() {
	sed -n 's/^==[0-9]*== I   refs: *//p' "$1"
}

@test "in place of Cachegrind, the instructions are equal, and chasing is on" {
	for option in --cache-sim=yes --cache-sim=no --branch-sim=yes; do
		exits 3 shim --tool=cachegrind "$option" still 3 2>ours
		exits 3 stock --tool=cachegrind "$option" --cachegrind-out-file=stock still 3 2>theirs
		[ -n "$(refs ours)" ]
		[ "$(refs ours)" = "$(refs theirs)" ]
	done
	cg_annotate cachegrind.out.[0-9]* | grep 'PROGRAM TOTALS'
}

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

@test "unknown options are refused as Valgrind does, all else goes to Valgrind" {
	for tool in cachegrind callgrind; do
		for option in --foo --output=x --stacks=yes -f; do
			exits 1 shim --tool=$tool $option still 2>ours
			exits 1 stock --tool=$tool $option still 2>theirs
			same theirs ours
		done
	done
	[ "$(shim --version)" = "$(valgrind --version)" ]
	shim still 2>log
	grep Memcheck log
}

@test "the log names options without effect" {
	shim --tool=callgrind --collect-systime=nsec --collect-bus=no still 2>log
	grep -- '--collect-systime=nsec has no effect' log
	! grep collect-bus log
}

@test "a signal that ends the program ends valgrind" {
	status=0
	shim --tool=cachegrind sh -c 'kill -TERM $$' 2>log || status=$?
	[ "$status" -eq 143 ]
	ls cachegrind.out.*
}
