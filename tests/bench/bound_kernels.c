/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The loops of tests/programs/bounds.c and what they take without what bounds them, for
 * tests/bench/loops.
 *
 *	bound_kernels RUNS
 *
 * prints two lines for each loop, NAME and NAME-, as loop_kernels does.
 */
#include <stdbool.h>
#include <string.h>

/* the loops, without what runs them */
#define main run_bounds
#include "../programs/bounds.c"
#undef main

#include "native_runs.h"

static struct node *lists[3];
static unsigned counters[2];
static uint64_t seed = 3;
static volatile uint32_t divisor = 77;

/* --- the loops ------------------------------------------------------------------- */

static uint64_t
run_latency_add(void)
{
	return (uint64_t)latency_add();
}

static uint64_t
run_latency_horner(void)
{
	return (uint64_t)latency_horner(0.5);
}

static uint64_t
run_latency_load(void)
{
	return (uintptr_t)latency_load(lists[0]);
}

static uint64_t
run_latency_multiply(void)
{
	return latency_multiply(seed);
}

static uint64_t
run_divisions_divide(void)
{
	divisions_divide();
	return 0;
}

static uint64_t
run_divisions_integer(void)
{
	return divisions_integer(divisor);
}

static uint64_t
run_loads_words(void)
{
	loads_words();
	return 0;
}

static uint64_t
run_stores_words(void)
{
	stores_words(seed);
	return 0;
}

static uint64_t
run_units_multiply(void)
{
	return units_multiply(seed);
}

static uint64_t
run_front_jumps(void)
{
	front_jumps();
	return 0;
}

static uint64_t
run_front_mixture(void)
{
	return front_mixture(seed);
}

/* other data in each run, or predictors would learn it */
static void
make_random_bits(void)
{
	static uint32_t state = 7;

	for (int i = 0; i < ROUNDS; i++)
		bits[i] = (unsigned char)(next_random(&state) >> 24);
}

static void
make_equal_bits(void)
{
	memset(bits, 0, sizeof(bits));
}

static uint64_t
run_mispredictions_random(void)
{
	return (uint64_t)mispredictions_random();
}

static uint64_t
run_L2_list(void)
{
	return (uintptr_t)L2_list(lists[1]);
}

static uint64_t
run_memory_list(void)
{
	return (uintptr_t)memory_list(lists[2]);
}

static uint64_t
run_waits_count(void)
{
	waits_count(counters);
	return counters[0];
}

/* --- without what bounds them -------------------------------------------------------- */

/* eight sums, which do not wait for each other */
KERNEL static uint64_t
free_latency_add(void)
{
	double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;

	for (int j = 0; j < 40; j++)
		for (int i = 0; i < SMALL; i += 8) {
			a += numbers[i], b += numbers[i + 1];
			c += numbers[i + 2], d += numbers[i + 3];
			e += numbers[i + 4], f += numbers[i + 5];
			g += numbers[i + 6], h += numbers[i + 7];
		}
	return (uint64_t)(a + b + c + d + e + f + g + h);
}

KERNEL static uint64_t
free_latency_horner(void)
{
	double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, x = 0.5;

	for (int j = 0; j < 20; j++)
		for (int i = 0; i < SMALL; i += 8) {
			a = a * x + numbers[i], b = b * x + numbers[i + 1];
			c = c * x + numbers[i + 2], d = d * x + numbers[i + 3];
			e = e * x + numbers[i + 4], f = f * x + numbers[i + 5];
			g = g * x + numbers[i + 6], h = h * x + numbers[i + 7];
		}
	return (uint64_t)(a + b + c + d + e + f + g + h);
}

/* the addresses are known before */
KERNEL static uint64_t
free_latency_load(void)
{
	const struct node *node = lists[0];
	uintptr_t sum = 0;

	for (int i = 0; i < ROUNDS; i++)
		sum ^= (uintptr_t)node[i % 256].next;
	return sum;
}

KERNEL static uint64_t
free_latency_multiply(void)
{
	const uint64_t by = 0x9e3779b97f4a7c15;
	uint64_t a = seed, b = seed + 1, c = seed + 2, d = seed + 3;

	for (int i = 0; i < ROUNDS; i += 4) {
		a *= by, b *= by, c *= by, d *= by;
		KEEP(a);
		KEEP(b);
		KEEP(c);
		KEEP(d);
	}
	return a ^ b ^ c ^ d;
}

