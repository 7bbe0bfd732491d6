/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_BRANCHSIM_H
#define CGCOLLECT_BRANCHSIM_H

#include <stdbool.h>
#include <stdint.h>

#define PREDICTOR_HISTORY_BITS 7
#define PREDICTOR_ADDRESS_BITS 7
#define PREDICTOR_TARGET_BITS 9

/* Both predictors; all zero at first. */
struct predictor {
	unsigned history; /* the last branches, newest in bit 0: 1 is taken */
	uint8_t leaning[1 << (PREDICTOR_HISTORY_BITS + PREDICTOR_ADDRESS_BITS)];
	uintptr_t target[1 << PREDICTOR_TARGET_BITS];
};

/* Did the conditional branch at addr go where it was not expected to?  Learns
 * from what it did. */
bool
predictor_conditional(struct predictor *predictor, uintptr_t addr, bool taken);

/* The same for an indirect jump or call at addr that went to target. */
bool predictor_indirect(
    struct predictor *predictor, uintptr_t addr, uintptr_t target);

#endif
