/* SPDX-License-Identifier: BSD-2-Clause */
/* How long a function takes natively, in nanoseconds and in cycles. */
#ifndef NATIVE_RUNS_H
#define NATIVE_RUNS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ADDITIONS = 40 * 100, REPEAT = 8 };

/* Additions that each wait for the one before take a cycle each. */
static __attribute__((noinline, noclone)) uint64_t
count_cycles(uint64_t sum, uint64_t by)
{
#define ADD                               \
	__asm__ volatile("" : "+r"(sum)); \
	sum += by;
#define ADD_10 ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD
	for (int i = 0; i < ADDITIONS / 40; i++) {
		ADD_10 ADD_10 ADD_10 ADD_10
	}
	return sum;
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int
compare_reals(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

struct native_case {
	const char *name;
	uint64_t (*run)(void);
	void (*prepare)(
	    void); /* called before each run, which is one call then; or NULL */
};

/* The clock may change, so cycles are counted between runs. */
static uint64_t
run_all(
    const struct native_case *one, double *times, double *cycles, size_t nruns)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < nruns; i++) {
		int n = one->prepare != NULL ? 1 : REPEAT;
		double start, middle;

		if (one->prepare != NULL)
			one->prepare();
		start = now();
		for (int j = 0; j < n; j++)
			sum += one->run();
		middle = now();
		sum += count_cycles(sum, i);
		cycles[i] = now() - middle;
		times[i] = (middle - start) / n;
	}
	return sum;
}

/*
 * Prints a line: the name, the nanoseconds of the fastest run, by which part the median run took
 * longer, and the nanoseconds of a cycle.
 */
static void
print_runs(const struct native_case *one, size_t nruns)
{
	double *times = calloc(nruns, sizeof(*times));
	double *cycles = calloc(nruns, sizeof(*cycles));
	uint64_t sum;

	if (times == NULL || cycles == NULL)
		exit(2);
	sum = run_all(one, times, cycles, nruns);
	qsort(times, nruns, sizeof(*times), compare_reals);
	qsort(cycles, nruns, sizeof(*cycles), compare_reals);
	printf("%s %.1f %.3f %.5f %llu\n", one->name, times[0],
	    times[nruns / 2] / times[0] - 1, cycles[0] / ADDITIONS,
	    (unsigned long long)sum);
	free(times);
	free(cycles);
}

#endif
