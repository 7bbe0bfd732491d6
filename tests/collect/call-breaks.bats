#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --calls: programs that leave calls in other ways than by returning.  Each
# profile is whole, its costs are those without --calls, row for row, and callers are
# charged for what functions cost.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build breaks.c -O2
}

setup() {
	enter_with_programs
	BREAKS=$BATS_FILE_TMPDIR/breaks
}

# collect OPTION... PROGRAM...: the exit status does not matter
collect() {
	cg-collect -q "${REPRODUCIBLY[@]}" --client-stdout=/dev/null "$@" 2>err || :
}

# in_all_modes CHECK SCENARIO [OPTION...]: collects the profile c.cg in each mode, with the
# options for calls in $of_calls, and runs the check
in_all_modes() {
	for mode in --cache-sim=no --branch-sim=yes; do
		collect "${@:3}" $mode -o p.cg "$BREAKS" "$2"
		collect "${@:3}" $mode --calls ${of_calls-} -o c.cg "$BREAKS" "$2"
		graph check c.cg >roots
		graph own p.cg | join_unnamed >own
		graph own c.cg | join_unnamed | same own - "$2 $mode"
		"$1"
	done
}

# calls CALLER CALLEE: prints the number of calls
calls() {
	graph edge "$1" "$2" c.cg | cut -d' ' -f1
}

# cost CALLER CALLEE: prints the inclusive instructions
cost() {
	graph edge "$1" "$2" c.cg | cut -d' ' -f2
}

# root NAME: true if the function has cost for which no caller is charged
root() {
	grep -q ":$1 " roots
}

check_tail() {
	[ "$(calls tail_calls ends_handler)" = 20 ]
	[ "$(calls ends_handler work)" = 20 ]
	[ "$(calls raises raise)" = 20 ]
	[ "$(calls raises ends_handler) $(calls raise tail_calls)" = '0 0' ]
	# no work of the handler
	[ "$(cost raises raise)" -lt $((20 * 150)) ]
}

@test "a tail call at the end of a handler ends with the handler" {
	in_all_modes check_tail tail
}

check_leap() {
	[ "$(calls lands raises)" = 10 ]
	[ "$(calls lands after)" = 10 ]
	[ "$(calls leaps below_handler)" = 10 ]
	[ "$(calls lands leaps) $(calls raise leaps)" = '0 0' ]
	root leaps && ! root lands
	# the functions below the handler are not in it
	[ "$(cost lands after)" -lt $((10 * 100)) ]
}

@test "longjmp out of a handler on another stack ends the handler and what it interrupted" {
	in_all_modes check_leap leap
}

check_frames() {
	[ "$(calls far below_handler)" = 5 ]
	[ "$(calls far after)" = 5 ]
	[ "$(calls below_handler below_handler)" = $((5 * 1999)) ] ||
		[ "$(calls "below_handler'2" "below_handler'2")" = $((5 * 1998)) ]
	# each of them is included in the one that called it, once
	[ "$(cost far below_handler)" -gt $((5 * 2000 * 10)) ]
	[ "$(cost far below_handler)" -lt $((5 * 2000 * 40)) ]
	[ "$(cost far after)" -lt $((5 * 100)) ]
}

@test "longjmp over two thousand calls ends all of them" {
	in_all_modes check_frames frames
	of_calls=--separate-recs=1 in_all_modes check_frames frames
}

check_interrupt() {
	[ "$(calls calls_through after)" = 10 ]
	[ "$(calls interrupt calls_through)" = 10 ]
	[ "$(calls allows work)" = 10 ]
	[ "$(calls calls_through allows)" = 0 ]
	[ "$(cost calls_through after)" -lt $((10 * 100)) ]
}

@test "a call instruction that a signal interrupts is one call" {
	in_all_modes check_interrupt interrupt
}

