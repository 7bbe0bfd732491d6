/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_YOUNG_H
#define CGCOLLECT_YOUNG_H

#include "pub_tool_basics.h"

struct context;

/*
 * Contexts that stay only if they cost enough.  When contexts have needed too much memory
 * once, each new one is young while its call is open.  When that ends, the context stays
 * if the call, with what stacks of the same functions have lost before, has cost at least
 * so much.  If not, it is folded at once.  So stacks that are different each time
 * cost little more than calls.
 *
 * What stacks have lost is added up in a table by the hash of their functions.  A sum can
 * be of several stacks, so that it is a bound of what one of them has lost.
 */

/* Makes new contexts young from now on; they stay if they have cost that much. */
void young_begin(ULong least);

/* Ends the call of a young context: it stays or is folded, and freed.  `cost`: of the
 * call. */
void young_end(struct context *context, const ULong *cost);

/* Call when a context is folded while the program runs, with what it has cost with all
 * that is below it. */
void young_lose(const struct context *context, ULong cost);

/* Returns the most that a context can have lost. */
ULong young_lost(void);

/* Call when all counts are set to zero.  New contexts are not young any more. */
void young_clear(void);

#endif
