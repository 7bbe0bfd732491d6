/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_BRANCHSIM_H
#define CGCOLLECT_BRANCHSIM_H

#include <stdbool.h>
#include <stdint.h>

#define PREDICTOR_HISTORY_BITS 7
#define PREDICTOR_ADDRESS_BITS 7
#define PREDICTOR_TARGET_BITS 9

#define PREDICTOR_LOW_BITS(value, n) ((value) & (((uintptr_t)1 << (n)) - 1))

/*
 * The branch predictors, which are Cachegrind's.
 *
 *	- A conditional branch is predicted by a counter from 0, never taken, to
 *	  3, always taken.  The address of the branch and the outcomes of the
 *	  last branches select it.
 *	- An indirect jump or call is predicted to go to the target that one at
 *	  the same address, modulo the number of targets, had last.
 *	- Returns and direct jumps are not predicted.
 */
struct predictor {
	unsigned history; /* outcomes, newest in bit 0; 1: taken */
	uint8_t
	    counters[1 << (PREDICTOR_HISTORY_BITS + PREDICTOR_ADDRESS_BITS)];
	uintptr_t target[1 << PREDICTOR_TARGET_BITS];
};

/* Returns the index of the first counter of the conditional branch at addr. */
static inline uint16_t
predictor_counters(uintptr_t addr)
{
	return (uint16_t)(PREDICTOR_LOW_BITS(addr, PREDICTOR_ADDRESS_BITS)
			  << PREDICTOR_HISTORY_BITS);
}

/* Returns the index of the target of the indirect jump or call at addr. */
static inline uint16_t
predictor_target(uintptr_t addr)
{
	return (uint16_t)PREDICTOR_LOW_BITS(addr, PREDICTOR_TARGET_BITS);
}

/*
 * Updates the counter of a conditional branch.  True if the branch was
 * mispredicted.
 *
 * A counter's byte has its value, 0 to 3, in bits 3 and 4, and in bit 7 whether
 * the last branch was mispredicted.  So the byte modulo 32 is the number of
 * bits by which a word of the four possible next bytes is shifted.  This code
 * has no branch that the host could mispredict, and only one instruction
 * between the load and the store, for which the next branch may have to wait.
 */
static inline bool
predictor_conditional(
    struct predictor *predictor, uint16_t counters, uintptr_t taken)
{
	/* the next bytes for the values 3, 2, 1, 0: if not taken, if taken */
	static const uint32_t next[] = {0x90880000, 0x18189088};
	uintptr_t history =
	    PREDICTOR_LOW_BITS(predictor->history, PREDICTOR_HISTORY_BITS);
	uint8_t *counter = &predictor->counters[counters + history];
	uint8_t counted = (uint8_t)(next[taken] >> *counter % 32);

	*counter = counted;
	predictor->history = predictor->history * 2 + (unsigned)taken;
	return counted >> 7;
}

/* The same for the indirect jump or call with this index. */
static inline bool
predictor_indirect(
    struct predictor *predictor, uint16_t index, uintptr_t target)
{
	bool mispredicted = predictor->target[index] != target;

	predictor->target[index] = target;
	return mispredicted;
}

#endif
