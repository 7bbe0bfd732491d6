/* SPDX-License-Identifier: BSD-2-Clause */
/* The callers and the callees of a function. */
#ifndef CALL_LIST_H
#define CALL_LIST_H

#include "function_list.h"

struct call_list {
	size_t n;    /* calls to show, the largest first */
	size_t nall; /* all calls; the others follow, unordered */
	struct function_cost *list;
	int64_t *others; /* cost of the others; NULL: there are none */
	bool are_callers;
};

/*
 * Lists the callers of a function of the graph, or the functions that it
 * called.  Calls that reach a threshold are shown, and calls of at least a
 * tenth of the largest; in a difference only those that changed.  Ends the program if the cost of the others does not
 * fit in 64 bits.  Graph and order must outlive the list.
 */
void call_list_callers(struct call_list *calls, const struct callgraph *graph,
    const struct sort_order *order, size_t function);
void call_list_callees(struct call_list *calls, const struct callgraph *graph,
    const struct sort_order *order, size_t function);

/*
 * Lists all rows of a profile, which are of kind CG_CALL, by callee; of rows of data
 * those that are worth a line.  The profile must outlive the list.
 */
void call_list_rows(struct call_list *calls, const struct cg_profile *rows,
    const struct sort_order *order);

/* A zeroed list is empty. */
void call_list_release(struct call_list *calls);

#endif
