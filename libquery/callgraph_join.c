/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes one function of a function that was inlined into several hosts. */
#include <stdlib.h>

#include "callgraph.h"
#include "libcli/cli.h"

/* Sets the joined function of each function.  Functions of one name are neighbours. */
static size_t *
find_joined(const struct callgraph *g)
{
	size_t *joined = cli_alloc(g->nfunctions, sizeof(*joined));
	struct cg_record row, last = {0};

	for (size_t i = 0; i < g->nfunctions; i++, last = row) {
		cg_profile_at(g->functions, i, &row);
		row.host = row.host_file = NULL;
		if (i > 0)
			joined[i] = joined[i - 1] +
				    !cg_record_same_function(&row, &last);
	}
	return joined;
}

static void
add_row(struct callgraph *g, struct cg_profile *to, const struct cg_record *row)
{
	if (cg_profile_add(to, row) < 0)
		cli_die("%s", g->error.text);
}

/* Moves the rows of functions to their joined functions. */
static void
join_functions(struct callgraph *g)
{
	struct cg_profile *functions = callgraph_rows(g);
	struct cg_record row;

	for (size_t i = 0; i < g->nfunctions; i++) {
		cg_profile_at(g->functions, i, &row);
		row.host = row.host_file = NULL;
		add_row(g, functions, &row);
	}
	cg_profile_free(g->functions);
	g->functions = functions;
}

/* Joins calls that differ in their hosts, but not exact numbers of calls and
 * estimates. */
static void
join_calls(struct callgraph *g)
{
	struct cg_profile *calls = callgraph_rows(g);
	struct cg_record row;

	for (size_t i = 0; i < g->ncalls; i++) {
		cg_profile_at(g->calls, i, &row);
		row.host = row.host_file = NULL;
		add_row(g, calls, &row);
	}
	cg_profile_free(g->calls);
	g->calls = calls;
}

bool
callgraph_is_estimate_of(
    const struct cg_record *estimate, const struct cg_record *call)
{
	struct cg_record row = *estimate;

	if (call->target.inlined != CG_INLINED ||
	    row.target.inlined != CG_INLINED_ESTIMATE)
		return false;
	row.target.inlined = CG_INLINED;
	return cg_record_same(&row, call);
}

/* If one number of a pair is an estimate, so is their sum. */
static void
join_estimates(struct callgraph *g)
{
	struct cg_profile *calls = callgraph_rows(g);
	struct cg_record row, next;

	for (size_t i = 0; i < cg_profile_len(g->calls); i++) {
		cg_profile_at(g->calls, i, &row);
		if (i + 1 < cg_profile_len(g->calls)) {
			cg_profile_at(g->calls, i + 1, &next);
			if (callgraph_is_estimate_of(&next, &row))
				row.target.inlined = CG_INLINED_ESTIMATE;
		}
		add_row(g, calls, &row);
	}
	cg_profile_free(g->calls);
	g->calls = calls;
}

static void
join_inclusive(struct callgraph *g, const size_t *joined, size_t njoined)
{
	int64_t *sums = cli_alloc(njoined * g->nevents, sizeof(*sums));

	for (size_t i = 0; i < g->nfunctions; i++) {
		struct cg_record row;

		if (cg_counts_add(sums + joined[i] * g->nevents,
			g->inclusive + i * g->nevents,
			g->nevents) == g->nevents)
			continue;
		cg_profile_at(g->functions, i, &row);
		cli_die("the inclusive cost of %s:%s does not fit in 64 bits",
		    row.def_file, row.function);
	}
	free(g->inclusive);
	g->inclusive = sums;
}

/* Only one of the joined functions is not inlined and can be in a cycle. */
static void
join_cycles(struct callgraph *g, const size_t *joined, size_t njoined)
{
	size_t *cycles = cli_alloc(njoined, sizeof(*cycles));

	for (size_t i = 0; i < g->nfunctions; i++)
		if (g->cycles[i] > 0)
			cycles[joined[i]] = g->cycles[i];
	free(g->cycles);
	g->cycles = cycles;
}

void
callgraph_join_inlined(struct callgraph *g)
{
	size_t *joined, njoined;

	if (!g->has_inlined || g->nfunctions == 0)
		return;
	joined = find_joined(g);
	njoined = joined[g->nfunctions - 1] + 1;
	if (g->inclusive != NULL)
		join_inclusive(g, joined, njoined);
	join_cycles(g, joined, njoined);
	free(joined);
	join_functions(g);
	join_calls(g);
	free(g->hosts);
	free(g->units);
	g->hosts = g->units = NULL;
	if (cg_profile_sort(g->calls) < 0)
		cli_die("%s", g->error.text);
	join_estimates(g);
	callgraph_connect(g);
}