check_nowhere() {
	[ "$(calls nowhere calls_nothing)" = 10 ]
	[ "$(calls calls_nothing after)" = 10 ]
	[ "$(calls comes_back work)" = 10 ]
	[ "$(cost calls_nothing after)" -lt $((10 * 100)) ]
	root comes_back && ! root calls_nothing
}

@test "a call of an address without code ends with the handler that jumps out of it" {
	in_all_modes check_nowhere nowhere
}

check_displaced() {
	[ "$(calls displaced falls) $(calls falls work_of_assembly)" = '10 10' ]
	[ "$(calls displaced strays)" = 10 ]
	[ "$(calls falls large)" = 10 ]
	[ "$(cost falls large)" -gt $((10 * 500)) ]
	! root large && ! root strays
}

@test "a program may go on in another function without a jump" {
	status=0
	"$BREAKS" displaced || status=$?
	[ $status != 77 ] || skip 'not written for this processor'
	in_all_modes check_displaced displaced
}

# How often the program is interrupted differs from run to run.
@test "a program may be interrupted anywhere, a hundred times" {
	for mode in --cache-sim=no --branch-sim=yes; do
		collect --calls $mode -o c.cg "$BREAKS" timer
		graph check c.cg >roots
		[ "$(calls ticks work)" -ge 100 ]
		[ "$(calls fib ticks) $(calls "fib'2" ticks) $(calls timer ticks)" = '0 0 0' ]
		# fib(12) is 465 calls, two of them by the first
		first=$(calls fib "fib'2") deeper=$(calls "fib'2" "fib'2")
		[ "$((first % 2))" = 0 ] && [ "$deeper" = $((first / 2 * 462)) ]
	done
}

check_executes() {
	[ "$(calls executes through) $(calls through becomes)" = '1 1' ]
	[ "$(calls becomes execl)" = 1 ]
	[ "$(cost through becomes)" -gt 150 ]
	# the next program
	[ "$(calls far after)" = 5 ]
	[ "$(calls '(below main)' main)" = 2 ]
}

@test "calls that are open when a process executes another program end there" {
	in_all_modes check_executes executes -f
}

check_before_exec() {
	[ "$(calls through becomes) $(calls becomes execl)" = '1 1' ]
	[ "$(calls far after)" = 0 ]
	[ "$(calls '(below main)' main)" = 1 ]
}

@test "the profile up to another program has the calls that led there" {
	in_all_modes check_before_exec executes --trace-children=no
}

check_fails() {
	[ "$(calls through becomes) $(calls becomes execl)" = '3 3' ]
	[ "$(cost through becomes)" -gt $((3 * 150)) ]
}

@test "calls go on if another program cannot be executed" {
	in_all_modes check_fails fails
}

check_forks() {
	[ "$(calls splits through)" = 2 ]   # in the children
	[ "$(calls splits work)" -ge 4 ]
	[ "$(calls forks splits)" = 2 ]     # opened by the parent only
	[ "$(calls far after)" = $((2 * 5)) ]
	[ "$(calls '(below main)' main)" = 3 ]
	[ "$(cost forks splits)" -ge "$(($(cost splits work) + $(cost splits through)))" ]
}

# bats test_tags=slow
@test "calls that are open in a fork have the costs of both processes" {
	in_all_modes check_forks forks -f
}

check_terminates() {
	[ "$(calls terminates deep)" = 1 ]
	[ "$(calls "deep'2" "deep'2")" = 99 ]
	[ "$(cost terminates deep)" -gt $((100 * 10)) ]
	[ "$(cost main terminates)" -gt "$(cost terminates deep)" ]
}

@test "calls that are open when SIGTERM ends the program have their costs so far" {
	in_all_modes check_terminates terminates
}

check_kills() {
	[ "$(calls main kills) $(calls kills after)" = '1 1' ]
	[ "$(calls kills deep)" = 0 ]
	grep -q 'left no profile' err
}

@test "SIGKILL loses the calls of the killed process only" {
	in_all_modes check_kills kills -f
}
