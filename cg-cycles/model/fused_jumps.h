/* SPDX-License-Identifier: BSD-2-Clause */
/* Pairs of an instruction and a jump after it that are one from the decoder on. */
#ifndef FUSED_JUMPS_H
#define FUSED_JUMPS_H

#include <stdbool.h>

#include "core_model.h"

/* The instructions that x86 fuses with a conditional jump after them. */
enum fused_jumps {
	FUSES_NONE,
	FUSES_COMPARISONS, /* cmp and test */
	FUSES_ARITHMETIC   /* add, sub and and, too, between registers */
};

/* True if two instructions that follow each other are such a pair.  Both have a text. */
bool fused_jumps_have(enum fused_jumps fuses, const struct core_code *first,
    const struct core_code *second);

#endif
