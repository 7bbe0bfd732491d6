/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of a profile, the calls between them, and inclusive costs.
 *
 * The inclusive cost of a function is the cost that its callers were charged
 * for it.  A cycle is a set of functions that call one another.  Calls within a
 * cycle, and of a function to itself, are left out so that nothing counts
 * twice: the calls into the cycle already include them.  A profile need not
 * know every caller.  Therefore an inclusive cost is at least the function's
 * own cost plus the cost of its calls out of its cycle; it is this sum if no
 * caller is known.  The cost of a cycle is the total of these sums.
 *
 * If the collector tells levels of recursion apart ("f", "f'2"), a function of a level before
 * the last is never open twice.  So all calls of it count, also those within its cycle, and its
 * inclusive cost is exact.  Calls of the last level can overlap.  Then their sum, but at most the
 * cost of the cycle, is an upper bound of its inclusive cost.
 *
 * Inlined code is a function of its own in each host, the function that was not
 * inlined and whose machine code it is.  Only hosts call one another, so cycles
 * are cycles of hosts, and hosts have the inclusive costs that they would have if
 * nothing was told of inlined code.  What is inlined costs what its instructions
 * and the calls from them cost.  callgraph_join_inlined makes one function of a
 * function that was inlined into several hosts.
 *
 * A function that stands for a hidden level (see hidden.h) stands for many
 * functions.  It is in no cycle, and its inclusive cost is its own cost.
 *
 *	callgraph_init(&graph, header);
 *	while (cg_reader_next(reader, &record) == 1)
 *		callgraph_add(&graph, &record);
 *	callgraph_complete(&graph);
 *	inclusive_compute(&graph);
 *
 * These functions end the program if a sum does not fit in 64 bits.
 */
#ifndef CALLGRAPH_H
#define CALLGRAPH_H

#include "cgfmt.h"
#include "components.h"
#include "function_index.h"
#include "wide_sums.h"

struct call_ends {
	size_t caller; /* rows in functions */
	size_t callee;
};

/* what an inclusive cost says of the true one */
enum cost_bound {
	BOUND_NONE, /* it is the true one, as far as the profile knows the calls */
	BOUND_AT_LEAST,
	BOUND_AT_MOST,
};

struct callgraph {
	struct cg_error error;
	size_t nevents;
	const struct cg_event *events;
	/* a row for each function and host, with its own cost, in canonical
	 * order */
	struct cg_profile *functions;
	int64_t *last; /* counts of the one added last; NULL: not known */
	/* a row for each pair of caller and callee, in order of the caller */
	struct cg_profile *calls;
	bool has_inlined; /* functions were inlined */
	/* set by the caller after callgraph_init: what a function has in each file is a
	 * function of that file, whatever file defines it */
	bool by_file;
	/* the last level of recursion, by the header; 0: it names none.  The caller sets
	 * it if another header than that with the events names it */
	int64_t last_level;
	/* set by callgraph_complete, from here on */
	size_t nfunctions;
	size_t ncalls;
	size_t *cycles; /* the cycle of each function, from 1; 0: none */
	/* NULL or 0 if there are no calls, from here on */
	struct function_index index; /* of the functions */
	struct call_ends *endpoints; /* of each call */
	/* by caller: function i makes the calls from row out_first[i] of calls
	 * to before row out_first[i + 1] */
	size_t *out_first;
	/* by callee: the rows of calls into function i are in_calls[k], for k
	 * from in_first[i] to before in_first[i + 1] */
	size_t *in_first;
	size_t *in_calls;
	bool *hidden;    /* true: the function stands for a hidden level */
	bool has_levels; /* levels of recursion have names of their own */
	/* true: the function is of a level of recursion before the last one */
	bool *is_open_once;
	/* of each function the host or, if it is not inlined, itself; NULL: none
	 * is inlined, or they were joined */
	size_t *hosts;
	/* of each function the first function of its cycle, or of those that were
	 * inlined into each other in one host; or itself */
	size_t *units;
	size_t ncycles;
	size_t *members; /* number of functions of each cycle */
	/* set by inclusive_compute */
	int64_t *inclusive;      /* nevents a function */
	enum cost_bound *bounds; /* of each function, in any event */
	int64_t *cycle_costs;    /* nevents a cycle */
	int64_t *entries;        /* set by callgraph_count_entries */
};

/* The header's events must outlive the last callgraph_add and
 * callgraph_join_inlined. */
void callgraph_init(struct callgraph *graph, const struct cg_header *header);

/*
 * Adds a function's own costs, or a call; other kinds are ignored.  A function
 * is identified by its object, def_file and name.
 */
