/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_JUMPS_H
#define CGCOLLECT_JUMPS_H

#include "pub_tool_basics.h"

struct context;
struct cost;

/* A jump inside of a function in a context, for --collect-jumps.  It lives
 * until the context is folded. */
struct jump {
	struct jump *next;
	UWord hash;
	struct cost *from, *to;        /* lines */
	const struct context *context; /* NULL: the first of the function */
	Addr end;                      /* of the instruction */
	Bool is_conditional;
	Bool is_inverted; /* it is made if the statement after it is reached */
	Bool is_made;     /* in any context of the name, noted for a part */
	ULong executed;
	ULong passed; /* how often the statement after it was reached */
};

/* Call before the first superblock if jumps are recorded. */
void jumps_init(void);

/* Returns the jump with these parts, but to the instruction at target. */
struct jump *jump_find(const struct jump *parts, Addr target);

/* Returns the same jump in another context, or in the first one if NULL. */
struct jump *jump_in(struct jump *jump, const struct context *context);

/* Returns the same jump in the first context of the function. */
struct jump *jump_in_first(const struct jump *jump);

/* Returns how often the jump was made. */
ULong jump_count(const struct jump *jump);

/* Returns all jumps, in no order; the caller frees the array. */
struct jump **jumps_all(UInt *njumps);

/* Gives the counts of jumps away if their context says so. */
void jumps_fold(void);

/* Sets all counts to zero. */
void jumps_clear(void);

#endif
