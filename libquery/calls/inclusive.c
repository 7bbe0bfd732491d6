/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Callers and callees may disagree about the cost of a function, so both are
 * computed.
 */
#include <stdlib.h>

#include "libcli/cli.h"
#include "callgraph.h"

/* inclusive costs as seen from both sides, nevents a function */
struct views {
	int64_t *inside;  /* own costs plus calls out of the cycle */
	int64_t *outside; /* charged to callers outside the cycle */
	bool *called;     /* from outside the cycle; one a function */
	/* the same of calls within the cycle, if levels of recursion are told apart */
	int64_t *recursive_inside;
	int64_t *recursive_outside;
	bool *recursively_called;
};

static void
add(const struct callgraph *g, int64_t *to, const int64_t *counts,
    size_t function)
{
	struct cg_record row;

	if (cg_counts_add(to, counts, g->nevents) == g->nevents)
		return;
	cg_profile_at(g->functions, function, &row);
	cli_die("the inclusive cost of %s:%s does not fit in 64 bits",
	    row.def_file, row.function);
}

/* A call to inlined code costs the host nothing that the code's instructions and
 * calls do not. */
static void
add_inside(const struct callgraph *g, int64_t *inside,
    const struct call_ends *ends, const int64_t *counts)
{
	size_t n = g->nevents, caller = ends->caller;

	if (callgraph_is_inlined(g, caller)) {
		add(g, inside + caller * n, counts, caller);
		caller = g->hosts[caller];
	}
	if (!callgraph_is_inlined(g, ends->callee) && !g->hidden[caller])
		add(g, inside + caller * n, counts, caller);
}

/* Adds a call between two functions of a cycle. */
static void
add_recursive_call(const struct callgraph *g, struct views *views,
    const struct call_ends *ends, const int64_t *counts)
{
	size_t callee = ends->callee;

	if (g->cycles[callee] == 0 || ends->caller == callee)
		return;
	add_inside(g, views->recursive_inside, ends, counts);
	add(g, views->recursive_outside + callee * g->nevents, counts, callee);
	views->recursively_called[callee] = true;
}

static void
add_calls(const struct callgraph *g, struct views *views)
{
	for (size_t i = 0; i < g->ncalls; i++) {
		const struct call_ends *ends = &g->endpoints[i];
		bool is_within = callgraph_is_within_cycle(g, ends);
		struct cg_record call;

		cg_profile_at(g->calls, i, &call);
		if (is_within && g->has_levels)
			add_recursive_call(g, views, ends, call.counts);
		if (is_within)
			continue;
		add_inside(g, views->inside, ends, call.counts);
		if (g->hidden[ends->callee])
			continue;
		add(g, views->outside + ends->callee * g->nevents, call.counts,
		    ends->callee);
		views->called[ends->callee] = true;
	}
}

static void
add_own_costs(const struct callgraph *g, struct views *views)
{
	struct cg_record row;

	for (size_t i = 0; i < g->nfunctions; i++) {
		cg_profile_at(g->functions, i, &row);
		add(g, views->inside + i * g->nevents, row.counts, i);
		if (callgraph_is_inlined(g, i))
			add(g, views->inside + g->hosts[i] * g->nevents,
			    row.counts, g->hosts[i]);
	}
}

static void
add_up_cycles(struct callgraph *g, const struct views *views)
{
	size_t n = g->nevents;

	g->cycle_costs = cli_alloc(g->ncycles * n, sizeof(*g->cycle_costs));
	for (size_t i = 0; i < g->nfunctions; i++)
		if (g->cycles[i] > 0)
			add(g, g->cycle_costs + (g->cycles[i] - 1) * n,
			    views->inside + i * n, i);
}

/*
 * The callers' charge is right unless a function was also entered without a
 * call in the profile: then the cost from inside is larger.  In a
 * difference, counts can be negative and the comparison means nothing: there
 * the callers decide.
 */
static int64_t
choose(int64_t inside, int64_t outside, bool called)
{
	if (!called || (outside >= 0 && inside > outside))
		return inside;
	return outside;
}

