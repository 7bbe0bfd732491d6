#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Monitor commands of vgdb and callgrind_control to a program that sleeps in a
# system call.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	command -v vgdb callgrind_control >/dev/null ||
		missing 'no vgdb or callgrind_control'
	build requests.c -O1
}

setup() {
	enter_with_programs
	requests=$BATS_FILE_TMPDIR/requests
	collector=
}

teardown() {
	[ -z "$pid" ] || kill -9 "$pid" 2>/dev/null || :
	[ -z "$collector" ] || wait "$collector" || :
}

# begin OPTION... -- ACTION...: starts a program that sleeps after its actions
begin() {
	local options=()
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	cg-collect --vgdb=yes --vgdb-prefix="$PWD/vgdb" -o p.cg "${options[@]}" \
		"$requests" "$@" sleep >log 2>&1 3>&- &
	collector=$!
	wait_until is_asleep
}

is_asleep() {
	pid=$(vgdb --vgdb-prefix="$PWD/vgdb" -l 2>/dev/null | sed -n 's/^use --pid=\([0-9]*\).*/\1/p')
	[ -n "$pid" ] && grep -q asleep log
}

# command WORD...: sends a command to the program
command_() {
	timeout 20 vgdb --vgdb-prefix="$PWD/vgdb" --pid="$pid" "$@" 2>/dev/null
}

control() {
	timeout 20 callgrind_control --vgdb-prefix="$PWD/vgdb" "$@" 2>/dev/null
}

end() {
	kill "$pid"
	wait "$collector" || :
	collector= pid=
}

# bats test_tags=slow
@test "help, status, dump, zero and instrumentation" {
	begin --cache-sim=no -- work
	command_ help | grep -x 'cgcollect monitor commands:'
	command_ status >status
	grep -x '1 thread(s) running.' status
	grep -x 'instrumentation: on' status
	grep -E '^Ir: [0-9]{5}' status
	command_ dump of mine
	command_ status | grep -x 'dumped parts: 1'
	command_ instrumentation off
	command_ instrumentation | grep -x 'instrumentation: off'
	command_ instrumentation on
	command_ instrumentation maybe | grep 'expected on or off'
	end
	grep -x 'desc: Trigger: dump of mine' p.cg
	grep -x 'desc: Trigger: Program termination' p.cg
	cg-merge p.cg >/dev/null
}

@test "zero: what was counted before is not in the profile" {
	begin --cache-sim=no -- work
	command_ zero
	end
	! grep -x fn=work p.cg || false
}

@test "callgrind_control finds the program and understands the answers" {
	begin --calls -- outer
	control -s >out
	grep 'Number of running threads: 1, thread IDs: 1' out
	grep 'Events collected: Ir Dr Dw' out || grep 'Events collected: Ir I1mr' out
	control -b >out
	grep -E '\[ [0-9]+\] +main' out
	# the script of 3.27 prints this and ends with an error of Perl, for Callgrind too
	control -e -b >out || :
	grep -E 'Th 1 +[0-9]' out
	control -d hint | grep OK
	control -z | grep OK
	control -i off | grep OK
	control -s | grep 'instrumentation is switched off'
	control -i on | grep OK
	end
	grep -x 'desc: Trigger: dump hint' p.cg
}

@test "a dump of a program with calls has its open calls" {
	begin --calls -- outer=dump
	command_ dump
	end
	graph check p.cg
	[ "$(grep -c '^desc: Trigger' p.cg)" -eq 3 ]
}

@test "the program can send the commands itself" {
	cg-collect -q --cache-sim=no -o p.cg "$requests" work "monitor=dump here" work
	grep -x 'desc: Trigger: dump here' p.cg
	cg-collect -q --cache-sim=no -o p.cg "$requests" work "monitor=instrumentation off" outer
	! grep -x fn=outer p.cg || false
}
