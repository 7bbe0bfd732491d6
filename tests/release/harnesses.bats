#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# examples/bench: a row for each benchmark and test of a harness.

# bats file_tags=long

load ../lib/assertions

GLUE=$BATS_TEST_DIRNAME/../../examples/bench

setup() {
	enter_tmpdir
}

# counted PROGRAM...: prints region, calls and cost for each call, from a run under cg-collect
counted() {
	cg-collect -q --cache-sim=no --client-stdout=out -o p "$@" || fail "$(cat out)" || return
	cg-sum --by=region --format=tsv p >rows
	awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		{ print $column["region"], $column["calls"], $column["Ir/call"] }' rows
}

# compiled SOURCE OPTION...: into "program", or the test is skipped
compiled() {
	c++ -O1 -g -I "$BATS_TEST_DIRNAME/../../include" -I "$GLUE" -o program "$@"
}

need_header() {
	echo "#include <$1>" | c++ -E -x c++ - >/dev/null 2>&1 || missing "$1"
}

# bats test_tags=slow
@test "google_benchmark.h: a row for each benchmark, its calls are the iterations" {
	need_header benchmark/benchmark.h
	cat >bench.cc <<-'END2'
		#include "google_benchmark.h"
		static volatile int n;
		static void BM_short(benchmark::State &state) {
			CG_ITERATIONS(state) { for (int i = 0; i < 100; i++) n += i; }
		}
		static void BM_long(benchmark::State &state) {
			for (int i = 0; i < 99999; i++) n += i;
			CG_ITERATIONS(state, state.range(0)) { for (int i = 0; i < state.range(0); i++) n += i; }
		}
		BENCHMARK(BM_short)->Iterations(7);
		BENCHMARK(BM_long)->Arg(1000)->Arg(2000)->Iterations(3);
		BENCHMARK_MAIN();
	END2
	compiled bench.cc -lbenchmark -pthread
	./program >/dev/null
	counted ./program >found
	cut -d' ' -f1,2 found | grep -v '^(outside)' | sort |
		same <(printf '%s\n' 'BM_long/1000 3' 'BM_long/2000 3' 'BM_short 7') -
	awk '/1000/ { a = $3 } /2000/ { b = $3 } END { exit !(b > 1.9 * a && b < 2.1 * a && a < 20000) }' found
}

@test "catch2.cc: test cases and sections are regions" {
	need_header catch2/catch.hpp
	cat >tests.cc <<-'END2'
		#define CATCH_CONFIG_MAIN
		#include <catch2/catch.hpp>
		TEST_CASE("one") { SECTION("a") { REQUIRE(1 + 1 == 2); } SECTION("b") { REQUIRE(2 > 1); } }
		TEST_CASE("throws") { REQUIRE_THROWS(throw 1); }
	END2
	compiled tests.cc "$GLUE/catch2.cc"
	counted ./program | cut -d' ' -f1,2 | grep -v '^(outside)' | sort |
		same <(printf '%s\n' 'one 2' 'one;a 1' 'one;b 1' 'throws 1') -
}

@test "doctest.cc: test cases and subcases are regions" {
	need_header doctest/doctest.h
	cat >tests.cc <<-'END2'
		#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
		#include <doctest/doctest.h>
		TEST_CASE("one") { SUBCASE("a") { CHECK(1 + 1 == 2); } SUBCASE("b") { CHECK(2 > 1); } }
		TEST_CASE("throws") { CHECK_THROWS(throw 1); }
	END2
	compiled tests.cc "$GLUE/doctest.cc"
	counted ./program | cut -d' ' -f1,2 | grep -v '^(outside)' | sort |
		same <(printf '%s\n' 'one 2' 'one;a 1' 'one;b 1' 'throws 1') -
}

