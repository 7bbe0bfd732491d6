/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_BRANCHSIM_H
#define CGCOLLECT_BRANCHSIM_H

#include <stdbool.h>
#include <stdint.h>

#define PREDICTOR_HISTORY_BITS 7
#define PREDICTOR_ADDRESS_BITS 7
#define PREDICTOR_TARGET_BITS 9

#define PREDICTOR_LOW_BITS(value, n) ((value) & (((uintptr_t)1 << (n)) - 1))

struct predictor {
	unsigned history; /* the last branches, newest in bit 0: 1 is taken */
	uint8_t leaning[1 << (PREDICTOR_HISTORY_BITS + PREDICTOR_ADDRESS_BITS)];
	uintptr_t target[1 << PREDICTOR_TARGET_BITS];
};

/* Where the counters of the conditional branch at addr begin. */
static inline uint16_t
predictor_counters(uintptr_t addr)
{
	return (uint16_t)(PREDICTOR_LOW_BITS(addr, PREDICTOR_ADDRESS_BITS)
			  << PREDICTOR_HISTORY_BITS);
}

/* Where the target of the indirect jump or call at addr is kept. */
static inline uint16_t
predictor_target(uintptr_t addr)
{
	return (uint16_t)PREDICTOR_LOW_BITS(addr, PREDICTOR_TARGET_BITS);
}

/*
 * Did the conditional branch of these counters go where it was not expected to?
 * Learns from what it did.  A counter and what the branch did, taken together,
 * have eight values; there is no branch here to be guessed wrongly.
 */
static inline bool
predictor_conditional(
    struct predictor *predictor, uint16_t counters, unsigned taken)
{
	static const uint8_t next[] = {0, 1, 0, 2, 1, 3, 2, 3};
	const unsigned wrong = 1 << 1 | 1 << 3 | 1 << 4 | 1 << 6;
	uint8_t *leaning = &predictor->leaning[counters + predictor->history];
	unsigned seen = *leaning * 2u + taken;

	*leaning = next[seen];
	predictor->history = PREDICTOR_LOW_BITS(
	    predictor->history * 2 + taken, PREDICTOR_HISTORY_BITS);
	return wrong >> seen & 1;
}

/* The same of the indirect jump or call whose target is kept there. */
static inline bool
predictor_indirect(struct predictor *predictor, uint16_t kept, uintptr_t target)
{
	bool surprised = predictor->target[kept] != target;

	predictor->target[kept] = target;
	return surprised;
}

#endif
