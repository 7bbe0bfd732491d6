#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Callgrind's client requests and its options for parts of a run, with Callgrind
# itself as the oracle: the same number of parts, for the same reasons, with the
# same counts of the program's functions.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	[ -e /usr/include/valgrind/callgrind.h ] ||
		missing 'no <valgrind/callgrind.h>'
	build requests.c -O1 -static
	build growing.c -O1 -static
}

setup() {
	enter_with_programs
	requests=$BATS_FILE_TMPDIR/requests
}

# parts FILE: prints the parts: why each ends, and what its functions of requests.c
# cost, but not the functions around a request: Callgrind counts or does not count
# all of the block that ends with it.
parts() {
	awk '/^desc: Trigger: / { part++; print part, substr($0, 7) }
	     /^(c?fn)=/ {
	         is_callee = /^cfn/
	         name = $0
	         sub(/^c?fn=/, "", name)
	         if (match(name, /^\([0-9]+\)/)) {
	             id = substr(name, 1, RLENGTH)
	             if (RLENGTH < length(name))
	                 names[part, id] = names[0, id] = substr(name, RLENGTH + 2)
	             name = (part, id) in names ? names[part, id] : names[0, id]
	         }
	         sub(/\x27.*/, "", name)
	         if (!is_callee)
	             function_name = name
	     }
	     /^calls=/ { is_call = 1; next }
	     /^[0-9+*-]/ {
	         if (!is_call)
	             sum[part " " function_name] += $2
	         is_call = 0
	     }
	     END {
	         for (i in sum)
	             if (i ~ / (work|outer|recurse|handle|run)$/)
	                 print i, sum[i]
	     }' "$1" | sort -V
}

# like_callgrind [OPTION...] -- ACTION...: all parts must be Callgrind's
like_callgrind() {
	local options=()
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	valgrind -q --tool=callgrind --vex-guest-chase=no --cache-sim=yes \
		--callgrind-out-file=stock --combine-dumps=yes \
		"${options[@]}" "$requests" "$@"
	for calls in no yes; do
		cg-collect -q --calls="$calls" -o ours --combine-dumps=yes \
			"${options[@]}" "$requests" "$@"
		if [ "$(grep -c '^desc: Trigger' stock)" -gt 1 ]; then
			grep -q '^desc: Trigger: Program termination$' ours
		fi
		if grep -q '^desc: Trigger' ours; then
			parts stock >expected
		else
			parts stock | sed -n 's/^1 \([a-z]\)/ \1/p' >expected
		fi
		parts ours >actual
		same expected actual
	done
}

# bats test_tags=slow
@test "zero and dump: parts and counts are Callgrind's" {
	like_callgrind -- work zero work
	like_callgrind -- work dump work at=two work at=two outer
	grep -x 'desc: Trigger: Client Request: two' ours
	like_callgrind -- outer=dump outer=zero recurse dump
}

# bats test_tags=slow
@test "toggle: only what runs while counting is on" {
	like_callgrind --collect-atstart=no -- work toggle outer toggle work
	like_callgrind -- work toggle outer toggle work
	like_callgrind --collect-atstart=no -- outer=toggle work outer=toggle outer
	like_callgrind --collect-atstart=no -- toggle work dump outer toggle dump
}

@test "start and stop: the same as with Cachegrind's requests" {
	like_callgrind --instr-atstart=no -- work start work stop outer
	like_callgrind --instr-atstart=no -- work start recurse dump stop outer
	like_callgrind -- stop work start zero outer at=x
}

@test "requests in the handler of a signal" {
	like_callgrind -- handler=zero work
	like_callgrind -- handler=dump work dump
	like_callgrind --collect-atstart=no -- toggle handler=work outer toggle work
}

@test "requests in a thread" {
	like_callgrind --collect-atstart=no -- thread=toggle work
	like_callgrind --collect-atstart=no -- toggle thread=work work toggle dump
	like_callgrind -- thread=zero work
	like_callgrind -- thread=dump work
}

@test "--zero-before, --dump-before, --dump-after and --toggle-collect" {
	like_callgrind --zero-before=outer -- work outer recurse
	like_callgrind --dump-before=outer -- work outer recurse outer
	like_callgrind --dump-after=recurse -- work recurse outer recurse
	like_callgrind --dump-before=work --dump-after=outer -- work outer
	like_callgrind --toggle-collect=outer --dump-after=outer -- work outer work outer
	like_callgrind --toggle-collect=outer -- work outer=toggle work outer
}

@test "parts add up to the profile without dumps" {
	for mode in "" --calls --stacks --cache-sim=no "--branch-sim=yes --calls" \
		"--calls --separate-threads=yes"; do
		# shellcheck disable=SC2086 # a list of options
		cg-collect -q $mode -o parts.cg "$requests" work outer=dump recurse at=b outer
		[[ $mode != *--calls* ]] || graph check parts.cg
		[ "$(grep -c '^desc: Trigger: ' parts.cg)" -ge 3 ]
		# the work is 2,001 a call of 1,000, 1,001 a call of 500, 201 a call of 100
		cg-sum --by=function --format=csv parts.cg | awk -F, '
			$2 ~ /^work/ { sum += $3 } END { print sum }' >work
		[ "$(cat work)" -eq $((3 * 2001 + 2 * 1001 + 4 * 201)) ] ||
			fail "$mode: $(cat work)"
	done
}

