#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --separate-callers and --separate-recs: functions in their contexts add up to
# the functions, however many contexts there are.

load ../lib/collecting

# bats file_tags=slow

setup_file() {
	build mutual.c -O1 -static
	build calls.c -O2 -static
	build torture.c -O1 -ldl -lm
}

setup() {
	enter_with_programs
}

collect() {
	cg-collect -q --inline=no "${REPRODUCIBLY[@]}" --client-stdout=/dev/null "$@" 2>err || :
}

# functions PROFILE: its own costs by line, without contexts
functions() {
	cg-filter --mod-funcname="s/'.*//" "$1" >plain.cg
	graph own plain.cg
}

# adds_up OPTIONS PROGRAM...: the contexts add up to the functions
adds_up() {
	local options=$1
	shift
	for mode in --cache-sim=no --branch-sim=yes; do
		collect --calls --separate-recs=1 $mode -o functions.cg "$@"
		# shellcheck disable=SC2086
		collect --calls $options $mode -o contexts.cg "$@"
		functions functions.cg >expected
		functions contexts.cg | same expected - "$options $mode"
	done
}

@test "contexts add up to the functions" {
	adds_up --separate-callers=1 calls recursion
	adds_up '--separate-callers=3 --separate-recs=4' calls callbacks
	adds_up '--separate-callers=2 --dump-instr=no' calls signals
}

# There are 17,000 contexts of them.
# bats test_tags=long
@test "64 functions that call each other have all their contexts" {
	adds_up --separate-callers=2 mutual 300 10
	[ "$(grep -cE "^fn=f[0-7]{2}'f[0-7]{2}'f" contexts.cg)" -gt 15000 ]
}
