#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --calls --separate-threads=yes: a part for each thread. Each part has all
# properties of a profile, and together they are the profile without this option.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build workers.c -O1
}

# collect OPTION... PROGRAM...: the exit status does not matter.  On one processor, a new
# thread runs when the one that made it waits.
collect() {
	local cpu
	cpu=$(sed -n 's/^Cpus_allowed_list:[[:blank:]]*\([0-9]*\).*/\1/p' /proc/self/status)
	taskset -c "$cpu" cg-collect -q --inline=no --calls "${REPRODUCIBLY[@]}" \
		--client-stdout=/dev/null "$@" 2>/dev/null || :
}

# same_in_time COMMAND...: tries it up to twenty times, because a thread may be interrupted so
# that another one resolves its function or waits; two runs in three differ on a busy processor
same_in_time() {
	for _ in {1..19}; do
		! "$@" >/dev/null 2>&1 || return 0
	done
	"$@"
}

# collect_parts OPTION... PROGRAM...: writes the profile t.cg, the parts t.cg.THREAD, and the
# roots of all parts
collect_parts() {
	rm -f t.cg*
	collect --separate-threads=yes -o t.cg "$@"
	graph check t.cg >roots
	graph split t.cg
}

# calls CALLER CALLEE THREAD: prints the number of calls in the part
calls() {
	graph edge "$1" "$2" "t.cg.$3" | cut -d' ' -f1
}

# without_threads FILE: prints the profile without the lines that name its threads
without_threads() {
	cg-filter "$1" | grep -vE '^(pid|part|thread):'
}

# bats test_tags=slow
@test "each thread has a part with its calls, its costs and its totals" {
	collect_parts --cache-sim=no workers apart
	same <(printf 'part: %d\nthread: %d\n' 1 1 2 2 3 3) <(grep -E '^(part|thread):' t.cg)
	[ "$(calls main apart 1)" = 1 ]
	[ "$(calls apart work 1)" = 1 ]
	[ "$(calls in_first work 2) $(calls in_first work 3)" = '1 0' ]
	[ "$(calls in_second work 2) $(calls in_second work 3)" = '0 1' ]
	[ "$(calls fib "fib'2" 3) $(calls fib "fib'2" 2)" = '2 0' ]
	# three instructions for each round
	read -r _ second <<<"$(graph edge in_first work t.cg.2)"
	read -r _ third <<<"$(graph edge in_second work t.cg.3)"
	[ "$((third - second))" -ge 300 ]
	for thread in 1 2 3; do
		grep -qx 'cmd: workers apart' "t.cg.$thread"
		grep -qx 'events: Ir' "t.cg.$thread"
		grep -qE '^totals: [0-9]+$' "t.cg.$thread"
	done
	[ "$(grep -c ^totals: t.cg)" = 3 ]
}

# parts_are_whole SCENARIO OPTION...
parts_are_whole() {
	collect "${@:2}" -o s.cg workers "$1"
	collect_parts "${@:2}" workers "$1"
	[ "$(grep -c '^thread:' t.cg)" -gt 1 ]
	without_threads t.cg | same s.cg -
}

@test "all parts together are the profile without parts, byte for byte" {
	while read -r -a scenario; do
		same_in_time parts_are_whole "${scenario[@]}"
	done <<-'end'
		apart --branch-sim=yes
		apart --cache-sim=no --separate-recs=1
		apart --separate-recs=3 --separate-callers=2 --dump-instr=yes
		apart --cache-sim=no --toggle-collect=work
		signals --cache-sim=no --skip-plt=no
		requests --instr-at-start=no
	end
}

@test "every tool reads the parts as one profile" {
	collect_parts --cache-sim=no workers apart
	cg-filter t.cg >s.cg
	[ "$(grep -c ^totals: s.cg)" = 1 ]
	same <(cg-sum <s.cg) <(cg-sum <t.cg)
	same <(cg-sum --by=function --inclusive <s.cg) <(cg-sum --by=function --inclusive <t.cg)
	same <(cg-export --to=folded --inclusive s.cg) <(cg-export --to=folded --inclusive t.cg)
	same <(cg-annotate --inclusive --tree=both --auto=no <s.cg) \
		<(cg-annotate --inclusive --tree=both --auto=no <t.cg)
	same <(cg-merge s.cg s.cg) <(cg-merge t.cg t.cg)
	cg-diff s.cg t.cg | sed -n 's/^totals: //p' | grep -x 0
	cg-merge t.cg.1 t.cg.2 t.cg.3 | same s.cg -
}

