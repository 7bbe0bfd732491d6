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
add_inside(const struct callgraph *g, struct views *views,
    const struct call_ends *ends, const int64_t *counts)
{
	size_t n = g->nevents, caller = ends->caller;

	if (callgraph_is_inlined(g, caller)) {
		add(g, views->inside + caller * n, counts, caller);
		caller = g->hosts[caller];
	}
	if (!callgraph_is_inlined(g, ends->callee) && !g->hidden[caller])
		add(g, views->inside + caller * n, counts, caller);
}

static void
add_calls(const struct callgraph *g, struct views *views)
{
	for (size_t i = 0; i < g->ncalls; i++) {
		const struct call_ends *ends = &g->endpoints[i];
		struct cg_record call;

		if (callgraph_is_within_cycle(g, ends))
			continue;
		cg_profile_at(g->calls, i, &call);
		add_inside(g, views, ends, call.counts);
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
		if (caller == callee || callgraph_is_within_cycle(g, ends))
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

void
inclusive_compute(struct callgraph *g)
{
	size_t n = g->nfunctions * g->nevents;
	struct views views;

	if (g->ncalls == 0)
		return;
	views = (struct views){
	    .inside = cli_alloc(n, sizeof(*views.inside)),
	    .outside = cli_alloc(n, sizeof(*views.outside)),
	    .called = cli_alloc(g->nfunctions, sizeof(*views.called)),
	};
	add_calls(g, &views);
	add_own_costs(g, &views);
	add_up_cycles(g, &views);
	for (size_t i = 0; i < n; i++)
		views.inside[i] = choose(views.inside[i], views.outside[i],
		    views.called[i / g->nevents]);
	g->inclusive = views.inside;
	free(views.outside);
	free(views.called);
}

void
callgraph_count_entries(struct callgraph *g)
{
	if (g->ncalls > 0)
		g->entries = entries_count(g, NULL, g->nfunctions);
}
