#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Files and lines are those that Valgrind's core finds during a run, with the same spelling.

load ../lib/names

# bats file_tags=long

setup() {
	enter_with_sources
}

# as_the_core COMMAND...: compares all instructions that the command executes
as_the_core() {
	valgrind -q --tool=callgrind --dump-instr=yes --compress-pos=no \
		--callgrind-out-file=profile "$@" >/dev/null 2>&1 || true
	"$TESTS/lib/compare-core" profile
}

@test "lines of C are the core's, in DWARF 2 to 5" {
	local version
	for version in 2 3 4 5; do
		gcc -gdwarf-$version -O2 -o program main.c part/../part/sum.c
		as_the_core ./program
	done
}

@test "lines of clang are the core's, in DWARF 2 to 4" {
	need_command clang
	local version
	for version in 2 3 4; do
		clang -gdwarf-$version -O2 -o program "$PWD/main.c" part/sum.c
		as_the_core ./program
	done
}

@test "lines of clang are the core's, in DWARF 5" {
	need_command clang
	clang -gdwarf-5 -O2 -o program "$PWD/main.c" part/sum.c
	valgrind -q --tool=none ./program >out 2>&1 || true
	! grep -q 'debuginfo reader\|unhandled dwarf2' out ||
		skip "this release of Valgrind cannot read DWARF 5 of clang"
	as_the_core ./program
}

@test "lines of C++ are the core's" {
	g++ -g -O1 -o program templates.cc
	as_the_core ./program a b
}

@test "lines of Rust are the core's" {
	need_command rustc
	rustc -g -O -o program words.rs
	as_the_core ./program a b
}

@test "lines of programs and libraries of the system are the core's" {
	[ -e /usr/lib/debug/.build-id ] || missing libc6-dbg
	as_the_core gzip -c "$TESTS/../Makefile"
	as_the_core sqlite3 :memory: 'select 1'
	as_the_core perl -e 'print sort 1, 3, 2'
	as_the_core bash -c 'echo $((6 * 7))'
}
