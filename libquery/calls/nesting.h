/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A function that was inlined into several hosts has a cost in each.  If one host
 * calls another from inlined code of the function, the cost in the first includes
 * the cost in the second.  Calls do not say for which of their callers they cost
 * what, so the share is an estimate, as gprof's: a function costs the same in
 * every call, in proportion to what the calls cost.
 * S. L. Graham, P. B. Kessler, M. K. McKusick, "gprof: a call graph execution
 * profiler" (1982).
 */
#ifndef NESTING_H
#define NESTING_H

#include <stdbool.h>
#include <stddef.h>

#include "callgraph.h"

struct nesting {
	const struct callgraph *graph;
	const size_t *joined; /* of each function of the graph, its number */
	size_t *component;    /* of each function */
	size_t *order;        /* the functions, callers before callees */
	double *costs;        /* of each call, in the first event */
	bool is_difference;   /* some costs fell and some grew: nothing is
				 estimated */
	double *shares;
	size_t *seen;  /* of each function: the search that saw it last */
	size_t *stack; /* of a search */
};

/* The graph is complete and not joined; both must outlive the nesting. */
void nesting_init(struct nesting *nesting, const struct callgraph *graph,
    const size_t *joined);

/*
 * Returns for each function of the graph which share of its cost is within another
 * function with this number, or NULL if none is.  The list lives until the next
 * call; it says nothing of functions that have another number.  `members` are the
 * functions that have it.
 */
const double *nesting_shares(struct nesting *nesting, size_t number,
    const size_t *members, size_t nmembers);

void nesting_release(struct nesting *nesting);

#endif
