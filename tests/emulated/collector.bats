#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The Valgrind tool on another platform, under an emulator, compared with stock
# Cachegrind there: every count must be equal. Programs are static, because the core
# cannot load others there.

load ../lib/collecting

setup() {
	[ -e "$B/libexec/cg-tools/cgcollect-$VG_PLATFORM" ] ||
		skip "no Valgrind for $VG_PLATFORM"
	enter_tmpdir
	programs=$B/programs
}

# counts for programs with threads: their order can vary, so it has to be the same
# in one of several runs
counts_with_threads() {
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		! counts "$@" || return 0
	done 2>/dev/null
	cat counts.out
	false
}

# in_geometries PROGRAM...: with unusual sizes of lines and sets
in_geometries() {
	local line=32
	[ "$VG_PLATFORM" != s390x-linux ] || line=256 # as long as an access
	counts --branch-sim=yes --I1=8192,1,$line --D1=8192,1,$line \
		--LL=131072,1,$((2 * line)) -- "$@"
	counts --I1=16384,2,$((4 * line)) --D1=12288,3,$line \
		--LL=65536,4,$line -- "$@"
	counts --I1=8192,16,$line --D1=12288,12,$((2 * line)) \
		--LL=131072,8,$line -- "$@"
}

@test "a C program counts as under Cachegrind" {
	counts_in_all_modes "$programs/report"
}

# bats test_tags=long
@test "a C++ program counts as under Cachegrind" {
	counts_in_all_modes "$programs/containers" 200
}

@test "recursion counts as under Cachegrind" {
	counts_in_all_modes "$programs/recursion"
}

@test "a program that crashes counts as under Cachegrind" {
	counts_in_all_modes "$programs/crash"
}

@test "a program that a signal ends counts as under Cachegrind" {
	counts_in_all_modes "$programs/act" work 1000 raise 15
}

@test "a program that forks counts as under Cachegrind" {
	counts_in_all_modes "$programs/act" work 1000 fork work 2000 join \
		work 3000
}

# No caches: a handler returns through code of the tool, which maps to different sets
# in the two tools.
@test "a handler that returns counts as under Cachegrind" {
	counts_with_threads --cache-sim=no --branch-sim=yes -- \
		"$programs/toggle"
}

@test "faults and changing code count as under Cachegrind" {
	counts_in_all_modes "$programs/torture"
	counts --cache-sim=no --branch-sim=yes -- "$programs/torture"
}

@test "threads count as under Cachegrind" {
	counts_with_threads --branch-sim=yes -- "$programs/threads"
}

# without the tools, whose threads wait for each other for varying times
# bats test_tags=long
@test "programs of the unit tests count as under Cachegrind" {
	counts_in_all_modes "$B/../unit/cgfmt_numbers"
	counts --cache-sim=no -- "$B/../unit/cgfmt_words"
}

# bats test_tags=long
@test "unusual geometries count as under Cachegrind" {
	in_geometries "$programs/torture"
	in_geometries "$programs/containers" 200
}

@test "a program on arm64 can select the parts that are counted" {
	[ "$VG_PLATFORM" = arm64-linux ] || skip "the macros do nothing there"
	VALGRIND_LIB=$B/libexec/cg-tools VALGRIND_LAUNCHER=/ $EMULATOR \
		"$B/libexec/cg-tools/cgcollect-$VG_PLATFORM" --tool=cgcollect \
		-q --cache-sim=no --instr-at-start=no \
		--cachegrind-out-file=out "$programs/hot" 5000
	"$CG_NATIVE/cg-names" --inline=no -o out out
	awk '/^fn=/ { inside = $0 == "fn=hot" }
	     /^[0-9]/ { sum[inside] += $2 }
	     END { exit !(sum[1] > 10000 && sum[0] + sum[1] < 10100) }' out
}

