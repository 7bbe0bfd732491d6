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
	struct wide_sums inside;  /* own costs plus calls out of the cycle */
	struct wide_sums outside; /* charged to callers outside the cycle */
	bool *called;             /* from outside the cycle; one a function */
	bool *recursively_called; /* from within the cycle */
	/* the same costs of calls within the cycle, if levels of recursion are told
	 * apart */
	struct wide_sums recursive_inside; /* only of functions open once */
	struct wide_sums recursive_outside;
};

static _Noreturn void
die_of_sum(
    const struct cg_profile *functions, const char *what, size_t function)
{
	struct cg_record row;

	cg_profile_at(functions, function, &row);
	cli_die("the %s of %s:%s does not fit in 64 bits", what, row.def_file,
	    row.function);
}

void
sums_check(const struct callgraph *g, const struct wide_sums *sums, size_t at,
    size_t n, const char *what, size_t function)
{
	if (!wide_sums_fit(sums, at, n))
		die_of_sum(g->functions, what, function);
}

void
inclusive_subtract_sides(const struct callgraph *g,
    const struct cg_profile *functions, int64_t *inclusive)
{
	for (size_t event = 0; event < g->nevents; event++) {
		int old = callgraph_side(g, event, "old");
		int new = callgraph_side(g, event, "new");

		if (old < 0 || new < 0)
			continue;
		for (size_t i = 0; i < cg_profile_len(functions); i++) {
			int64_t *costs = inclusive + i * g->nevents;

			if (__builtin_sub_overflow(
				costs[new], costs[old], &costs[event]))
				die_of_sum(functions, "inclusive cost", i);
		}
	}
}

/* Adds counts of a function. */
static void
add(const struct callgraph *g, struct wide_sums *to, size_t function,
    const int64_t *counts)
{
	wide_sums_add(to, function * g->nevents, counts, g->nevents);
}

/* A call to inlined code costs the host nothing that the code's instructions and
 * calls do not. */
static void
add_inside(const struct callgraph *g, struct wide_sums *inside,
    const struct call_ends *ends, const int64_t *counts)
{
	size_t caller = ends->caller;

	if (callgraph_is_inlined(g, caller)) {
		add(g, inside, caller, counts);
		caller = g->hosts[caller];
	}
	if (!callgraph_is_inlined(g, ends->callee) && !g->hidden[caller])
		add(g, inside, caller, counts);
}

/* Adds a call between two functions of a cycle. */
static void
add_recursive_call(const struct callgraph *g, struct views *views,
    const struct call_ends *ends, const int64_t *counts)
{
	size_t callee = ends->callee, host = ends->caller;

	if (g->cycles[callee] == 0 || ends->caller == callee)
		return;
	views->recursively_called[callee] = true;
	if (!g->has_levels)
		return;
	if (callgraph_is_inlined(g, host))
		host = g->hosts[host];
	if (g->is_open_once[host])
		add_inside(g, &views->recursive_inside, ends, counts);
	add(g, &views->recursive_outside, callee, counts);
}

static void
add_calls(const struct callgraph *g, struct views *views)
{
	for (size_t i = 0; i < g->ncalls; i++) {
		const struct call_ends *ends = &g->endpoints[i];
		bool is_within = callgraph_is_within_cycle(g, ends);
		struct cg_record call;

		cg_profile_at(g->calls, i, &call);
		if (is_within)
			add_recursive_call(g, views, ends, call.counts);
		if (is_within)
			continue;
		add_inside(g, &views->inside, ends, call.counts);
		if (g->hidden[ends->callee])
			continue;
		add(g, &views->outside, ends->callee, call.counts);
		views->called[ends->callee] = true;
	}
}

static void
add_own_costs(const struct callgraph *g, struct views *views)
{
	struct cg_record row;

	for (size_t i = 0; i < g->nfunctions; i++) {
		cg_profile_at(g->functions, i, &row);
		add(g, &views->inside, i, row.counts);
		if (callgraph_is_inlined(g, i))
			add(g, &views->inside, g->hosts[i], row.counts);
	}
}

static void
add_up_cycles(struct callgraph *g, const struct views *views)
{
	size_t n = g->nevents;
	struct wide_sums costs;

	wide_sums_init(&costs, g->ncycles * n);
	for (size_t i = 0; i < g->nfunctions; i++)
		if (g->cycles[i] > 0)
			wide_sums_add_sums(&costs, (g->cycles[i] - 1) * n,
			    &views->inside, i * n, n);
	for (size_t i = 0; i < g->nfunctions; i++)
		if (g->cycles[i] > 0)
			sums_check(g, &costs, (g->cycles[i] - 1) * n, n,
			    "inclusive cost of the cycle", i);
	g->cycle_costs = wide_sums_take(&costs);
}

