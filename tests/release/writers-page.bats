#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The tables of docs/WRITERS.md.

load ../lib/assertions

setup() {
	PAGE=$TESTS/../docs/WRITERS.md
}

@test "WRITERS: each sample is in the corpus, and is read" {
	local sample n=0

	while read -r sample; do
		cg-sum --format=plain "$TESTS/corpus/$sample" >"$BATS_TEST_TMPDIR/out" ||
			fail "$sample is not read"
		n=$((n + 1))
	done < <(grep -o '`good-[^`]*`' "$PAGE" | tr -d '`')
	[ "$n" -ge 20 ]
	# samples that are named after a program are on the page
	for sample in "$TESTS"/corpus/good-c*-{pprof,x*,ruby-prof,stackprof,klee,pmcstat,memprof}; do
		[[ $sample != *append ]] || continue
		grep -qF "\`${sample##*/}\`" "$PAGE" || fail "no $sample"
	done
}

@test "WRITERS: each reader has a test" {
	local name n=0

	while IFS='|' read -r _ _ _ name _; do
		name=${name# }
		name=${name% }
		grep -rqF "@test \"$name\"" "$TESTS" || [ -e "$TESTS/../$name" ] ||
			fail "no test \"$name\""
		n=$((n + 1))
	done < <(sed '1,/^## Readers/d' "$PAGE" | grep '`cg-')
	[ "$n" -ge 12 ]
}
