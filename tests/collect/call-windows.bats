#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --calls with counting that starts and stops anywhere, and with deep stacks.
# Each profile is whole, and its costs are those without --calls.

# bats file_tags=long

setup_file() {
	cc -O1 -g -fno-optimize-sibling-calls -I "$BATS_TEST_DIRNAME/../../include" \
		-o "$BATS_FILE_TMPDIR/windows" "$BATS_TEST_DIRNAME/../programs/windows.c" -pthread
}

setup() {
	load ../lib/assertions
	load ../lib/collecting
	enter_tmpdir
	WINDOWS=$BATS_FILE_TMPDIR/windows
}

# collect OPTION... PROGRAM...
collect() {
	cg-collect -q "${REPRODUCIBLY[@]}" --cache-sim=no "$@" 2>err
}

# check SCENARIO [OPTION...]: collects the profile c.cg, which must be whole
check() {
	collect "${@:2}" --calls -o c.cg "$WINDOWS" "$1"
	graph check c.cg >roots || fail "$*"
	cg-sum --check c.cg | grep ': ok, ' || fail "$*"
}

# check_counts SCENARIO [OPTION...]: its costs must also be those without --calls
check_counts() {
	check "$@"
	collect "${@:2}" -o p.cg "$WINDOWS" "$1"
	graph own p.cg | join_unnamed >own
	graph own c.cg | join_unnamed | same own - "$*"
}

# calls CALLER CALLEE: prints the number of calls
calls() {
	graph edge "$1" "$2" c.cg | cut -d' ' -f1
}

# cost [CALLER CALLEE]: prints the inclusive instructions, or the total
cost() {
	if [ $# -eq 2 ]; then
		graph edge "$1" "$2" c.cg | cut -d' ' -f2
	else
		sed -n 's/^totals: //p' c.cg
	fi
}

# bats test_tags=slow
@test "functions that start and stop counting do not call each other" {
	check_counts siblings --instr-at-start=no
	[ "$(calls left right) $(calls right left)" = '0 0' ]
	[ "$(calls left burn) $(calls right burn)" = '100 100' ]
	[ "$(calls siblings left)$(calls main siblings)" = 00 ]
}

@test "a function that starts counting is called by those it returns to" {
	check_counts across --instr-at-start=no
	[ "$(calls across opens) $(calls across closes)" = '100 100' ]
	[ "$(calls opens closes) $(calls closes opens)" = '0 0' ]
	# up to the request only
	[ "$(cost across closes)" -lt "$(($(cost) / 2))" ]
}

@test "calls that counting finds open are counted once if one is made again in another" {
	check_counts recursion --instr-at-start=no
	[ "$(calls recurse recurse)" = 500 ]
	[ "$(cost recurse recurse)" -le "$(cost recursion recurse)" ]
	[ "$(cost recursion recurse)" -le "$(cost)" ]
	[ "$(calls recursion recurse)" = 1 ]
	check mutual --instr-at-start=no
	[ "$(calls even odd)" -ge 100 ]
	check twice --instr-at-start=no
}

@test "windows may begin and end anywhere" {
	local options scenario
	for scenario in siblings across recursion twice mutual callee handlers jumps; do
		check_counts "$scenario" --instr-at-start=no
		check_counts "$scenario"
		for options in --separate-recs=1 '--instr-at-start=no --separate-recs=4' \
			'--separate-callers=2 --instr-at-start=no'; do
			# shellcheck disable=SC2086
			check "$scenario" $options
		done
	done
}

@test "windows of threads begin and end in other threads" {
	check threads --instr-at-start=no
	[ "$(calls nests hands_over_often)" -le 2 ]
	check threads
	check threads --separate-threads=yes --instr-at-start=no
	check threads --separate-recs=1
}

@test "functions that turn counting on and off may have windows in them" {
	for scenario in siblings across twice callee handlers jumps threads; do
		check "$scenario" --toggle-collect=burn
		check "$scenario" --toggle-collect=raises --toggle-collect=again \
			--instr-at-start=no
	done
}

@test "threads that take turns, and signals, cost the same below a hundred thousand calls" {
	timeout 60 cg-collect -q --calls --cache-sim=no -o c.cg "$WINDOWS" turns 100000 10000
	graph check c.cg >roots
	[ "$(calls nests takes_turns)$(calls "nests'2" takes_turns)" = 02 ]
	timeout 60 cg-collect -q --calls --cache-sim=no -o c.cg "$WINDOWS" \
		signals-below 100000 10000
	graph check c.cg >roots
	[ "$(calls handles burn)" = 10000 ]
	[ "$(calls is_interrupted raise)" = 10000 ]
}
