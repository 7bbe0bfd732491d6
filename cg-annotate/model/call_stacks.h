/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stacks of calls of a report: those that were counted or, if the profile has
 * none, an estimate from its calls.
 */
#ifndef CALL_STACKS_H
#define CALL_STACKS_H

#include "libquery/calls/callgraph.h"
#include "libquery/stacks/counted.h"
#include "derived_events.h"

struct call_stacks {
	/* costs of all events of the header, without totals; n 0: there are no
	 * stacks */
	struct stack_tree tree;
	bool *is_known;   /* of each event, if there are stacks */
	int64_t *without; /* what was counted without callers; NULL: nothing */
	struct counted counted; /* while rows are read */
	bool is_difference;
};

/*
 * Rows have nevents counts.  In a difference, a frame is the same whether it was
 * inlined or not.  Ends the program on an error, as all functions.
 */
void call_stacks_init(
    struct call_stacks *stacks, size_t nevents, bool is_difference);

/* Adds a row. */
void call_stacks_take(struct call_stacks *stacks, const struct cg_record *row);

/* Ends the rows of one profile. */
void call_stacks_end_profile(struct call_stacks *stacks);

/*
 * Makes the tree.  The graph is complete, not joined, and has the derived events,
 * as the header.  There is no estimate of an event with negative counts, nor in a
 * difference of one that is not a side of another event.
 */
void
call_stacks_complete(struct call_stacks *stacks, const struct callgraph *graph,
    const struct cg_header *header, struct derived_events *derived);

void call_stacks_release(struct call_stacks *stacks);

#endif
