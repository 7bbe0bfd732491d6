/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacks of calls: the ones that were counted or, without these, an estimate. */
#ifndef CALL_STACKS_H
#define CALL_STACKS_H

#include "libquery/calls/callgraph.h"
#include "libquery/stacks/counted.h"
#include "request.h"

/* the events of a tree: numbers in the projection of a request */
struct stack_events {
	size_t n; /* 1 or 2 */
	size_t list[2];
};

/* Ends the program if stacks cannot be ranked like this. */
void call_stacks_demand_sense(const struct ranking *ranking);

/*
 * Make a sorted tree of the stacks that were counted, or of an estimate of them from
 * a complete graph, without those that are too small for the ranking.  They warn if
 * costs have no stack, and of an estimate.  They end the program on an error.
 */
void call_stacks_take(struct stack_tree *tree, struct counted *counted,
    struct request *request, const struct stack_events *events);
void
call_stacks_estimate(struct stack_tree *tree, const struct callgraph *graph,
    struct request *request, const struct stack_events *events);

#endif
