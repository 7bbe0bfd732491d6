/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions of code in the order of their costs, cut at the thresholds. */
#ifndef FUNCTION_LIST_H
#define FUNCTION_LIST_H

#include "cgfmt.h"
#include "libquery/calls/callgraph.h"
#include "libquery/patterns/select.h"
#include "model/count_sums.h"
#include "inlined_places.h"
#include "model/lines/line_costs.h"
#include "model/sort_order.h"

/*
 * The cost of a function or of a cycle of functions; in a list of calls, the
 * cost of the calls from or to the function.  Names and counts belong to the
 * call graph or, for the calls of a line, to their rows.
 */
struct function_cost {
	const char *file; /* "" for a cycle, as function and object */
	const char *function;
	const char *object;    /* "": not known */
	const int64_t *counts; /* one for each event of the header */
	const bool *present;   /* which counts were written; NULL: all */
	size_t number;         /* of the function or cycle in the call graph */
	size_t cycle;          /* number of its cycle, from 1; 0: none */
	enum cost_bound bound; /* of its inclusive cost, if it is in a cycle */
	size_t nmembers;       /* of a cycle as a whole; else 0 */
	size_t nplaces;        /* at which it is inlined */
	/* in a list of calls, and in one of selected functions: */
	int64_t ncalls; /* how often it was called; 0: not known */
	enum cg_inlined
	    inlined;         /* of selected functions only CG_INLINED_ESTIMATE,
				    if the number is one */
	enum data_role data; /* in a list of the calls of a line */
	const struct sort_order *order;
};

struct function_list {
	size_t n;    /* reach a threshold, the largest first */
	size_t nall; /* all; the others follow, unordered */
	struct function_cost *list;
	struct count_range range; /* of all, and of all calls in the graph */
};

/*
 * Lists the functions of a complete graph.  With `inclusive`, costs are
 * inclusive, and each cycle has a row, because none of its functions has all of
 * its cost.  If the selection is not NULL, the list has only functions that it
 * keeps, and no cycles, and the range is of them and their calls.  Without it, functions
 * that did not change are not shown.  Ends the program
 * if a number of calls does not fit in 64 bits.  Graph and order must outlive the
 * list.
 */
void function_list_init(struct function_list *functions,
    const struct callgraph *graph, const struct inlined_places *places,
    const struct sort_order *order, struct selection *selection,
    bool inclusive);

/* Leaves at most so many functions to show; -1: any number. */
void function_list_limit(struct function_list *functions, int64_t most);

void function_list_release(struct function_list *functions);

/* True if in a difference neither a count nor a number of calls changed. */
bool function_cost_is_unchanged(const struct function_cost *function);

/* Takes the names, counts and number of calls of a record. */
struct function_cost function_cost_of(
    const struct cg_record *record, const struct sort_order *order);

/*
 * Moves the functions that reach the threshold of any event to the front,
 * without changing their order.  Returns their number.
 */
size_t function_costs_select(
    struct function_cost *list, size_t n, const struct sort_order *order);

/* Sorts by absolute counts, the largest first, then by name. */
void function_costs_sort(struct function_cost *list, size_t n);

#endif
