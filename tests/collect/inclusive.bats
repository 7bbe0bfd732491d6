#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The inclusive costs of functions that call one another and themselves.
# bats file_tags=slow

load ../lib/assertions
load ../lib/collecting

setup_file() {
	build inclusive.c -O1
}

setup() {
	enter_with_programs
}

@test "inclusive costs of random recursive programs are those of single steps, in every report" {
	[ "$(uname -m)" = x86_64 ] || skip 'the program that takes the steps is of x86-64'
	cp "$BATS_FILE_TMPDIR/inclusive" .
	# more seeds: tests/lib/compare-inclusive 3 1000
	"$TESTS/lib/compare-inclusive" 1 2 >compared
	read -r exact _ bounds _ <compared
	[ "$exact" -gt 250 ]
	[ "$bounds" -lt $((exact / 2)) ]
}
