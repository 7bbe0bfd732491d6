/* SPDX-License-Identifier: BSD-2-Clause */
/* Pairs the instructions of two versions of a function. */
#ifndef CODE_ALIGNMENT_H
#define CODE_ALIGNMENT_H

#include "libquery/machine_code/machine_code.h"

/* An instruction of both versions; NULL: the version does not have it. */
struct code_pair {
	const struct code_instruction *old, *new;
	bool is_reshaped; /* other registers, or places on the stack */
};

struct code_alignment {
	size_t n;
	struct code_pair *list; /* in order of both */
};

/* Pairs all instructions but padding.  Either code may be NULL.  Ends the program if diff(1) cannot be
 * run. */
void code_align(struct code_alignment *alignment,
    const struct machine_code *old, const struct machine_code *new);

void code_alignment_release(struct code_alignment *alignment);

#endif
