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
	unsigned history; /* what branches did, newest in bit 0: 1 is taken */
	uint8_t
	    counters[1 << (PREDICTOR_HISTORY_BITS + PREDICTOR_ADDRESS_BITS)];
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
 * Learns from what it did.
 *
 * A counter says how far branches lean to be taken, from 0 to 3, in bits 3 and
 * 4, and in bit 7 whether the last one was mispredicted.  So the next value of
 * each is a byte of a word, which a shift by the counter yields: there is no
 * branch to be guessed wrongly here, and one instruction between the load and
 * the store that the next branch may wait for.
 */
static inline bool
predictor_conditional(
    struct predictor *predictor, uint16_t counters, uintptr_t taken)
{
	/* a byte for each leaning, 3 first: when not taken, when taken */
	static const uint32_t next[] = {0x90880000, 0x18189088};
	uintptr_t history =
	    PREDICTOR_LOW_BITS(predictor->history, PREDICTOR_HISTORY_BITS);
	uint8_t *counter = &predictor->counters[counters + history];
	uint8_t counted = (uint8_t)(next[taken] >> *counter % 32);

	*counter = counted;
	predictor->history = predictor->history * 2 + (unsigned)taken;
	return counted >> 7;
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