KERNEL static uint64_t
free_divisions_divide(void)
{
	for (int j = 0; j < 20; j++)
		for (int i = 0; i < SMALL; i++)
			results[i] = 3 * numbers[i];
	return 0;
}

/* a product with the inverse */
KERNEL static uint64_t
free_divisions_integer(void)
{
	uint64_t inverse = ((uint64_t)1 << 32) / divisor;
	uint32_t sum = 0;

	for (uint32_t i = 0; i < ROUNDS; i++) {
		sum += (uint32_t)((i + 77777) * inverse >> 32);
		KEEP(sum);
	}
	return sum;
}

#define NOPS(n) __asm__ volatile(".rept " n "\n\tnop\n\t.endr")

/* half of them */
KERNEL static uint64_t
free_loads_words(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		(void)words[0];
		(void)words[1];
		(void)words[2];
		(void)words[3];
		(void)words[4];
		(void)words[5];
		NOPS("3");
	}
	return 0;
}

KERNEL static uint64_t
free_stores_words(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		NOPS("6");
	}
	return 0;
}

/* additions in the place of products */
KERNEL static uint64_t
free_units_multiply(void)
{
	uint64_t x = seed, sum = 0;

	for (uint64_t i = 0; i < ROUNDS; i++) {
		uint64_t a = (x + i), b = (x ^ i), c = (x - i), d = (x | i);

		KEEP(a);
		KEEP(b);
		KEEP(c);
		KEEP(d);
		sum ^= (a + i) ^ (b + i) ^ (c + i) ^ (d + i);
	}
	return sum;
}

KERNEL static uint64_t
free_front_jumps(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		NOPS("4");
	}
	return 0;
}

/* half of the instructions */
KERNEL static uint64_t
free_front_mixture(void)
{
	uint64_t a = seed, b = seed, x = seed;

	for (uint64_t i = 0; i < ROUNDS; i++) {
		a += x, b ^= x;
		KEEP(a);
		KEEP(b);
		(void)words[0];
	}
	return a + b;
}

/* the same list in the first level */
static uint64_t
free_lists(void)
{
	return (uintptr_t)L2_list(lists[0]);
}

/* counters in registers */
KERNEL static uint64_t
free_waits_count(void)
{
	uint64_t odd = 0, even = 0;

	for (int i = 0; i < ROUNDS; i++) {
		odd += bits[i] & 1;
		even += !(bits[i] & 1);
		KEEP(odd);
		KEEP(even);
	}
	return odd * even;
}

/* --- all of them -------------------------------------------------------------------- */

#define ROW(name)                            \
	{#name, run_##name, NULL},           \
	{                                    \
#name "-", free_##name, NULL \
	}

static const struct native_case kernels[] = {
    ROW(latency_add),
    ROW(latency_horner),
    ROW(latency_load),
    ROW(latency_multiply),
    ROW(divisions_divide),
    ROW(divisions_integer),
    ROW(loads_words),
    ROW(stores_words),
    ROW(units_multiply),
    ROW(front_jumps),
    ROW(front_mixture),
    {"mispredictions_random", run_mispredictions_random, make_random_bits},
    {"mispredictions_random-", run_mispredictions_random, make_equal_bits},
    {"L2_list", run_L2_list, NULL},
    {"L2_list-", free_lists, NULL},
    {"memory_list", run_memory_list, NULL},
    {"memory_list-", free_lists, NULL},
    {"waits_count", run_waits_count, make_random_bits},
    {"waits_count-", free_waits_count, make_random_bits},
};

int
main(int argc, char **argv)
{
	size_t nruns = argc == 2 ? (size_t)atoi(argv[1]) : 0;

	if (nruns == 0)
		return 2;
	lists[0] = new_list(SMALL * LINE / 2);
	lists[1] = new_list(MIDDLE);
	lists[2] = new_list(LARGE);
	for (int i = 0; i < SMALL; i++)
		numbers[i] = 1 + i;
	for (size_t i = 0; i < sizeof(kernels) / sizeof(*kernels); i++)
		print_runs(&kernels[i], nruns);
	return 0;
}
