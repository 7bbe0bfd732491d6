#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --stacks: functions counted apart for each stack of calls. They add up to the
# functions, and what is counted on a stack is what Callgrind counts on it.

load ../lib/collecting

# bats file_tags=slow

setup_file() {
	build stacks.c -O1 -static
	build mutual.c -O1 -static
	build shadow.c -O1 -static
	build calls.c -O2 -static
	VALGRIND=$(command -v valgrind.bin || command -v valgrind)
	export VALGRIND
}

setup() {
	enter_with_programs
}

# collect OPTION... PROGRAM...: the exit status does not matter
collect() {
	cg-collect -q --inline=no "${REPRODUCIBLY[@]}" --client-stdout=/dev/null "$@" 2>err || :
}

# raw OPTION... PROGRAM...: what the tool writes, in `out`
raw() {
	VALGRIND_LIB=$B/libexec/cg-tools "$VALGRIND" --tool=cgcollect --vgdb=no -q --calls=yes \
		--stacks=yes --separate-recs=1 --spool-forked=no --cachegrind-out-file="$PWD/out" "$@" >stdout 2>err || :
	"$TESTS/lib/contexts" read out >stacks
}

# of_program: of stacks, those in main and in functions of stacks.c and mutual.c
of_program() {
	sed -n "s/'main'.*/'main/; s/ main'.*/ main/; /main$/p" "$@" |
		grep -xE "[0-9]+ (([fgh]|ping|pong|apply|leave|jumps|f[0-7]{2})')*main" |
		awk '{ sum[$2] += $1 } END { for (name in sum) print sum[name], name }' | sort
}

# like_callgrind PROGRAM...
like_callgrind() {
	raw --cache-sim=no "$@"
	"$VALGRIND" --tool=callgrind --separate-callers=100 --separate-recs=1 \
		--vex-guest-chase=no --callgrind-out-file=callgrind.out "$@" >stdout 2>err
	"$TESTS/lib/contexts" callgrind callgrind.out | of_program >expected
	of_program stacks | same expected - "$*"
	[ "$(wc -l <expected)" -ge 15 ]
}

# calls_of_others: without calls between functions of the name (below main), which are one
# function that calls itself
calls_of_others() {
	sed '/^cfn=(below main)/,+2d'
}

# adds_up OPTIONS PROGRAM...: the stacks add up to the functions; a limit of contexts is only
# for the stacks
adds_up() {
	local options=$1
	shift
	for mode in --cache-sim=no --branch-sim=yes; do
		# shellcheck disable=SC2086
		collect --calls $mode ${options##--max*} -o calls.cg "$@"
		# shellcheck disable=SC2086
		collect --stacks $mode $options -o stacks.cg "$@"
		graph own calls.cg >expected
		graph own stacks.cg | same expected - "$options $mode $*"
		cg-filter calls.cg | calls_of_others >expected
		cg-filter --stacks=no stacks.cg | calls_of_others |
			same expected - "$options $mode $*"
		check_same "$options $mode $*" 'cg-sum calls.cg' 'cg-sum stacks.cg'
	done
}

@test "costs on stacks are Callgrind's" {
	like_callgrind stacks
	like_callgrind mutual 300 3
}

@test "calls on stacks are as many as the program counts itself" {
	for arguments in '100 7' '60 9'; do
		# shellcheck disable=SC2086
		raw --cache-sim=no shadow $arguments
		sort stdout >expected
		[ "$(wc -l <expected)" -gt 500 ]
		"$TESTS/lib/contexts" calls out | sed -nE "s/^([0-9]+ (f[0-7]')+main)'.*/\1/p" | sort |
			same expected - "$arguments"
	done
}

@test "a function is counted apart on each stack" {
	raw --cache-sim=no stacks thread
	for stack in "f'main" "g'main" "h'f'main" "h'g'main" "h'main" "h'ping'main" \
		"pong'ping'main" "h'pong'ping'main" "h'f'apply'main" "h'g'apply'main" \
		"h'leave'apply'jumps'main" "h'jumps'main" "h'f'handle" "h'g'run"; do
		grep -qE "^[0-9]+ $stack('|\$)" stacks || fail "no $stack"
	done
	! grep -E "'?(f|g|h|ping|pong)'(.*')?handle'" stacks
	! grep -E "ping'.*ping" stacks
	# the calls of f on two lines
	[ "$(grep -cE '^# context=\([0-9]+\) \([0-9]+\) 0x' out)" -gt "$(wc -l <stacks)" ]
}

@test "contexts are explained in each part" {
	for options in '--separate-threads=yes --collect-jumps=yes' --separate-threads=yes \
		'--collect-jumps=yes --branch-sim=yes' --separate-recs=3; do
		# shellcheck disable=SC2086
		raw $options stacks thread
		grep -qE "^[0-9]+ h'g'run" stacks
	done
	grep -qE "ping'2'pong'ping" stacks
	[ "$(grep -cE 'fn=\([0-9]+\) h$' out)" -eq 1 ]
}

@test "stacks add up to functions" {
	adds_up '' stacks
	adds_up --separate-recs=1 stacks
	adds_up '' mutual 100 8
	adds_up --max-contexts=100 mutual 100 8
	for scenario in recursion callbacks tails signals stacks; do
		adds_up '' calls $scenario
	done
}

@test "further stacks are counted without callers, and a message says how much" {
	collect --stacks --cache-sim=no --max-contexts=200 -o few.cg mutual 300 8
	grep -qE '[0-9.]+ % of the instructions were counted without their callers, because there were more than 200 contexts \(--max-contexts\)' err
	cg-export --to=folded --inclusive few.cg 2>err | grep -E '^f[0-7]{2} [0-9]+$'
	grep -qE '^cg-export: [0-9.]+ % of the costs are of functions without their callers' err
	raw --cache-sim=no mutual 300 8
	! grep -q 'without their callers' err
	! grep -qE '^[0-9]+ f[0-7][0-7]$' stacks
}

@test "--stacks implies --calls and excludes --separate-callers" {
	collect --stacks --cache-sim=no -o out stacks
	grep -q ^calls= out
	collect --stacks=no --cache-sim=no -o out stacks
	! grep -q ^calls= out
	exits 125 cg-collect --stacks --separate-callers=2 true 2>err
	grep -q '^cg-collect: --stacks excludes --separate-callers' err
	exits 125 cg-collect --calls --max-contexts=2 true 2>err
	grep -q '^cg-collect: --max-contexts needs --stacks' err
	for n in 0 x 99999999999; do
		exits 125 cg-collect --stacks --max-contexts=$n true 2>err
		grep -q '^cg-collect: --max-contexts: expected' err
	done
	exits 125 cg-collect --stacks=maybe true 2>err
	grep -q '^cg-collect: --stacks: expected yes or no' err
}
