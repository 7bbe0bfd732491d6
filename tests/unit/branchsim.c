// SPDX-License-Identifier: BSD-2-Clause
/*
 * Compares the collector's branch predictors with plain ones on random streams
 * of branches that contain patterns.
 */
#include "branchsim.h"

#include <stdio.h>

#define NBRANCHES 2000000
#define STREAM_SEED 54321

static uint64_t
next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

/* The last seven outcomes, oldest first, and the branch's address modulo 128
 * select a counter from 0, never taken, to 3, always taken. */
struct plain {
	bool outcomes[7];
	int counters[2][2][2][2][2][2][2][128];
	uintptr_t targets[512];
};

static bool
plain_conditional(struct plain *plain, uintptr_t addr, bool taken)
{
	bool *o = plain->outcomes;
	int *counter = &plain->counters[o[0]][o[1]][o[2]][o[3]][o[4]][o[5]]
				       [o[6]][addr % 128];
	bool guess = *counter > 1;

	*counter += taken ? 1 : -1;
	if (*counter < 0)
		*counter = 0;
	if (*counter > 3)
		*counter = 3;
	for (int i = 0; i < 6; i++)
		o[i] = o[i + 1];
	o[6] = taken;
	return guess != taken;
}

static bool
plain_indirect(struct plain *plain, uintptr_t addr, uintptr_t target)
{
	bool surprised = plain->targets[addr % 512] != target;

	plain->targets[addr % 512] = target;
	return surprised;
}

static long
first_difference_conditional(void)
{
	static struct plain plain;
	static struct predictor predictor;
	uint64_t state = STREAM_SEED;

	for (long n = 0; n < NBRANCHES; n++) {
		uintptr_t addr = 0x400000 + next_random(&state) % 300;
		bool taken = addr % 3 == 0 ? n % (long)(addr % 7 + 2) == 0
					   : next_random(&state) % 4 == 0;

		if (predictor_conditional(&predictor, predictor_counters(addr),
			taken) != plain_conditional(&plain, addr, taken))
			return n;
	}
	return -1;
}

static long
first_difference_indirect(void)
{
	static struct plain plain;
	static struct predictor predictor;
	uint64_t state = STREAM_SEED;

	for (long n = 0; n < NBRANCHES; n++) {
		uintptr_t addr = 0x400000 + next_random(&state) % 1500;
		uintptr_t target = 0x500000 + next_random(&state) % 3 * 16;

		if (predictor_indirect(&predictor, predictor_target(addr),
			target) != plain_indirect(&plain, addr, target))
			return n;
	}
	return -1;
}

static bool
report(const char *name, long difference)
{
	if (difference < 0)
		printf("ok %s\n", name);
	else
		printf("not ok %s: branch %ld differs\n", name, difference);
	return difference < 0;
}

int
main(void)
{
	bool ok = report("conditional", first_difference_conditional());

	ok &= report("indirect", first_difference_indirect());
	return ok ? 0 : 1;
}
