/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call stacks, estimated from a call graph.
 *
 * A call graph says what each caller was charged for a function, but not which
 * of its own callers was on the stack at the time.  So the cost of a function
 * is handed to its callers in proportion to what they were charged; a caller
 * hands it on to its own callers, with its own cost; and so on.  Cost that no
 * caller was charged for starts a stack at the function itself (its entry).
 *
 * A call that would close a cycle is cut: its caller gets nothing.  The search
 * starts at functions that nobody calls and follows the dearest call first; it
 * cuts each call to a function on the way to the caller.
 *
 * All shares are whole numbers (see shares.h).  Therefore the sum of all
 * entries is exactly the sum of all own costs.
 *
 * Each event is divided by its own costs of calls.  The calls that are cut are
 * the same for all events: the first event tells which calls are dearest.  So
 * the stacks of all events are one tree, in which an event can cost nothing.
 *
 *	char *why = stacks_make(&stacks, &graph, &projection, events, nevents);
 *	estimated_tree_make(&stacks, least, &tree);
 */
#ifndef STACKS_H
#define STACKS_H

#include <stddef.h>
#include <stdint.h>

#include "libquery/calls/callgraph.h"
#include "libquery/events/projection_options.h"
#include "stack_tree.h"

struct stacks {
	const struct callgraph *graph;
	size_t nevents;
	int64_t *totals; /* of each event */
	/*
	 * By function, nevents each: its own cost; this cost with all that its
	 * callees handed to it; and the part that no caller was charged for.
	 */
	int64_t *own;
	int64_t *whole;
	int64_t *entry;
	/* the functions, largest first by their own costs and calls */
	size_t *order;
	/*
	 * By caller: function i was handed costs[k * nevents + event] by
	 * callees[k], for k from first[i] to before first[i + 1], the dearest
	 * first.  Calls that are cut or cost nothing are not listed.
	 */
	size_t *first;
	size_t *callees;
	int64_t *costs;
};

/*
 * Makes the stacks of a complete graph, by these events: numbers in the
 * projection or, if it is NULL, in the graph; at least one.  Returns NULL, or
 * why there are none: what was expected and what was found, to be freed.
 */
char *stacks_make(struct stacks *stacks, const struct callgraph *graph,
    struct projection *projection, const size_t *events, size_t nevents);

/*
 * Makes the tree of all stacks that cost at least `least`, above 0, of one of
 * the events.  The cost of any other stack is part of the self cost of the
 * longest stack in the tree that it starts with.  No stack has more than 500
 * frames.  Release both.
 */
void estimated_tree_make(
    const struct stacks *stacks, const int64_t *least, struct stack_tree *tree);

void stacks_release(struct stacks *stacks);

#endif
