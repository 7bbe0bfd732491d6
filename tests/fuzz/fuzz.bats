#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The properties of the fuzz targets in tests/fuzz hold for their inputs and for some
# mutations of these, with any compiler. `make fuzz` runs them with libFuzzer.

load ../lib/assertions

setup() {
	enter_tmpdir
}

# targets: prints their names
targets() {
	ls "$TESTS"/fuzz/fuzz_*.c | sed 's|.*/fuzz_||; s|\.c$||'
}

# mutates TARGET: true if it has a mutator of its own
mutates() {
	nm "$B/targets/$1" | grep ' T LLVMFuzzerCustomMutator$'
}

# unpack_inputs TARGET: unpacks them to a directory of its name
unpack_inputs() {
	"$TESTS/fuzz/inputs" unpack "$1" "$1"
}

@test "each target has inputs, and all inputs belong to a target" {
	targets | sed 's/$/.txt/' >wanted
	ls "$TESTS/fuzz/corpus" | same wanted -
}

# bats test_tags=long
@test "inputs are small and have names; what was unpacked makes the same archive" {
	export FUZZ_CORPUS=$PWD/again
	mkdir again
	for target in $(targets); do
		FUZZ_CORPUS='' unpack_inputs "$target"
		"$TESTS/fuzz/inputs" add "$target" "$target"/*
		same "$TESTS/fuzz/corpus/$target.txt" "again/$target.txt"
		rm -r "$target"
	done
	[ "$(cat again/* | wc -c)" -lt 500000 ]
	[ "$(cat again/* | wc -l)" -lt 2000 ]
}

# bats test_tags=long
@test "an input of any bytes is added under its name, and replaced" {
	export FUZZ_CORPUS=$PWD
	for byte in {0..255}; do
		printf '%b' "\\0$(printf %o $byte)"
	done >all-bytes
	printf '\\n\\x41' >backslashes
	: >empty
	mkdir later
	echo 1 >later/empty
	"$TESTS/fuzz/inputs" add t backslashes empty
	"$TESTS/fuzz/inputs" add t all-bytes
	"$TESTS/fuzz/inputs" add t later/empty
	unpack_inputs t
	[ "$(ls t | tr '\n' ' ')" = 'all-bytes backslashes empty ' ]
	cmp all-bytes t/all-bytes
	cmp backslashes t/backslashes
	cmp later/empty t/empty
	: >'a name'
	run -1 "$TESTS/fuzz/inputs" add t 'a name'
	[[ $output == 'inputs: a name: expected '* ]]
}

# bats test_tags=slow
@test "each target holds for its inputs" {
	for target in $(targets); do
		unpack_inputs "$target"
		"$B/targets/$target" "$target"/* >out 2>err ||
			fail "$target: $(cat err)" || return
		[ "$(cat out)" -eq "$(ls "$target" | wc -l)" ]
	done
}

# bats test_tags=long
@test "each target holds for mutations of its inputs" {
	for target in $(targets); do
		unpack_inputs "$target"
		"$B/targets/$target" --mutate=40 "$target"/* >out 2>err ||
			fail "$target: $(cat err)"
	done
}

# bats test_tags=long
@test "targets that read profiles hold for all of tests/corpus and mutations" {
	mkdir profiles
	"$CORPUS/make" profiles
	rm profiles/bad-no-newline profiles/good-long-names # large
	for target in $(targets); do
		mutates "$target" || continue
		"$B/targets/$target" --mutate=30 profiles/* >out 2>err ||
			fail "$target: $(cat err)"
		[ "$(cat out)" -gt 4000 ]
	done
}

@test "the input that makes a target fail is named" {
	cat >target.c <<-'END'
		#include <stdio.h>
		#include <stdlib.h>
		#include "target.h"
		void demand(bool holds, const char *property)
		{
			if (holds)
				return;
			fprintf(stderr, "%s\n", property);
			abort();
		}
		int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
		{
			demand(size < 3 || data[2] != 'x', "no x");
			return 0;
		}
	END
	cc -D_XOPEN_SOURCE=700 -I"$TESTS/fuzz" -o target target.c "$TESTS/fuzz/replay.c"
	printf abc >good
	printf abx >bad
	[ "$(./target good good)" = 2 ]
	status=0
	./target good bad 2>err || status=$?
	[ "$status" -gt 128 ]
	printf 'no x\nthe target ended with the file bad\n' | same - err
	# also if only a mutation of the file fails: one bit of "y" changes
	printf aby >near
	status=0
	./target --mutate=2000 near 2>err || status=$?
	[ "$status" -gt 128 ]
	printf 'no x\nthe target ended with the file near\n' | same - err
}