@test "cycles of a profile of arm64 are estimated by a model of arm64" {
	[ "$VG_PLATFORM" = arm64-linux ] || skip "the test knows processors of arm64"
	[ -n "$(compgen -c llvm-mca)" ] || missing llvm
	VALGRIND_LIB=$B/libexec/cg-tools VALGRIND_LAUNCHER=/ $EMULATOR \
		"$B/libexec/cg-tools/cgcollect-$VG_PLATFORM" --tool=cgcollect \
		-q --calls=yes --dump-instr=yes --collect-jumps=yes --branch-sim=yes \
		--cachegrind-out-file=out "$programs/hot" 50000
	"$CG_NATIVE/cg-names" -o named out
	"$CG_NATIVE/cg-cycles" -o cycles neoverse-n1 named
	cg-sum --check cycles
	# a loop of few instructions, of which some wait for others
	cg-sum --by=function --format=tsv --events=Ir,Cy cycles |
		awk -F'\t' '$2 ~ /^hot/ { ir += $3; cy += $4 }
		END { exit !(ir > 50000 && cy > ir / 4 && cy < ir * 2) }'
	run -2 "$CG_NATIVE/cg-cycles" skylake named
	[[ $output == *'none of its code can be estimated: '*': it is code of another machine' ]]
}

# reproducible RESULT CPU VARIABLE...: writes a profile with --reproducible, on that
# processor, with these variables in the environment
reproducible() {
	local result=$1 cpu=$2
	shift 2
	env -i "$@" VALGRIND_LIB="$B/libexec/cg-tools" VALGRIND_LAUNCHER=/ \
		CG_CLIENT_LANG=C ${EMULATOR%% *} $cpu \
		"$B/libexec/cg-tools/cgcollect-$VG_PLATFORM" --tool=cgcollect \
		-q --reproducible=yes --branch-sim=yes \
		--cachegrind-out-file="$result" "$programs/act" print x work 9 \
		>/dev/null
	"$CG_NATIVE/cg-names" --inline=no -o "$result" "$result"
}

@test "with --reproducible, other variables and processors change nothing" {
	local cpu= other=
	[ "$VG_PLATFORM" != arm64-linux ] || cpu="-cpu cortex-a57" other="-cpu max"
	reproducible one "$cpu" A=1
	reproducible two "$other" A=1 B=longer C=and-more
	same one two
}

# edge CALLER CALLEE PROFILE: prints the number of calls
edge() {
	"$TESTS/lib/call-graph" edge "$@" | cut -d' ' -f1
}

# Callgrind is no measure here: on arm64 it takes every direct branch for a call.
@test "calls are recorded" {
	for scenario in recursion callbacks tails conditions jumps signals stacks forks \
		aborts; do
		VALGRIND_LIB=$B/libexec/cg-tools VALGRIND_LAUNCHER=/ $EMULATOR \
			"$B/libexec/cg-tools/cgcollect-$VG_PLATFORM" \
			--tool=cgcollect -q --calls=yes --branch-sim=yes \
			--cachegrind-out-file=$scenario "$programs/calls" \
			$scenario 2>/dev/null || [ $scenario = aborts ]
		"$CG_NATIVE/cg-names" --inline=no -o $scenario $scenario
		"$TESTS/lib/call-graph" check $scenario
	done
	[ "$(edge recursion fib recursion) $(edge recursion even recursion)" = '3 3' ] ||
		[ "$(edge recursion fib recursion)" = 1 ] # moved out of the loop
	[ "$(edge "even'2" "odd'2" recursion) $(edge "odd'2" "even'2" recursion)" = '27 27' ]
	[ "$(edge compare work callbacks)" -gt 400 ]
	[ "$(edge tails middle tails) $(edge middle last tails)" = '20 20' ]
	[ "$(edge "state_a'2" "state_b'2" tails)" = 49999 ]
	[ "$(edge if_even even_end conditions) $(edge if_odd odd_end conditions)" = '5 5' ]
	[ "$(edge runs_on run_into conditions)" = 10 ]
	[ "$(edge jump_out dive jumps) $(edge jump_out work jumps)" = '4 4' ]
	[ "$(edge "dive'2" "dive'2" jumps)" = 3996 ]
	[ "$(edge interrupted raise signals) $(edge interrupted work signals)" = '20 40' ]
	[ "$(edge returns fib signals)" = 10 ]
	[ "$(edge forks in_both forks) $(edge in_both work forks)" = '2 2' ]
}