void callgraph_add(struct callgraph *graph, const struct cg_record *record);

/* The same, faster, for costs of the function whose costs were added last. */
void
callgraph_add_same(struct callgraph *graph, const struct cg_record *record);

/*
 * Finds all functions, calls and cycles.  Some producers do not name the object
 * of a callee: if the named object has no such function, the call goes to the
 * only other object that has one.
 */
void callgraph_complete(struct callgraph *graph);

/* Sets inclusive, bounds and cycle_costs of a complete graph (inclusive.c). */
void inclusive_compute(struct callgraph *graph);

/* For join.c: returns a profile for rows of the graph; and sorts the rows and
 * numbers the ends of calls. */
struct cg_profile *callgraph_rows(struct callgraph *graph);
void callgraph_connect(struct callgraph *graph);

/*
 * Joins the functions of all hosts.  A call to inlined code stays apart from other
 * calls of the same function.  The inclusive cost of
 * a function that was inlined is the sum of the costs in its hosts, but for what
 * one of them includes of another, which is estimated; see nesting.h.
 * Call once, after callgraph_complete and inclusive_compute, if at all.
 */
void callgraph_join_inlined(struct callgraph *graph);

/*
 * Sets *row to the row of a function, with its own or its inclusive counts.
 * The latter need inclusive_compute to have been called.
 */
void callgraph_function(const struct callgraph *graph, size_t function,
    bool inclusive, struct cg_record *row);

/*
 * Returns the name of a function's row, with its object if several objects have a
 * function of this file and name, unless place_unnamed puts them apart:
 * "main [/usr/bin/a]".  The caller frees it.
 */
char *callgraph_unique_name(
    const struct callgraph *graph, const struct cg_record *function);

/* Counts the entries of all functions, for callgraph_entries.  Call before
 * callgraph_join_inlined.  Ends the program if a number does not fit. */
void callgraph_count_entries(struct callgraph *graph);

/*
 * Returns the number of the calls that a function's inclusive cost is the cost of: by other
 * functions than itself and, unless levels of recursion are told apart, those of its cycle.
 * 0: none is known, or callgraph_count_entries was not called.
 */
int64_t callgraph_entries(const struct callgraph *graph, size_t function);

/* For join.c: returns the entries of all functions, to be freed; joined: the
 * number of each function among `n` joined ones, NULL: none is joined. */
int64_t *
entries_count(const struct callgraph *graph, const size_t *joined, size_t n);

/* For join.c and inclusive.c: ends the program unless the n sums from `at` on, which the
 * message calls `what` of the function, fit in 64 bits. */
void sums_check(const struct callgraph *graph, const struct wide_sums *sums,
    size_t at, size_t n, const char *what, size_t function);

/* For join.c: makes the inclusive cost of an event that also has both sides of a
 * difference, X@old and X@new, the difference of theirs. */
void inclusive_subtract_sides(const struct callgraph *graph,
    const struct cg_profile *functions, int64_t *inclusive);

/* Returns the event that is a side of another one in a difference, "X@old" of "X", or -1. */
int
callgraph_side(const struct callgraph *graph, size_t event, const char *side);

/* Returns the sum of the absolute counts of all functions. */
unsigned __int128 callgraph_size(const struct callgraph *graph, size_t event);

/* Return the caller or the callee of a row of kind CG_CALL that was added. */
size_t
callgraph_caller(const struct callgraph *graph, const struct cg_record *call);
size_t
callgraph_callee(const struct callgraph *graph, const struct cg_record *call);

/* Returns the row of the function that a record belongs to, without counts. */
struct cg_record callgraph_function_of(const struct cg_record *record);

/* True if the function is inlined into a host.  The graph is complete and not
 * joined. */
static inline bool
callgraph_is_inlined(const struct callgraph *graph, size_t function)
{
	return graph->hosts != NULL && graph->hosts[function] != function;
}

/* Returns the row of `calls` that a row of kind CG_CALL is added to. */
struct cg_record callgraph_pair(const struct cg_record *call);

/* True if `estimate` is the row after a sorted row of an inlined call, and differs from it
 * only in being an estimate. */
bool callgraph_is_estimate_of(
    const struct cg_record *estimate, const struct cg_record *call);

/* For callgraph.c: sets has_levels and is_open_once of a graph with its ends (recursion.c). */
void recursion_find(struct callgraph *graph);

/* True if nothing of the call counts for its caller's cycle: a call within a cycle, or of a
 * function to itself. */
bool callgraph_is_within_cycle(
    const struct callgraph *graph, const struct call_ends *ends);

void callgraph_release(struct callgraph *graph);

#endif
