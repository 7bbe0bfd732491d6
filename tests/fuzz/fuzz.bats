#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The properties of the fuzz targets in tests/fuzz hold for their corpora and for some
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
	nm "$B/targets/$1" | grep -q ' T LLVMFuzzerCustomMutator$'
}

@test "each target has a corpus, and each corpus a target" {
	targets >wanted
	ls "$TESTS/fuzz/corpus" | same wanted -
}

@test "the corpora are small" {
	[ "$(cat "$TESTS"/fuzz/corpus/*/* | wc -c)" -lt 500000 ]
	[ "$(ls "$TESTS"/fuzz/corpus/* | wc -l)" -lt 2000 ]
}

@test "each target holds for its corpus" {
	for target in $(targets); do
		files=("$TESTS/fuzz/corpus/$target"/*)
		"$B/targets/$target" "${files[@]}" >out 2>err ||
			fail "$target: $(cat err)" || return
		[ "$(cat out)" -eq ${#files[@]} ]
	done
}

@test "each target holds for mutations of its corpus" {
	for target in $(targets); do
		"$B/targets/$target" --mutate=40 "$TESTS/fuzz/corpus/$target"/* \
			>out 2>err || fail "$target: $(cat err)"
	done
}

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
