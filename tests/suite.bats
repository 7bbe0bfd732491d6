#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The programs that the collector is measured with count as under Cachegrind, in
# every mode and not one event off.

setup_file() {
	"$BATS_TEST_DIRNAME/bench/suite" "$BATS_FILE_TMPDIR" 1 \
		>"$BATS_FILE_TMPDIR/programs"
	cc -O1 -shared -fPIC -o "$BATS_FILE_TMPDIR/still.so" \
		"$BATS_TEST_DIRNAME/programs/still.c"
}

setup() {
	load assertions
	enter_tmpdir
}

# counts NAME: the program of the suite
counts() {
	local command mode
	command=$(sed -n "s/^$1 //p" "$BATS_FILE_TMPDIR/programs")
	[ -n "$command" ]
	cd "$BATS_FILE_TMPDIR"
	# Python looks at the access times of folders that it lists, which the
	# first run changes on a machine where it has not run for a day
	$command </dev/null >/dev/null
	for mode in --cache-sim=no --cache-sim=yes --branch-sim=yes \
		'--cache-sim=no --branch-sim=yes'; do
		# shellcheck disable=SC2086 # options and commands are words
		"$TESTS/compare-collectors" $mode -- $command ||
			fail "$1 $mode differs"
	done
}

@test "gzip" {
	counts gzip
}

@test "xz" {
	counts xz
}

@test "sqlite3" {
	counts sqlite3
}

@test "perl" {
	counts perl
}

@test "python3" {
	# newer ones look at their memory map
	PRELOAD=$BATS_FILE_TMPDIR/still.so counts python3
}

@test "mawk" {
	# newer ones take their first random number from the clock
	PRELOAD=$BATS_FILE_TMPDIR/still.so counts mawk
}

@test "a C++ program" {
	counts C++
}

@test "the C compiler proper" {
	counts cc1
}

@test "there is no program that is not tested" {
	run cut -d' ' -f1 "$BATS_FILE_TMPDIR/programs"
	[ "$output" = $'gzip\nxz\nsqlite3\nperl\npython3\nmawk\nC++\ncc1' ]
}
