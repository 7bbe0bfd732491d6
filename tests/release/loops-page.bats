#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# docs/LOOPS.md: its commands run at a terminal one after the other, and its examples end faster by what it says.

# bats file_tags=long,whole

load ../lib/assertions

# numbers the pairs of commands and output, and runs the commands in one shell; said-N has what
# the N-th printed
setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	[ "$(uname -m)" = x86_64 ] || skip 'the page has a processor of x86-64'
	[ -n "$(compgen -c llvm-mca)" ] || missing llvm
	cp "$TESTS/bench/loop_examples.c" .
	awk '
	/^```c$/ { inside = 1; file = "mm.c"; next }
	/^```sh$/ { inside = runs = 1; file = sprintf("commands-%02d", ++n); next }
	/^```text$/ { inside = runs; runs = 0; file = sprintf("output-%02d", n); next }
	/^```$/ { inside = 0 }
	inside { print >file }
	' "$TESTS/../docs/LOOPS.md"
	for commands in commands-*; do
		echo "echo '@@@ said-${commands#commands-}'"
		cat "$commands"
	done >all
	CG_PAGER=cat NO_COLOR=1 script -qec \
		'stty rows 24 cols 130; exec bash -euo pipefail all' /dev/null </dev/null |
		sed 's/\r$//' |
		awk '/^@@@ / { file = $2; next } { print >file }' || {
		tail said-*
		return 1
	}
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return 1
}

@test "the output in docs/LOOPS.md is what its commands print at a terminal" {
	[[ $(gcc -dumpversion) == 12* && $(llvm-mca --version) == *' 14.'* ]] ||
		skip 'the page has the compilers of Debian 12'
	outputs=(output-*)
	[ ${#outputs[@]} -eq 4 ]
	for output in "${outputs[@]}"; do
		"$TESTS/lib/page-output" "$output" "said-${output#output-}" ||
			fail "$output: $(cat "$output" "said-${output#output-}")"
	done
}

# cycles PROFILE FUNCTION: what the function costs
cycles() {
	cg-sum --by=function --events=Cy --format=tsv "$1" |
		awk -F'\t' -v name="$2" '$2 == name { print $3 }'
}

@test "each example is faster by what the table says" {
	awk -F' *[|] *' '$2 ~ /^(stretch|hash|count_fields|variance)$/ && $5 ~ /^0[.]/ { print $2, $5 }' \
		"$TESTS/../docs/LOOPS.md" >table
	[ "$(wc -l <table)" -eq 4 ]
	while read -r name ratio; do
		awk -v old="$(cycles before.cg "$name")" -v new="$(cycles after.cg "$name")" -v ratio="$ratio" '
			BEGIN { exit !(old > 0 && new / old < ratio * 1.3 && new / old > ratio / 1.3) }' ||
			fail "$name: $(cycles before.cg "$name") -> $(cycles after.cg "$name"), not $ratio"
	done <table
}
