/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Gives estimated contexts to the rows of a profile with calls: the cost of a
 * line is divided among the stacks of its function as the cost of the function
 * is (see stacks.h).
 */
#ifndef ESTIMATED_H
#define ESTIMATED_H

#include "libquery/calls/callgraph.h"

struct estimated {
	struct cg_contexts *contexts; /* of the rows */
	struct cg_error error;
};

/*
 * Calls take(arg, row) for parts of all rows of kind CG_COSTS, each with a
 * context, and for what is left of them without one, because its stacks cost
 * less than 0.01 % of each event.  The parts of a row add up to it.  The rows are
 * sorted, and were added to the graph, which is complete.  Returns NULL, or why
 * there are no stacks, to be freed; then it has called nothing.  Release
 * `estimated` after the last use of the contexts.
 */
char *estimated_make(struct estimated *estimated, const struct cg_profile *rows,
    const struct callgraph *graph,
    void (*take)(void *arg, const struct cg_record *row), void *arg);

/* `estimated` may be zeroed. */
void estimated_release(struct estimated *estimated);

#endif
