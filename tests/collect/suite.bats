#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The programs of the benchmark suite count as under Cachegrind: every event is equal.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	"$TESTS/bench/suite" "$BATS_FILE_TMPDIR" 1 \
		>"$BATS_FILE_TMPDIR/programs"
	cc -O1 -shared -fPIC -o "$BATS_FILE_TMPDIR/still.so" \
		"$TESTS/programs/still.c"
}

setup() {
	enter_tmpdir
}

# counts NAME: compares the collectors on this program of the suite
counts() {
	local command mode
	command=$(sed -n "s/^$1 //p" "$BATS_FILE_TMPDIR/programs")
	[ -n "$command" ]
	cd "$BATS_FILE_TMPDIR"
	# Python reads the access times of directories that it lists. The first
	# run on a day changes them.
	$command </dev/null >/dev/null
	# all events, and none of them: other files compare the modes between
	for mode in --cache-sim=no --branch-sim=yes; do
		# shellcheck disable=SC2086 # options and commands are words
		"$TESTS/lib/compare-collectors" $mode -- $command ||
			fail "$1 $mode differs"
	done
}

# bats test_tags=slow
@test "gzip counts as under Cachegrind" {
	counts gzip
}

@test "xz counts as under Cachegrind" {
	counts xz
}

@test "sqlite3 counts as under Cachegrind" {
	counts sqlite3
}

@test "perl counts as under Cachegrind" {
	counts perl
}

@test "python3 counts as under Cachegrind" {
	# newer versions read their memory map
	PRELOAD=$BATS_FILE_TMPDIR/still.so counts python3
}

@test "mawk counts as under Cachegrind" {
	# newer versions take their first random number from the clock
	PRELOAD=$BATS_FILE_TMPDIR/still.so counts mawk
}

@test "a C++ program counts as under Cachegrind" {
	counts C++
}

@test "the C compiler proper counts as under Cachegrind" {
	counts cc1
}

# bats test_tags=slow
@test "every program of the suite is tested" {
	run cut -d' ' -f1 "$BATS_FILE_TMPDIR/programs"
	[ "$output" = $'gzip\nxz\nsqlite3\nperl\npython3\nmawk\nC++\ncc1' ]
}
