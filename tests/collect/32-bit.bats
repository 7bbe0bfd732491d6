#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# 32-bit programs: the same tests as for 64-bit ones.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	local source
	for source in crash.c hot.c toggle.c containers.cc; do
		build_32 $source -O1
	done
	build_32 act.c -O0
	build act.c -O0 -o act64
}

setup() {
	need_32 act
	[ -e "$B/libexec/cg-tools/cgcollect-x86-linux" ] ||
		skip 'the tool was not built for 32-bit programs'
	enter_with_programs
	export VG_PLATFORM=x86-linux
}

collect() {
	cg-collect -q --client-stdout=/dev/null "$@"
}

counts_everywhere() {
	counts_in_all_modes "$@"
	counts --branch-sim=yes --I1=4096,1,32 --D1=6144,3,32 \
		--LL=65536,4,64 -- "$@"
}

# bats test_tags=slow
@test "loops, forks and a crash count as under Cachegrind" {
	counts_everywhere "$BATS_FILE_TMPDIR/act" work 1000 fork work 50 join
	counts_everywhere "$BATS_FILE_TMPDIR/crash"
}

@test "a C++ program counts as under Cachegrind" {
	need_32 containers
	counts_everywhere "$BATS_FILE_TMPDIR/containers"
}

@test "handlers, jumps and threads count as under Cachegrind" {
	# the order of the threads can vary
	for mode in --cache-sim=no --branch-sim=yes; do
		for _ in {1..40}; do
			! counts $mode -- "$BATS_FILE_TMPDIR/toggle" ||
				continue 2
		done 2>/dev/null
		cat counts.out
		false
	done
}

@test "parts of a program can be counted" {
	collect --cache-sim=no --instr-at-start=no -o p.cg hot 1000
	awk '/^fn=/ { inside = $0 == "fn=hot" }
	     /^[0-9]/ && inside { sum += $2 } END { print sum }' p.cg |
		grep -x 2001
	for function in calls_tail jumped_out_of recursive; do
		got=$(collect --cache-sim=no --toggle-collect=$function toggle |
			sed -n 's/^summary: //p')
		valgrind -q --tool=callgrind --cache-sim=yes \
			--toggle-collect=$function \
			--callgrind-out-file=wanted toggle 2>/dev/null
		[ "$got" = "$(sed -n 's/^totals: \([0-9]*\).*/\1/p' wanted)" ]
		[ "$got" -gt 100 ]
	done
}

@test "own costs are those without --calls, in all modes" {
	[ -e "$BATS_FILE_TMPDIR/containers" ] ||
		skip 'the compiler builds no 32-bit C++ programs (g++-multilib)'
	for options in --cache-sim=no --branch-sim=yes \
		'--branch-sim=yes --toggle-collect=main'; do
		# shellcheck disable=SC2086
		collect --reproducible $options -o p.cg containers
		# shellcheck disable=SC2086
		collect --reproducible --calls $options -o c.cg containers
		graph own p.cg | join_unnamed >own
		graph own c.cg | join_unnamed | same own - "$options"
	done
}

# bats test_tags=slow
@test "a tree of 32-bit and 64-bit programs is added up" {
	collect --cache-sim=no -o one.cg act work 1000
	collect --cache-sim=no -o two.cg act64 work 300
	collect --cache-sim=no -f -o sum.cg sh -c 'act work 1000; act64 work 300; :'
	"$TESTS/lib/canonical" <sum.cg
	grep -x 'desc: Processes:        3' sum.cg
	[ "$(burnt two.cg)" -gt 1000 ]
	[ "$(burnt sum.cg)" -eq $(($(burnt one.cg) + $(burnt two.cg))) ]
}

@test "a larger environment does not change the profile" {
	collect "${REPRODUCIBLY[@]}" -o one.cg act work 100
	FOO=bar QQQ="$PWD" collect "${REPRODUCIBLY[@]}" -o two.cg act work 100
	same one.cg two.cg
}

@test "the profile so far can be written" {
	cg-collect -q --cache-sim=no --client-stdout=up -o p.cg \
		act print up work 2000000000 3>&- &
	for _ in {1..200}; do [ ! -s up ] || break; sleep 0.1; done
	for _ in {1..200}; do
		kill -USR1 $!
		[ ! -e p.cg ] || [ "$(burnt p.cg)" -eq 0 ] || break
		sleep 0.1
	done
	"$TESTS/lib/canonical" <p.cg
	[ "$(burnt p.cg)" -gt 0 ]
	kill $!
	wait $! || true
}

@test "if the 32-bit tool is missing, a 32-bit program runs without a profile" {
	cp -L -r "$B/libexec/cg-tools" lib
	rm lib/cgcollect-x86-linux
	CG_COLLECT_LIB=lib cg-collect -q -f --cache-sim=no -o p.cg \
		act64 fork exec act print ran exit 7 join work 10 >out 2>err
	grep -x ran out
	[ "$(burnt p.cg)" -gt 0 ]
	grep -E '^cg-collect: process [0-9]+ left no profile of its work as /.*/act$' err
}
