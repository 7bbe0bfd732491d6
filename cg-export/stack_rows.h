/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lines of functions that cost something, each with the stack of calls that led
 * to it: counted or, if the profile only has calls, estimated.
 */
#ifndef STACK_ROWS_H
#define STACK_ROWS_H

#include "libquery/profile_series.h"
#include "libquery/stacks/estimated.h"
#include "deep_stacks.h"
#include "inline_chains.h"

struct stack_rows {
	struct profile_series profile; /* which the rows are from */
	/* sorted; code that was inlined into several hosts stays apart */
	struct cg_profile *rows;
	struct inline_chains chains;
	struct deep_stacks deep;    /* the contexts of rows that have some */
	struct cg_contexts *folded; /* frames below them */
	/* the cost of rows without a context that is not folded, of each event;
	 * NULL: no row is folded */
	int64_t *rest;
	struct estimated estimated; /* or these; NULL if there is no estimate */
};

/* Reads the profile.  Ends the program on an error. */
void
stack_rows_read(struct stack_rows *rows, const char *path, bool accepts_damage);

void stack_rows_release(struct stack_rows *rows);

#endif