@test "conftest.py: a block is a region, its instructions are counted and limited" {
	/usr/bin/python3 -c 'import pytest' 2>/dev/null || missing pytest
	cp "$GLUE/conftest.py" .
	cat >test_it.py <<-'END2'
		def test_sum(instructions):
		    with instructions(limit=100_000_000) as block:
		        sum(range(1000))
		    assert block.count is None or block.count > 1000
		def test_too_much(instructions):
		    with instructions(limit=1000, name="much"):
		        sum(range(1000))
	END2
	/usr/bin/python3 -m pytest -q -p no:cacheprovider test_it.py | grep '2 passed'
	run -1 cg-collect -q --cache-sim=no -o p /usr/bin/python3 -m pytest -q -p no:cacheprovider test_it.py
	[[ $output == *'1 failed, 1 passed'* ]]
	[[ $output =~ much:\ [0-9,]+\ instructions,\ the\ limit\ is\ 1,000 ]]
	cg-sum --by=region p | grep ' test_sum$'
	cg-sum --by=region p | grep ' much$'
}

@test "conftest.py --count-tests: each test's own Python is counted, equally in two runs" {
	local test
	/usr/bin/python3 -c 'import pytest' 2>/dev/null || missing pytest
	mkdir project
	cd project
	cp "$GLUE/conftest.py" .
	cat >test_it.py <<-'END2'
		def total(n):
		    s = 0
		    for i in range(n):
		        s += i
		    return s
		def test_once():
		    total(1000)
		def test_ten_times():
		    for i in range(10):
		        total(1000)
	END2
	/usr/bin/python3 -m pytest -q -p no:cacheprovider --count-tests test_it.py | grep '2 passed'
	# the first one compiles
	for run in 0 1 2; do
		cg-collect -q --reproducible --clock=counted --cache-sim=no --scripts=only \
			-o ../run.$run --client-stdout=../out \
			/usr/bin/python3 -m pytest -p no:cacheprovider --count-tests test_it.py
	done
	cd ..
	cmp run.1 run.2
	for test in once ten_times; do
		cg-filter --region="^test_$test\$" run.1 | cg-sum --by=function |
			awk '/:total$/ { gsub(",", ""); print $1 }' >$test
	done
	awk 'NR == 1 { once = $1 } END { exit !(once > 10000 && $1 > 9.9 * once && $1 < 10.1 * once) }' \
		once ten_times
}

@test "region.rs: a region of a test, with and without optimization, left by ? too" {
	need_command rustc
	cp "$GLUE/region.rs" .
	cat >lib.rs <<-'END2'
		mod region;
		fn parse(text: &str) -> Result<i32, std::num::ParseIntError> {
		    Ok(region!("parse", text.parse::<i32>()?) + 1)
		}
		#[test]
		fn parses() {
		    for _ in 0..5 { assert_eq!(parse("41"), Ok(42)); }
		    assert!(parse("x").is_err());
		    let n = region!("outer", region!("inner", 3) + 1);
		    assert_eq!(n, 4);
		}
	END2
	for level in 0 3; do
		rustc --edition 2021 --test -g -C opt-level=$level -o program lib.rs
		./program >/dev/null
		counted ./program | cut -d' ' -f1,2 | grep -v '^(outside)' | sort |
			same <(printf '%s\n' 'outer 1' 'outer;inner 1' 'parse 6') - "level $level"
	done
}

@test "region.go: a region of a benchmark, left by a panic too" {
	need_command go
	sed 's/^package main/package bench/' "$GLUE/region.go" >region.go
	cat >bench_test.go <<-'END2'
		package bench
		import ("strconv"; "testing")
		func BenchmarkAtoi(b *testing.B) {
			for i := 0; i < b.N; i++ { Region("Atoi", func() { strconv.Atoi("12345") }) }
		}
		func TestPanic(t *testing.T) {
			defer func() { recover() }()
			Region("panics", func() { panic(1) })
		}
	END2
	export GO111MODULE=off HOME=$PWD GOCACHE=$PWD/cache
	go test -c -o program .
	./program -test.bench=. -test.benchtime=5x | grep PASS
	cg-collect -q --reproducible --cache-sim=no --client-stdout=out -o p \
		./program -test.bench=. -test.benchtime=5x
	# Go runs each benchmark once before
	cg-sum --by=region --format=tsv p | cut -f1,4 | grep -v '^(outside)' | sort |
		same <(printf '%s\t%s\n' Atoi 6 panics 1 region calls) -
}