@test "parts and children are right if code of a function is new after its contexts have run" {
	for mode in --stacks "--calls --separate-callers=2" "--calls --separate-recs=7"; do
		# shellcheck disable=SC2086 # a list of options
		for option in "" --dump-before=step; do
			cg-collect -q "${REPRODUCIBLY[@]}" $mode --branch-sim=yes $option -o out.cg growing
			cg-sum --by=function --format=csv out.cg | grep growing.c >"costs$option"
		done
		same costs costs--dump-before=step
		[ "$(grep -c ^desc:.Trigger out.cg)" -eq 25 ]
		# shellcheck disable=SC2086 # a list of options
		cg-collect -q -f "${REPRODUCIBLY[@]}" $mode --branch-sim=yes -o tree.cg growing fork
		grep -x 'desc: Processes:        25' tree.cg
	done
}

@test "a dump is a region for cg-sum, by its name or number" {
	cg-collect -q -o p.cg "$requests" work dump work at=parse work
	cg-merge p.cg | grep -e '^desc: Region' -e '^desc: Trigger' >regions
	grep 'desc: Region: dump 1' regions
	grep 'parse' regions
}

@test "--combine-dumps=no: a file for each dump, as Callgrind has them" {
	valgrind -q --tool=callgrind --callgrind-out-file=stock "$requests" work dump work at=b work
	cg-collect -q --combine-dumps=no -o ours "$requests" work dump work at=b work
	[ "$(echo stock*)" = 'stock stock.1 stock.2' ]
	[ "$(echo ours*)" = 'ours ours.1 ours.2' ]
	for file in '' .1 .2; do
		same <(grep '^desc: Trigger' "stock$file") <(grep '^desc: Trigger' "ours$file")
	done
	same <(parts stock.2) <(parts ours.2)
	exits 125 cg-collect --combine-dumps=no -o - true
}

@test "--combine-dumps=no: with %p, each process numbers its own" {
	cg-collect -q -f --combine-dumps=no -o p.%p "$requests" work dump child=dump work
	[ "$(find . -name 'p.*' | wc -l)" -eq 4 ]
	[ "$(find . -name 'p.*.1' | wc -l)" -eq 2 ]
}

@test "a forked child dumps parts of its own, and toggles for itself" {
	cg-collect -q -f -o p.cg "$requests" work dump child=at=child outer
	[ "$(grep -c '^desc: Trigger: Client Request' p.cg)" -eq 2 ]
	# the child's part has nothing of what the parent had counted before
	awk '/^desc: Trigger/ { child = /child/ } /^totals/ && child { print $2 }' p.cg >total
	[ "$(cat total)" -lt 10000 ]
	cg-collect -q -f --collect-atstart=no -o q.cg "$requests" child=toggle work
	cg-sum --by=function --format=csv q.cg | grep '^work.*801\|work,801\|801' >/dev/null
}

@test "a name with a newline, an empty name and a wrong address" {
	cg-collect -q -o p.cg "$requests" work "at=a
totals: 5" work at= work
	grep -F 'desc: Trigger: Client Request: a\ntotals: 5' p.cg
	[ "$(grep -c '^desc: Trigger' p.cg)" -eq 3 ]
}

@test "a thousand dumps of a program are a thousand parts" {
	local actions=()
	for ((i = 0; i < 1000; i++)); do
		actions+=(work dump)
	done
	cg-collect -q --cache-sim=no -o p.cg "$requests" "${actions[@]}"
	[ "$(grep -c '^desc: Trigger' p.cg)" -eq 1001 ]
	cg-sum p.cg >/dev/null
}

@test "what was dumped stays if the program is killed" {
	exits 137 cg-collect --cache-sim=no -o p.cg "$requests" work dump kill 2>err
	grep 'left an earlier profile' err
	grep -x 'desc: Trigger: Client Request' p.cg
}

@test "if nothing was counted, a line names the requests that were seen" {
	cg-collect --cache-sim=no --instr-at-start=no -o p.cg "$requests" toggle work toggle 2>err
	grep 'nothing was counted: the program sent CALLGRIND_TOGGLE_COLLECT 2 times, but counting never started' err
	cg-collect --cache-sim=no --collect-atstart=no -o p.cg "$requests" work zero 2>err
	grep 'sent CALLGRIND_ZERO_STATS 1 time, but .*did not send CALLGRIND_TOGGLE_COLLECT' err
	cg-collect --cache-sim=no --collect-atstart=no -o p.cg "$requests" work 2>err
	grep -e '--collect-atstart=no: counting was never on' err
	cg-collect --cache-sim=no -o p.cg "$requests" work zero 2>err
	! grep 'nothing was counted' err || false
}

@test "the totals that are printed are the totals of all parts" {
	cg-collect --cache-sim=no -o p.cg "$requests" work dump work 2>err
	whole=$(sed -n 's/,//g; s/.*I *refs: *//p' err)
	sum=$(sed -n 's/^totals: //p' p.cg | paste -sd+)
	[ "$whole" -eq $((sum)) ]
}
