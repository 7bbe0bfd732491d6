/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions, who called whom, and what a function cost with all that it called.
 *
 * The inclusive cost of a function is what its callers were charged for it.
 * Calls within a cycle, functions that call one another or themselves, are left
 * out, so that nothing counts twice: what came into the cycle from outside has
 * them in it.  A profile need not know every caller: where nothing outside its
 * cycle calls a function, or was charged less than that, it is what it cost
 * itself and what its calls out of the cycle cost.  That of all functions of a
 * cycle is the cost of the cycle.
 *
 * What cg-filter has hidden at one level stands for many functions, see
 * hidden.h.  It is in no cycle, and its inclusive cost is its own.
 *
 *	callgraph_init(&graph, header->nevents);
 *	while (cg_reader_next(reader, &record) == 1)
 *		callgraph_add(&graph, &record);
 *	callgraph_complete(&graph);
 *	inclusive_compute(&graph);
 *
 * These end the program where a sum does not fit in 64 bits.
 */
#ifndef CALLGRAPH_H
#define CALLGRAPH_H

#include "cgfmt.h"
#include "components.h"
#include "function_index.h"

struct call_ends {
	size_t caller; /* numbers of functions */
	size_t callee;
};

struct callgraph {
	struct cg_error error;
	size_t nevents;
	/* a row for each function, in canonical order: its own cost */
	struct cg_profile *functions;
	/* a row for each caller and callee, in order of the caller */
	struct cg_profile *calls;
	/* from here on since _complete */
	size_t nfunctions;
	size_t ncalls;
	/* the rest is NULL or 0 where there are no calls */
	struct function_index index; /* of the functions */
	struct call_ends *endpoints; /* of each call */
	/* the calls out of function i: from out_first[i] to out_first[i + 1] */
	size_t *out_first;
	/* the calls into function i: in_calls[in_first[i]] and so on, up to
	 * in_first[i + 1] */
	size_t *in_first;
	size_t *in_calls;
	bool *hidden;   /* which functions stand for a hidden level */
	size_t *cycles; /* each function's, from 1; 0: it is in none */
	size_t ncycles;
	size_t *members; /* how many functions each cycle has */
	/* since inclusive_compute */
	int64_t *inclusive;   /* nevents a function */
	int64_t *cycle_costs; /* nevents a cycle */
};

void callgraph_init(struct callgraph *graph, size_t nevents);

/*
 * Adds what a function cost itself, or a call; other kinds say nothing here.
 * A function is what its object, def_file and name say.
 */
void callgraph_add(struct callgraph *graph, const struct cg_record *record);

/*
 * Finds all functions, calls and cycles.  A call into an object that has no
 * such function is one to the only other object that has: some producers do
 * not say into which.
 */
void callgraph_complete(struct callgraph *graph);

/*
 * The row of a function; with `inclusive`, its counts are inclusive ones, which
 * inclusive_compute must have found.
 */
void callgraph_function(const struct callgraph *graph, size_t function,
    bool inclusive, struct cg_record *row);

/* the cycle of a function, from 1; 0: it is in none */
size_t callgraph_cycle(const struct callgraph *graph, size_t function);

/* the function that a row of kind CG_CALL goes to, which was added */
size_t
callgraph_callee(const struct callgraph *graph, const struct cg_record *call);

void callgraph_release(struct callgraph *graph);

#endif