/* True if the inclusive cost of the callee has to do with the call. */
static bool
counts_for_callee(const struct callgraph *g, const struct call_ends *ends)
{
	return !callgraph_is_within_cycle(g, ends) ||
	       (g->has_levels && g->cycles[ends->callee] > 0);
}

int64_t *
entries_count(const struct callgraph *g, const size_t *joined, size_t n)
{
	int64_t *entries = cli_alloc(n, sizeof(*entries));

	for (size_t i = 0; i < g->ncalls; i++) {
		const struct call_ends *ends = &g->endpoints[i];
		size_t caller = ends->caller, callee = ends->callee;
		struct cg_record call;

		if (joined != NULL) {
			caller = joined[caller];
			callee = joined[callee];
		}
		if (caller == callee || !counts_for_callee(g, ends))
			continue;
		cg_profile_at(g->calls, i, &call);
		if (__builtin_add_overflow(
			entries[callee], call.executed, &entries[callee]))
			cli_die("the number of calls of %s:%s does not fit in "
				"64 bits",
			    call.target.file, call.target.function);
	}
	return entries;
}

/* Adds what calls within the cycle say of a function that is never open twice. */
static void
add_levels(const struct callgraph *g, struct views *views, size_t function)
{
	size_t at = function * g->nevents;

	add(g, views->inside + at, views->recursive_inside + at, function);
	add(g, views->outside + at, views->recursive_outside + at, function);
	views->called[function] |= views->recursively_called[function];
}

/* Returns the inclusive cost of a function that its cycle calls, at most that of the cycle. */
static int64_t
bound_recursive(
    int64_t chosen, int64_t outside, int64_t recursive, int64_t most)
{
	int64_t all;

	if (outside < 0 || recursive < 0 || most < 0)
		return chosen; /* a difference */
	if (__builtin_add_overflow(outside, recursive, &all) || all > most)
		all = most;
	return all > chosen ? all : chosen;
}

static int64_t
inclusive_count(const struct callgraph *g, const struct views *views,
    size_t function, size_t event)
{
	size_t i = function * g->nevents + event;
	int64_t count = choose(
	    views->inside[i], views->outside[i], views->called[function]);

	/* the calls of a level before the last are all in `outside` */
	if (!g->has_levels || !views->recursively_called[function] ||
	    g->is_open_once[function])
		return count;
	return bound_recursive(count, views->outside[i],
	    views->recursive_outside[i],
	    g->cycle_costs[(g->cycles[function] - 1) * g->nevents + event]);
}

static void
views_init(struct views *views, const struct callgraph *g)
{
	size_t n = g->nfunctions * g->nevents;

	*views = (struct views){
	    .inside = cli_alloc(n, sizeof(*views->inside)),
	    .outside = cli_alloc(n, sizeof(*views->outside)),
	    .called = cli_alloc(g->nfunctions, sizeof(*views->called)),
	};
	if (!g->has_levels)
		return;
	views->recursive_inside = cli_alloc(n, sizeof(int64_t));
	views->recursive_outside = cli_alloc(n, sizeof(int64_t));
	views->recursively_called = cli_alloc(g->nfunctions, sizeof(bool));
}

static void
views_release(struct views *views)
{
	free(views->inside);
	free(views->outside);
	free(views->called);
	free(views->recursive_inside);
	free(views->recursive_outside);
	free(views->recursively_called);
}

void
inclusive_compute(struct callgraph *g)
{
	struct views views;

	if (g->ncalls == 0)
		return;
	views_init(&views, g);
	add_calls(g, &views);
	add_own_costs(g, &views);
	add_up_cycles(g, &views);
	g->inclusive =
	    cli_alloc(g->nfunctions * g->nevents, sizeof(*g->inclusive));
	for (size_t i = 0; i < g->nfunctions; i++) {
		if (g->has_levels && g->is_open_once[i])
			add_levels(g, &views, i);
		for (size_t j = 0; j < g->nevents; j++)
			g->inclusive[i * g->nevents + j] =
			    inclusive_count(g, &views, i, j);
	}
	views_release(&views);
}

void
callgraph_count_entries(struct callgraph *g)
{
	if (g->ncalls > 0)
		g->entries = entries_count(g, NULL, g->nfunctions);
}
