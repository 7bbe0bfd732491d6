/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What stacks can have cost that a profile does not tell apart, in the header's
 * description "Folded stacks: at most N CEst; those kept lack at most M CEst".  Each
 * stack that cost more than N is in the profile.
 */
#ifndef FOLDED_STACKS_H
#define FOLDED_STACKS_H

#include <stdbool.h>

#include "cgfmt.h"

extern const char folded_stacks_key[];

/* Zeroed before the first profile of a sum. */
struct folded_stacks {
	int64_t most;      /* 0: no stack is folded */
	int64_t lacking;   /* of a stack that is kept; no more than `most` */
	bool has_profiles; /* added to the sum */
};

struct folded_stacks folded_stacks_in(const struct cg_header *header);

/* Adds one more profile to a sum.  A stack that is kept in the sum may be folded in all
 * profiles but one. */
void
folded_stacks_add(struct folded_stacks *sum, const struct cg_header *header);

/* Returns the description in new memory. */
char *folded_stacks_describe(const struct folded_stacks *sum);

#endif
