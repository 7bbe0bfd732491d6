#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --forwarding: reads that wait for what was just written.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build forwarding.c -O1
	cd "$BATS_FILE_TMPDIR"
	cg-collect -q --forwarding=yes --calls -o forwarding.cg ./forwarding
}

setup() {
	enter_with_programs
	FILES=$BATS_FILE_TMPDIR
}

# inclusive FUNCTION EVENT: its inclusive cost
inclusive() {
	cg-sum --by=function --inclusive --format=tsv --events="$2" "$FILES/forwarding.cg" |
		awk -F'\t' -v name="$1" '$2 == name { print $4 }'
}

# counts FUNCTION LEAST MOST [EVENT...]: each event is between the two
counts() {
	local event n
	for event in "${@:4}"; do
		n=$(inclusive "$1" "$event")
		[ "$n" -ge "$2" ] && [ "$n" -le "$3" ] || fail "$1: $event $n, not $2 to $3"
	done
}

# bats test_tags=slow
@test "the links of the longest chain count, and those beside it do not" {
	# of 10,000 rounds; the first ones wait for nothing
	counts count_same 9990 10000 Dsf
	counts count_two 4990 5010 Dsf
	counts count_half 4990 5010 Dsf Dsfv
	counts pass_on 9990 10000 Dsf Dsfv
}

@test "what was written long ago, or depends on nothing, is not waited for" {
	counts count_far 0 20 Dsf Dsfv
	counts copy 0 20 Dsf Dsfv
	# one for each window
	counts read_back 0 500 Dsf Dsfv
}

@test "a register can stand for what is always at one address, but not for a real number" {
	counts count_same 0 100 Dsfv
	counts add_real 9990 10000 Dsf
	[ "$(uname -m)" = x86_64 ] || return 0
	counts add_real 9990 10000 Dsfv
	counts add_to_real 9990 10000 Dsf Dsfv
}

@test "all other events are as without it" {
	for options in '' --calls '--calls --dump-instr=yes --branch-sim=yes' --I1=1024,2,32 \
		'--data=d.cg --line-use'; do
		# shellcheck disable=SC2086
		cg-collect -q $options -o without.cg forwarding
		[ ! -e d.cg ] || mv d.cg without.data
		# shellcheck disable=SC2086
		cg-collect -q $options --forwarding=yes -o with.cg forwarding
		events=$(sed -n 's/^events: //p' without.cg)
		[ "$(sed -n 's/^events: //p' with.cg)" = "$events Dsf Dsfv" ]
		cg-filter --events="${events// /,}" with.cg | same <(cg-filter without.cg) -
		cg-sum --check with.cg
	done
	events=$(sed -n 's/^events: //p' without.data)
	cg-filter --events="${events// /,}" d.cg | same <(cg-filter without.data) -
}

@test "with --memory, too, and without caches it is refused" {
	local model=zen3
	[ "$(uname -m)" = x86_64 ] || model=neoverse-n1
	cg-collect -q --memory=$model -o without.cg forwarding
	cg-collect -q --memory=$model --forwarding=yes -o with.cg forwarding
	events=$(sed -n 's/^events: //p' without.cg)
	cg-filter --events="${events// /,}" with.cg | same <(cg-filter without.cg) -
	[ "$(sed -n 's/^events: .* //p' with.cg)" = Dsfv ]
	run -125 cg-collect --forwarding=yes --cache-sim=no true
	[ "$output" = 'cg-collect: --forwarding needs --cache-sim=yes (see cg-collect --help)' ] || fail "$output"
}
