/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_ROWS_H
#define CGCOLLECT_ROWS_H

#include "pub_tool_basics.h"

struct context;
struct cost;
struct edge;
struct function;
struct jump;
struct region;

enum row_kind {
	ROW_COST, /* of an instruction, in the first context of its function */
	ROW_CONTEXT, /* own costs of a context that are in no cost of its function */
	ROW_CALLS,
	ROW_JUMP,
	ROW_FOLDED, /* what is folded in and below a context */
};

/* What a profile has in one place. */
struct row {
	/* The context that the row is written in: if the function is skipped, the context that
	 * it is counted in.  NULL: the function has no context. */
	const struct context *context;
	union {
		const struct cost *cost;
		const struct context *counted;
		const struct edge *edge;
		const struct jump *jump;
	};
	enum row_kind kind;
};

/* Collects the rows.  They are in the order of threads and regions, if there are any, and with
 * stacks in the order of contexts, callers first; else in no order.  Own costs come first in
 * a context. */
void rows_collect(Bool are_ordered);

/* Returns the next row, or NULL if there is none, and goes on to the one after that. */
const struct row *rows_next(void);
void rows_skip(void);

/* Frees them. */
void rows_release(void);

/* Return the number of the row's thread, 0 if threads are not separated; its region, or NULL;
 * and its function. */
UInt row_thread(const struct row *row);
struct region *row_region(const struct row *row);
struct function *row_function(const struct row *row);

/* True if the row is of own costs. */
Bool row_is_own(const struct row *row);

#endif