@test "each part is a profile that tools read" {
	collect_parts --cache-sim=no workers apart
	mkdir parts
	(cd parts && csplit -sz -f thread- ../t.cg '/^# callgrind format/' '{*}')
	for thread in 1 2 3; do
		same "t.cg.$thread" "parts/thread-0$((thread - 1))"
		same "t.cg.$thread" <(cg-filter "t.cg.$thread")
	done
	need_command callgrind_annotate
	callgrind_annotate --inclusive=yes parts/thread-02 >theirs
	grep -q 'in_second' theirs
}

# same_own_costs OPTION...
same_own_costs() {
	collect --calls=no "$@" -o p.cg workers apart
	collect_parts "$@" workers apart
	graph own p.cg >own
	graph own t.cg | same own -
}

@test "own costs of threads are those without --calls, row for row" {
	same_in_time same_own_costs --cache-sim=no
	same_in_time same_own_costs --branch-sim=yes
}

@test "hundreds of threads, many at the same time, have a part each" {
	collect_parts --cache-sim=no workers many
	[ "$(grep -c '^thread:' t.cg)" = 271 ]
	same <(printf 't.cg.%d\n' {2..121}) <(grep -lx 'fn=with_all' t.cg.* | sort -V)
	# in places of threads that have ended
	same <(printf 't.cg.%d\n' {122..271}) <(grep -lx 'fn=in_second' t.cg.* | sort -V)
	for thread in 2 121; do
		[ "$(calls with_all work $thread) $(calls fib "fib'2" $thread)" = '1 2' ]
	done
	[ "$(calls in_second work 122) $(calls in_second work 271)" = '1 1' ]
	[ "$(calls in_second fib 122) $(calls main many 1)" = '1 1' ]
	same <(printf 'thread: %d\n' {1..271}) <(grep '^thread:' t.cg)
}

@test "threads that alternate are distinguished at each turn" {
	for options in --cache-sim=no --branch-sim=yes '--cache-sim=no --separate-recs=5'; do
		# shellcheck disable=SC2086
		collect_parts $options workers turns
		for thread in 2 3; do
			[ "$(calls alternate nest "$thread")" = 1 ]
			[ "$(calls alternate nest 1)" = 0 ]
			[ "$(grep -c "^cfn=work" "t.cg.$thread")" -gt 0 ]
		done
		[ "$(graph edge alternate nest t.cg | cut -d' ' -f1)" = 2 ]
	done
	[ "$(calls "nest'4" "nest'5" 2) $(calls "nest'5" "nest'5" 3)" = '1 46' ]
}

@test "threads that end in the middle of calls have their costs so far" {
	for options in --cache-sim=no --branch-sim=yes; do
		collect_parts $options workers ends
		[ "$(calls exits exit_below 2)" = 1 ]
		[ "$(calls "exit_below'2" "exit_below'2" 2)" = 4 ]
		# cancelled, then still waiting at the end
		[ "$(calls waits wait_forever 3)" = 1 ]
		[ "$(calls waits wait_forever 4)" = 1 ]
		[ "$(calls exits_all exit_all 5)" = 1 ]
	done
}

@test "a handler belongs to the thread that it interrupts" {
	collect_parts --cache-sim=no workers signals
	[ "$(calls handles work 1)" = 0 ]
	[ "$(calls handles work 2) $(calls handles work 3)" = '1 1' ]
	read -r _ first <<<"$(graph edge handles work t.cg.2)"
	read -r _ second <<<"$(graph edge handles work t.cg.3)"
	[ "$second" -gt "$first" ] # SIGUSR2 has the higher number
}

@test "only threads that were counted have a part" {
	collect_parts --cache-sim=no --toggle-collect=in_first workers apart
	[ "$(grep '^thread:' t.cg)" = 'thread: 2' ]
	collect_parts --cache-sim=no --toggle-collect=in_nothing workers apart
	[ "$(grep -c '^thread:' t.cg)" = 0 ]
	[ "$(sed -n 's/^totals: //p' t.cg)" = 0 ]
	collect_parts --cache-sim=no --instr-at-start=no workers requests
	[ "$(graph edge counts work t.cg | cut -d' ' -f1)" = 2 ]
	[ "$(calls in_first work 3)" = 0 ] || [ ! -e t.cg.3 ]
}

# tree_is_whole
tree_is_whole() {
	collect -f --separate-threads=yes --cache-sim=no -o r.cg workers processes
	collect -f --cache-sim=no -o s.cg workers processes
	without_threads r.cg | same s.cg -
}

# same_again
same_again() {
	collect -f --separate-threads=yes --cache-sim=no -o again.cg workers processes
	same r.cg again.cg
}

@test "threads of several processes have parts of their own" {
	cg-collect -q --inline=no --calls -f --separate-threads=yes --cache-sim=no -o t.cg workers processes
	graph check t.cg >roots
	# the child goes on as the third thread
	same <(printf '%s\n' 1 2 3 4 3 4) <(sed -n 's/^thread: //p' t.cg)
	[ "$(grep -c '^pid:' t.cg)" = 6 ]
	[ "$(grep '^pid:' t.cg | uniq -c | wc -l)" = 2 ]
	same <(seq 6) <(sed -n 's/^part: //p' t.cg)
	same_in_time tree_is_whole
	same_in_time same_again
	same <(printf 'pid: %d\n' 1 1 1 1 2 2) <(grep '^pid:' r.cg)
	cg-collect -q --inline=no --calls -f --separate-threads=yes --cache-sim=no -o p.%p.cg workers processes
	set -- p.*.cg
	[ $# = 2 ]
	for file; do
		graph check "$file" >roots
		grep -q '^thread:' "$file"
	done
}

@test "programs that a process executes one after the other share parts" {
	collect -f --separate-threads=yes --cache-sim=no -o t.cg \
		sh -c "exec $BATS_FILE_TMPDIR/workers apart"
	graph check t.cg >roots
	graph split t.cg
	same <(printf 'thread: %d\n' 1 2 3) <(grep '^thread:' t.cg)
	grep -q '^ob=.*/workers$' t.cg.1
	grep -q '^ob=.*sh$' t.cg.1
	! grep -q '^ob=.*sh$' t.cg.2
}

@test "the profile so far has a part for each thread that runs" {
	cg-collect -q --inline=no --calls --separate-threads=yes --cache-sim=no -o t.cg workers endless 3>&- &
	for _ in {1..300}; do
		sleep 0.1
		kill -USR1 $!
		[ ! -e t.cg ] || [ "$(grep -c '^thread:' t.cg)" != 2 ] || break
	done
	graph check t.cg >roots
	graph split t.cg
	[ "$(calls works_on work 1)" -gt 0 ] && [ "$(calls works_on work 2)" -gt 0 ]
	kill $!
	wait $! || true
	graph check t.cg >roots
	[ "$(grep -c '^thread:' t.cg)" = 2 ]
}

@test "parts are compressed, and written to pipes, as whole profiles are" {
	collect --separate-threads=yes --cache-sim=no -z workers apart >t.cg.gz
	gzip -d t.cg.gz
	graph check t.cg >roots
	same <(printf 'thread: %d\n' 1 2 3) <(grep '^thread:' t.cg)
	same <(cg-merge -z t.cg | gzip -d) <(cg-merge t.cg)
}

@test "parts of threads need --calls" {
	exits 125 cg-collect --separate-threads=yes true 2>err
	grep -q '^cg-collect: --separate-threads needs --calls' err
	exits 125 cg-collect --calls --separate-threads=maybe true 2>err
	grep -q separate-threads err
	cg-collect -q --cache-sim=no --separate-threads=no true | grep '^summary:'
}
