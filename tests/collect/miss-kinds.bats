#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --miss-kinds: why accesses to data miss.

load ../lib/collecting

# bats file_tags=long

# shellcheck disable=SC2054 # a size, ways and the size of a line
CACHES=(--I1=32768,8,64 --D1=32768,8,64 --LL=524288,8,64)

setup_file() {
	build miss_kinds.c -O1
	cd "$BATS_FILE_TMPDIR"
	cg-collect -q --calls --miss-kinds "${CACHES[@]}" --data=kinds.data -o kinds.cg \
		./miss_kinds
}

setup() {
	enter_with_programs
	FILES=$BATS_FILE_TMPDIR
}

# counts FUNCTION D1mnew D1mcap D1mconf DLmnew DLmcap DLmconf: the function and what it calls have
# these counts, but for the few accesses to its stack
counts() {
	cg-sum --by=function --inclusive --format=tsv \
		--events=D1mnew,D1mcap,D1mconf,DLmnew,DLmcap,DLmconf "$FILES/kinds.cg" |
		awk -F'\t' -v wanted="$*" '
			BEGIN { split(wanted, want, " ") }
			$2 == want[1] {
				found = 1
				for (i = 2; i <= 7; i++)
					if ($(2 * i) < want[i] || $(2 * i) > want[i] + 4)
						bad = bad " " $(2 * i) " for " want[i]
			}
			END {
				if (!found || bad)
					print want[1] ":" bad
				exit !found || bad
			}'
}

# bats test_tags=slow
@test "rows a page apart conflict, and padded ones do not" {
	# of 10 rounds, the first one touches new lines
	counts read_rows 32 0 288 32 0 0
	counts read_padded 32 0 0 32 0 0
}

@test "what is larger than a cache misses for want of capacity" {
	counts read_large 1024 9216 0 1024 0 0
	counts read_huge 16384 147456 0 16384 147456 0
}

@test "an access to two lines is one miss, on a new line if one is new" {
	counts write_straddling 100 0 0 100 0 0
}

# bats test_tags=slow
@test "the kinds add up to the misses, by row, and by data" {
	for profile in kinds.cg kinds.data; do
		cg-filter --events=D1mr,D1mw,DLmr,DLmw,D1mnew,D1mcap,D1mconf,DLmnew,DLmcap,DLmconf \
			"$FILES/$profile" |
			awk '/^[0-9+*-]/ {
				rows++
				if ($2 + $3 != $6 + $7 + $8 || $4 + $5 != $9 + $10 + $11)
					print
			}
			END { if (rows < 20) print rows " rows" }' >bad
		[ ! -s bad ] || fail "$profile: $(head -3 bad)"
		cg-sum --check "$FILES/$profile"
	done
	cg-annotate --data "$FILES/kinds.data" >report
	grep -q '^ *D1 miss.* D1mconf' report
	# of the others, none
	grep 'are conflicts' report | same - <(echo '288 D1 misses are conflicts: data' \
		'used together are multiples of 4,096 bytes apart')
	cg-sum --by=data --format=tsv --events=D1mconf "$FILES/kinds.data" |
		awk -F'\t' '$2 ~ /^rows/ { print $3 }' >of_rows
	[ "$(cat of_rows)" = 288 ]
}

@test "all other events are as without it" {
	for options in '' '--calls --dump-instr=yes --branch-sim=yes' --I1=1024,2,32; do
		# shellcheck disable=SC2086
		cg-collect -q $options -o without.cg miss_kinds
		# shellcheck disable=SC2086
		cg-collect -q $options --miss-kinds -o with.cg miss_kinds
		events=$(sed -n 's/^events: //p' without.cg)
		[ "$(sed -n 's/^events: //p' with.cg)" = \
			"$events D1mnew D1mcap D1mconf DLmnew DLmcap DLmconf" ]
		cg-filter --events="${events// /,}" with.cg | same <(cg-filter without.cg) -
		cg-sum --check with.cg
	done
}

@test "each instruction has the kinds of a plain model" {
	"$TESTS/lib/compare-memory" --miss-kinds=yes --I1=1024,2,32 --D1=2048,2,32 \
		--L2=4096,4,32 --LL=8192,4,32 --filling=filled,filled --tlb=16,4:16,4:64,4 \
		--prefetch=L2-stream -- "$(type -P true)" >got || fail "$(cat got)"
}

@test "each instruction of a static program has the kinds of a plain model" {
	cc -O1 -static -o static "$TESTS/programs/miss_kinds.c"
	"$TESTS/lib/compare-memory" --miss-kinds=yes "${CACHES[@]}" --L2=65536,4,64 \
		--filling=filled,victim --tlb=16,4:16,4:64,4 --prefetch=D1-next \
		-- ./static >got || fail "$(cat got)"
}

@test "without caches it is refused" {
	run -125 cg-collect --miss-kinds --cache-sim=no true
	[ "$output" = 'cg-collect: --miss-kinds needs --cache-sim=yes (see cg-collect --help)' ] || fail "$output"
}
