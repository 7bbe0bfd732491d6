// SPDX-License-Identifier: BSD-2-Clause
// Makes the loop of a Google benchmark a region: a row for each benchmark, and its cost
// for each iteration.  Write CG_ITERATIONS(state) instead of `for (auto _ : state)`:
//
//	static void
//	BM_sort(benchmark::State &state)
//	{
//		std::vector<int> numbers = make_numbers(state.range(0));
//		CG_ITERATIONS(state) {
//			...
//		}
//	}
//	BENCHMARK(BM_sort)->Arg(64);
//
//	c++ -O2 -g -o bench bench.cc -lbenchmark -pthread
//	cg-collect -q --cache-sim=no --client-stdout=out ./bench --benchmark_min_time=0 |
//	    cg-sum --by=region
//
// The row is BM_sort/64 if one argument is named: CG_ITERATIONS(state, state.range(0)).
// Outside of cg-collect, an iteration costs 20 instructions more.  `break` in the loop
// ends an iteration only, as `continue` does.
#ifndef CG_GOOGLE_BENCHMARK_H
#define CG_GOOGLE_BENCHMARK_H

#include <benchmark/benchmark.h>
#include <cg-tools/regions.h>
#include <string>

// the name of a row: of the function, and of its arguments
struct cg_row {
	std::string name;

	template <typename... Arguments>
	cg_row(const char *function, const benchmark::State &,
	    Arguments... arguments)
	    : name(function)
	{
		for (const std::string &a :
		    {std::string(), std::to_string(arguments)...})
			name += a.empty() ? a : "/" + a;
	}
	explicit operator bool() const
	{
		return true;
	}
};

// the first argument is the state
#define CG_STATE(state, ...) state
#define CG_ITERATIONS(...)                                      \
	if (const cg_row cg_row_of_loop{__func__, __VA_ARGS__}) \
		for (auto _ : CG_STATE(__VA_ARGS__, ))          \
	CG_REGION(cg_row_of_loop.name.c_str())

#endif
