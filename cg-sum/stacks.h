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
 * All shares are whole numbers (see shares_divide).  Therefore the sum of all
 * entries is exactly the sum of all own costs.
 */
#ifndef STACKS_H
#define STACKS_H

#include <stddef.h>
#include <stdint.h>

#include "libquery/calls/callgraph.h"
#include "libquery/projection.h"

struct stacks {
	const struct callgraph *graph;
	int64_t total;
	/*
	 * By function: its own cost; this cost with all that its callees handed
	 * to it; and the part that no caller was charged for.
	 */
	int64_t *own;
	int64_t *whole;
	int64_t *entry;
	/* the functions, largest first by their own costs and calls */
	size_t *order;
	/*
	 * By caller: function i was handed list[k].cost by list[k].callee, for
	 * k from first[i] to before first[i + 1].  Cut calls are not listed.
	 */
	size_t *first;
	struct stack_call {
		size_t callee;
		int64_t cost;
	} * list;
};

/*
 * Makes the stacks of a complete graph, by event number `event` of the
 * projection.  Ends the program if a count is negative.
 */
void stacks_make(struct stacks *stacks, const struct callgraph *graph,
    struct projection *projection, size_t event);

void stacks_release(struct stacks *stacks);

struct share {
	uint64_t weight;
	int64_t amount; /* set by shares_divide */
};

/*
 * Divides amount >= 0 into whole numbers whose sum is exactly the amount, in
 * proportion to the weights; at least one weight is not 0.  Largest remainder:
 * each share is rounded down, and the shares that lost most get one more each
 * until nothing is left; of equal shares, the first gets it.
 */
void shares_divide(int64_t amount, struct share *shares, size_t n);

#endif
