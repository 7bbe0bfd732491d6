/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What stacks can have cost that a profile does not tell apart, in the header's
 * description "Folded stacks: at most N CEst".  Each stack that cost more is in the
 * profile, and lacks at most this cost.
 */
#ifndef FOLDED_STACKS_H
#define FOLDED_STACKS_H

#include "cgfmt.h"

extern const char folded_stacks_key[];

/* Returns the number; 0: no stack is folded. */
int64_t folded_stacks_in(const struct cg_header *header);

/* Adds the number of one more profile of a sum. */
void folded_stacks_add(int64_t *sum, const struct cg_header *header);

/* Returns the description in new memory. */
char *folded_stacks_describe(int64_t sum);

#endif
