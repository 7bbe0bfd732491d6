#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --collect-jumps: the jumps inside of functions, compared with Callgrind's.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build calls.c -O2
	build jumper.c -O1
	build containers.cc -O1
}

# collect OPTION... PROGRAM...
collect() {
	cg-collect -q --inline=no --client-stdout=/dev/null --calls --cache-sim=no \
		--collect-jumps=yes "$@"
}

# compared [OPTION...] -- PROGRAM...: there may be only known differences to Callgrind
compared() {
	"$TESTS/lib/compare-calls" --collect-jumps=yes "$@" >compared 2>&1 ||
		fail "compare-calls $*: $(cut -c1-400 compared | tail -20)"
	graph jumps ours.calls theirs.calls >compared ||
		fail "jumps $*: $(cut -c1-400 compared | tail -20)"
	graph check ours.calls >roots
}

# jumps FUNCTION FILE: its jumps, as KIND=COUNTS FROM TO, sorted
jumps() {
	awk -v function_name="$1" '
	/^fn=/ { inside = $0 == "fn=" function_name }
	inside && /^(jump|jcnd)=/ { jump = $1; to = $2; getline; print jump, $1, to }
	' "$2" | sort
}

# line MARK: its number in the program
line() {
	grep -n "/\\* $1 \\*/" "$TESTS/programs/jumper.c" | cut -d: -f1
}

@test "jumps of C and C++ programs are Callgrind's, in all modes" {
	for options in --cache-sim=no --branch-sim=yes \
		'--cache-sim=no --dump-instr=yes --separate-recs=4' \
		'--cache-sim=no --separate-callers=2'; do
		# shellcheck disable=SC2086
		compared $options -- "$BATS_FILE_TMPDIR/jumper" one
	done
	for scenario in recursion callbacks tails conditions jumps signals stacks; do
		compared --cache-sim=no -- "$BATS_FILE_TMPDIR/calls" $scenario
	done
	compared --cache-sim=no -- "$BATS_FILE_TMPDIR/containers"
	compared --cache-sim=no --dump-instr=yes -- "$BATS_FILE_TMPDIR/containers"
}

# bats test_tags=slow
@test "each jump is counted from its line to the line of its target" {
	collect -o j.calls jumper one
	graph check j.calls >roots
	jumps choose j.calls >choose
	# of 20 numbers, 5 leave the function before the table
	[ "$(grep -c "^jump=5 $(line switch) " choose)" = 3 ]
	same <(grep ^jcnd choose | cut -d' ' -f1,2) <(echo "jcnd=5/20 $(line switch)")
	grep -A1 '^jfi=.*jumper\.h$' j.calls | grep '^jcnd=19/20 3$'
	! cg-collect -q --calls --client-stdout=/dev/null jumper one | grep -E '^j(ump|cnd)='
	cg-collect -q --calls --collect-jumps=no --client-stdout=/dev/null jumper one >no.calls
	! grep -E '^j(ump|cnd)=' no.calls
}

@test "jumps are counted only inside of the functions of --toggle-collect" {
	collect -o all.calls jumper one
	collect --toggle-collect=choose -o choose.calls jumper one
	same <(jumps choose all.calls) <(jumps choose choose.calls)
	[ -z "$(jumps work choose.calls)" ]
	[ -n "$(jumps work all.calls)" ]
}

@test "jumps of processes and threads are added up, and differ by parts" {
	collect -o one.calls jumper one
	collect -f -o two.calls jumper fork
	collect --separate-threads=yes -o parts.calls jumper thread
	doubled=$(jumps choose one.calls |
		awk '{ split($1, n, /[=\/]/); print n[1], 2 * n[2], $2, $3 }')
	counts() {
		jumps choose "$1" | awk '{ split($1, n, /[=\/]/)
			sum[n[1] " " $2 " " $3] += n[2] }
			END { for (key in sum) { split(key, k); print k[1], sum[key], k[2], k[3] } }' |
			sort
	}
	collect -o whole.calls jumper thread
	for file in two whole parts; do
		same <(sort <<<"$doubled") <(counts $file.calls)
	done
	graph split parts.calls
	same <(jumps choose one.calls) <(jumps choose parts.calls.1)
	same <(jumps choose one.calls) <(jumps choose parts.calls.2)
}

@test "all tools keep or leave out jumps" {
	collect --dump-instr=yes -o j.calls jumper one
	cg-merge j.calls j.calls >merged
	jumps choose merged | grep '^jcnd=10/40 '
	cg-filter --function=choose j.calls >filtered
	grep -qE '^jcnd=' filtered
	cg-diff j.calls j.calls >diff
	cg-annotate --tree=both --inclusive j.calls >report
	grep -q choose report
	cg-annotate --format=html j.calls >page
	cg-sum --by=function j.calls | grep choose
}

@test "jumps need --calls" {
	exits 125 cg-collect --collect-jumps=yes true 2>err
	grep -q '^cg-collect: --collect-jumps needs --calls' err
	exits 125 cg-collect --calls --collect-jumps=maybe true 2>err
	grep -q collect-jumps err
	cg-collect -q --cache-sim=no --collect-jumps=no true | grep '^summary:'
}
