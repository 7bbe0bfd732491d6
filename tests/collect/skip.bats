#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# --fn-skip and --obj-skip: functions that are left out of the call graph, compared
# with Callgrind's.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build calls.c -O2
	build containers.cc -O1
	build regions.cc -O1 -I"$ROOT/include"
	build requests.c -O1 -static
}

setup() {
	enter_with_programs
	programs=$BATS_FILE_TMPDIR
}

# compared [OPTION...] -- PROGRAM...: there may be only known differences to Callgrind
compared() {
	"$TESTS/lib/compare-calls" "$@" >compared 2>&1 ||
		fail "compare-calls $*: $(cut -c1-400 compared | tail -20)"
	graph check ours.calls >roots
}

@test "--fn-skip leaves out what Callgrind leaves out" {
	local calls=$programs/calls
	compared --cache-sim=no --fn-skip=even -- "$calls" recursion
	compared --cache-sim=no --fn-skip=even --fn-skip=odd -- "$calls" recursion
	compared --branch-sim=yes --fn-skip=fib --fn-skip='w?rk' -- "$calls" recursion
	compared --cache-sim=no --fn-skip=even --separate-recs=4 -- "$calls" recursion
	compared --cache-sim=no --fn-skip=middle -- "$calls" tails
	compared --cache-sim=no --fn-skip=state_a -- "$calls" tails
	compared --cache-sim=no --dump-instr=yes --fn-skip=work -- "$calls" tails
	compared --fn-skip=dive -- "$calls" jumps
	compared --cache-sim=no --fn-skip=jump_out -- "$calls" jumps
	compared --cache-sim=no --fn-skip=weave -- "$calls" stacks
	compared --cache-sim=no --fn-skip='qsort*' --fn-skip='msort*' -- "$calls" callbacks
	compared --cache-sim=no --fn-skip=work --separate-callers=2 -- "$calls" callbacks
	compared --branch-sim=yes --fn-skip='std::*' -- "$programs/containers"
	compared --cache-sim=no --fn-skip='*hrow*' -- "$programs/containers"
}

# bats test_tags=slow
@test "a skipped function is in no context and no stack, and the totals stay" {
	local mode
	for mode in --calls --stacks '--calls --separate-callers=3' \
		'--calls --collect-jumps=yes' '--calls --separate-threads=yes'; do
		# shellcheck disable=SC2086 # a list of options
		cg-collect -q $mode --branch-sim=yes --reproducible -o whole \
			"$programs/calls" threads
		# shellcheck disable=SC2086
		cg-collect -q $mode --branch-sim=yes --reproducible -o skipped \
			--fn-skip=fib "$programs/calls" threads
		grep -E '^c?fn=.*\bfib\b' whole >/dev/null
		run -1 grep -E '^c?fn=.*\bfib\b' skipped
		cg-sum --check skipped
	done
	cg-collect -q --stacks --cache-sim=no --reproducible -o whole \
		"$programs/calls" recursion
	cg-collect -q --stacks --cache-sim=no --reproducible -o skipped --fn-skip=work \
		"$programs/calls" recursion
	[ "$(grep '^summary:' whole)" = "$(grep '^summary:' skipped)" ]
	# the stacks are those of the whole without the function
	cg-export --to=folded --inclusive whole >stacks
	sed 's/;work//' stacks | awk '{ n = $NF; sub(/ [0-9]*$/, ""); cost[$0] += n }
		END { for (stack in cost) print stack, cost[stack] }' | sort >expected
	same expected <(cg-export --to=folded --inclusive skipped | sort)
}

@test "regions keep what skipped functions cost in them" {
	cg-collect -q --calls --cache-sim=no -o whole "$programs/regions" nested
	cg-collect -q --calls --cache-sim=no --fn-skip=work -o skipped \
		"$programs/regions" nested
	same <(cg-sum --by=region --format=csv whole | grep -E 'outer|inner') \
		<(cg-sum --by=region --format=csv skipped | grep -E 'outer|inner')
	run -1 grep -E '^c?fn=.*\bwork\b' skipped
}

@test "--obj-skip leaves out a library, and callbacks are called by its callers" {
	local libc
	libc=$(ldd "$programs/calls" | sed -n 's/.*=> \(.*libc\.so[^ ]*\).*/\1/p')
	for libc in '*/libc.so*' "$(realpath "$libc")"; do
		cg-collect -q --calls --cache-sim=no -o skipped --obj-skip="$libc" \
			"$programs/calls" callbacks
		cg-sum --by=object skipped >objects
		run -1 grep libc.so objects
		graph check skipped >roots
		[ "$(cg-sum --check skipped | grep -c ': ok')" -eq 1 ]
	done
}

# on all levels of recursion: its loop begins at its first instruction
cost_of_work() {
	awk -F, '$2 ~ /^work/ { sum += $3 } END { print sum }' functions
}

@test "a program can skip an object while it runs" {
	local requests=$programs/requests
	cg-collect -q --calls --cache-sim=no -o skipped "$requests" \
		work outer skip="$requests" work outer
	# a call of each, a loop of 1,000 or 500 rounds in each
	cg-sum --by=function --format=csv skipped >functions
	[ "$(cost_of_work)" -eq $((2 * 2001 + 1001)) ]
	cg-sum --check skipped
	cg-collect -q --calls --cache-sim=no -o other "$requests" \
		work outer skip=/no/such work outer
	cg-sum --by=function --format=csv other >functions
	[ "$(cost_of_work)" -eq $((4 * 2001 + 2 * 1001)) ]
	cg-collect -q --cache-sim=no -o none "$requests" skip="$requests" work
	grep -x 'fn=work' none
}

@test "without calls, options for calls are errors, and a name that matches nothing is told" {
	for option in --fn-skip=work --obj-skip=/lib/x --separate-callers=2 --separate-recs=3 \
		--dump-instr=yes --skip-plt=no; do
		run -125 cg-collect "$option" true
		[[ $output == *"${option%%=*} needs --calls"* ]]
	done
	cg-collect --calls --cache-sim=no --fn-skip=no_such --obj-skip=/no/such \
		--fn-skip=work -o p.cg "$programs/calls" tails 2>err
	grep -e '--fn-skip=no_such: no such function ran$' err
	grep -e '--obj-skip=/no/such: no such code ran$' err
	run -1 grep -e --fn-skip=work err
}
