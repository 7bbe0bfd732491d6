// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The model of a processor's branch prediction.  Conditional branches: 16,384
 * two-bit saturating counters, chosen by the low bits of the branch's address
 * and by the way the last seven branches went.  Indirect ones: a table of 512
 * last targets, chosen by the low bits of the address.  It knows nothing of
 * Valgrind, so that a test can run it beside a plainer one.
 */
#include "branchsim.h"

#define LOW_BITS(value, n) ((value) & ((1u << (n)) - 1))

bool
predictor_conditional(struct predictor *predictor, uintptr_t addr, bool taken)
{
	unsigned history = LOW_BITS(predictor->history, PREDICTOR_HISTORY_BITS);
	unsigned slot = history << PREDICTOR_ADDRESS_BITS |
			LOW_BITS((unsigned)addr, PREDICTOR_ADDRESS_BITS);
	uint8_t *leaning = &predictor->leaning[slot];
	bool expected = *leaning >= 2;

	if (taken && *leaning < 3)
		++*leaning;
	if (!taken && *leaning > 0)
		--*leaning;
	predictor->history = predictor->history << 1 | taken;
	return taken != expected;
}

bool
predictor_indirect(
    struct predictor *predictor, uintptr_t addr, uintptr_t target)
{
	uintptr_t *last =
	    &predictor->target[LOW_BITS((unsigned)addr, PREDICTOR_TARGET_BITS)];
	bool surprised = *last != target;

	*last = target;
	return surprised;
}
