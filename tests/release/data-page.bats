#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# docs/DATA.md: its commands run, and its numbers are what they print.

# bats file_tags=long,whole

load ../lib/assertions

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	cp "$TESTS"/../examples/data/* .
	# numbers the pairs of commands and output
	awk '
	/^```sh$/ { inside = 1; file = sprintf("commands-%02d", ++n); next }
	/^```text$/ { inside = 1; file = sprintf("output-%02d", n); next }
	/^```$/ { inside = 0 }
	inside { print >file }
	' "$TESTS/../docs/DATA.md"
	for commands in commands-*; do
		cat commands-01 "$commands" >with-options
		bash -euo pipefail with-options >"said-${commands#commands-}" 2>err || {
			cat "$commands" err
			return 1
		}
	done
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return 1
}

@test "each program before and after its change prints the same" {
	for program in particles list table matrix columns counters; do
		./$program >before
		./$program-after | same before - "$program"
	done
}

# bats test_tags=slow
@test "the output in the page is what the commands print" {
	outputs=(output-*)
	[ ${#outputs[@]} -ge 10 ]
	for output in "${outputs[@]}"; do
		"$TESTS/lib/page-output" "$output" "said-${output#output-}" ||
			fail "$output: $(cat "$output" "said-${output#output-}")"
	done
}

# of PROGRAM DATA EVENT: the sum of this event over data, separated by blanks
of() {
	local sum=0 datum
	for datum in $2; do
		sum=$((sum + $("$TESTS/lib/data-rows" "$datum" "$3" <"$1.cg")))
	done
	echo $sum
}

# use PROGRAM DATA: the line use in percent
use() {
	local fetched used
	fetched=$(of "$1" "$2" LnB)
	used=$(of "$1" "$2" LnU)
	echo $(((used * 100 + fetched / 2) / fetched))
}

@test "the table of the page has these numbers" {
	while read -r program before after; do
		[ "$before" != - ] || before=$after
		row=$(grep "^| $program | .* % |" "$TESTS/../docs/DATA.md")
		for side in '' -after; do
			data=${before//,/ }
			[ -z "$side" ] || data=${after//,/ }
			misses=$(($(of "$program$side" "$data" D1mr) + $(of "$program$side" "$data" D1mw)))
			column=3
			[ -z "$side" ] || column=4
			stated=$(cut -d'|' -f$column <<<"$row" | tr -d ', ')
			[ $((misses * 100)) -le $((stated * 101)) ] &&
				[ $((misses * 101)) -ge $((stated * 100)) ] ||
				fail "$program$side: $misses misses, not $stated"
			stated=$(cut -d'|' -f$((column + 2)) <<<"$row" | tr -d '% ')
			found=$(use "$program$side" "$data")
			[ "$found" -ge $((stated - 1)) ] && [ "$found" -le $((stated + 1)) ] ||
				fail "$program$side: line use $found, not $stated"
		done
	done <<-'END'
		particles main main
		list new_node new_node
		table table,add hashes,entries
		matrix b b
	END
}

@test "counts that no library changes are exact" {
	[ "$(of list new_node Al)" -eq 60000 ]
	[ "$(of list-after new_node Al)" -eq 5000 ]
	[ "$(of table add Al)" -eq 8192 ]
	[ "$(of table-after add AlB)" -eq $((8192 * 48)) ]
	[ "$(of particles main AlB)" -eq 1360000 ]
	[ "$(of matrix b LnB)" -eq $((64 * 4099200)) ]
	[ "$(of matrix-after b LnU)" -eq "$(of matrix-after b LnB)" ]
	[ "$(of counters main ShF)" -eq 400000 ]
	[ "$(of counters main ShT)" -eq 0 ]
	[ "$(of counters-after main ShF)" -eq 0 ]
}