/*
 * The callers' charge is right unless a function was also entered without a
 * call in the profile: then the cost from inside is larger.  In a difference
 * of profiles it is the larger change.  If one fell and the other one grew, the
 * comparison means nothing: there the callers decide.
 */
static int64_t
choose(int64_t inside, int64_t outside, bool called)
{
	if (!called || (outside >= 0 && inside > outside) ||
	    (outside <= 0 && inside < outside))
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
	struct wide_sums entries;

	wide_sums_init(&entries, n);
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
		wide_sums_add(&entries, callee, &call.executed, 1);
	}
	for (size_t i = 0; i < g->nfunctions; i++)
		sums_check(g, &entries, joined != NULL ? joined[i] : i, 1,
		    "number of calls", i);
	return wide_sums_take(&entries);
}

/* Adds what calls within the cycle say of a function that is never open twice. */
static void
add_levels(const struct callgraph *g, struct views *views, size_t function)
{
	size_t n = g->nevents, at = function * n;

	wide_sums_add_sums(&views->inside, at, &views->recursive_inside, at, n);
	wide_sums_add_sums(
	    &views->outside, at, &views->recursive_outside, at, n);
	views->called[function] |= views->recursively_called[function];
}

/* Returns the inclusive cost of a function that its cycle calls, at most that of the cycle.
 * In a difference all costs may have fallen; if some fell and some grew, nothing bounds it. */
static int64_t
bound_recursive(
    int64_t chosen, int64_t outside, int64_t recursive, int64_t most)
{
	bool grew = outside > 0 || recursive > 0 || most > 0;
	bool fell = outside < 0 || recursive < 0 || most < 0;
	int64_t all;

	if (grew == fell)
		return chosen;
	if (__builtin_add_overflow(outside, recursive, &all) ||
	    (grew ? all > most : all < most))
		all = most;
	return (grew ? all > chosen : all < chosen) ? all : chosen;
}

/* Sets a function's inclusive cost from what is known if nothing is added of the calls
 * within its cycle. */
static void
set_inclusive(struct callgraph *g, const struct views *views, size_t function)
{
	size_t at = function * g->nevents;

	sums_check(
	    g, &views->inside, at, g->nevents, "inclusive cost", function);
	sums_check(
	    g, &views->outside, at, g->nevents, "inclusive cost", function);
	for (size_t i = at; i < at + g->nevents; i++)
		g->inclusive[i] = choose(views->inside.counts[i],
		    views->outside.counts[i], views->called[function]);
}

/* Raises the inclusive cost of a function to what calls within its cycle may add, at most
 * to the cost of the cycle.  The calls of a level before the last are all in
 * `outside`. */
static void
raise_to_bound(struct callgraph *g, const struct views *views, size_t function)
{
	size_t at = function * g->nevents;
	const int64_t *most;

	if (!views->recursively_called[function] ||
	    (g->has_levels && g->is_open_once[function]))
		return;
	most = g->cycle_costs + (g->cycles[function] - 1) * g->nevents;
	for (size_t i = 0; i < g->nevents; i++) {
		int64_t before = g->inclusive[at + i];

		if (!g->has_levels &&
		    (most[i] > 0 ? before < most[i] : before > most[i]))
			g->bounds[function] = BOUND_AT_LEAST;
		if (!g->has_levels)
			continue;
		g->inclusive[at + i] =
		    bound_recursive(before, views->outside.counts[at + i],
			wide_sums_nearest(&views->recursive_outside, at + i),
			most[i]);
		if (g->inclusive[at + i] != before)
			g->bounds[function] = BOUND_AT_MOST;
	}
}

static void
views_init(struct views *views, const struct callgraph *g)
{
	size_t n = g->nfunctions * g->nevents;

	*views = (struct views){
	    .called = cli_alloc(g->nfunctions, sizeof(*views->called)),
	};
	views->recursively_called = cli_alloc(g->nfunctions, sizeof(bool));
	wide_sums_init(&views->inside, n);
	wide_sums_init(&views->outside, n);
	if (!g->has_levels)
		return;
	wide_sums_init(&views->recursive_inside, n);
	wide_sums_init(&views->recursive_outside, n);
}

static void
views_release(struct views *views)
{
	wide_sums_release(&views->inside);
	wide_sums_release(&views->outside);
	wide_sums_release(&views->recursive_inside);
	wide_sums_release(&views->recursive_outside);
	free(views->called);
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
	g->bounds = cli_alloc(g->nfunctions, sizeof(*g->bounds));
	for (size_t i = 0; i < g->nfunctions; i++) {
		if (g->has_levels && g->is_open_once[i])
			add_levels(g, &views, i);
		set_inclusive(g, &views, i);
		raise_to_bound(g, &views, i);
	}
	inclusive_subtract_sides(g, g->functions, g->inclusive);
	views_release(&views);
}

void
callgraph_count_entries(struct callgraph *g)
{
	if (g->ncalls > 0)
		g->entries = entries_count(g, NULL, g->nfunctions);
}
