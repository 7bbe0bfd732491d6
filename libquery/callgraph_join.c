/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes one function of a function that was inlined into several hosts. */
#include <stdlib.h>

#include "callgraph.h"
#include "libcli/cli.h"

/* Takes the host out of a row.  Hidden costs that are inlined into a function are of
 * its object. */
static void
forget_host(struct cg_record *row)
{
	if (row->host != NULL && cg_is_filtered(row->def_file))
		row->object = "";
	if (row->target.inlined != CG_NOT_INLINED &&
	    cg_is_filtered(row->target.file))
		row->target.object = "";
	row->host = row->host_file = NULL;
}

static void
add_row(struct callgraph *g, struct cg_profile *to, const struct cg_record *row)
{
	if (cg_profile_add(to, row) < 0)
		cli_die("%s", g->error.text);
}

/* Replaces a profile by the rows of `from` without their hosts. */
static struct cg_profile *
join_rows(struct callgraph *g, const struct cg_profile *from)
{
	struct cg_profile *rows = callgraph_rows(g);
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(from); i++) {
		cg_profile_at(from, i, &row);
		forget_host(&row);
		add_row(g, rows, &row);
	}
	if (cg_profile_sort(rows) < 0)
		cli_die("%s", g->error.text);
	return rows;
}

/* Joins the functions.  Returns the new number of each, to be freed. */
static size_t *
join_functions(struct callgraph *g)
{
	struct cg_profile *functions = g->functions;
	size_t n = g->nfunctions, *joined = cli_alloc(n, sizeof(*joined));
	struct cg_record row;

	g->functions = join_rows(g, functions);
	g->nfunctions = cg_profile_len(g->functions);
	for (size_t i = 0; i < n; i++) {
		cg_profile_at(functions, i, &row);
		forget_host(&row);
		joined[i] = callgraph_find(g, &row);
	}
	cg_profile_free(functions);
	return joined;
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

/* Joins the calls.  If one number of calls of a pair is an estimate, so is their
 * sum. */
static void
join_calls(struct callgraph *g)
{
	struct cg_profile *rows = join_rows(g, g->calls);
	struct cg_record row, next;

	cg_profile_free(g->calls);
	g->calls = callgraph_rows(g);
	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &row);
		if (i + 1 < cg_profile_len(rows)) {
			cg_profile_at(rows, i + 1, &next);
			if (callgraph_is_estimate_of(&next, &row))
				row.target.inlined = CG_INLINED_ESTIMATE;
		}
		add_row(g, g->calls, &row);
	}
	cg_profile_free(rows);
}

static void
join_inclusive(struct callgraph *g, const size_t *joined, size_t n)
{
	int64_t *sums = cli_alloc(g->nfunctions * g->nevents, sizeof(*sums));

	for (size_t i = 0; i < n; i++) {
		struct cg_record row;

		if (cg_counts_add(sums + joined[i] * g->nevents,
			g->inclusive + i * g->nevents,
			g->nevents) == g->nevents)
			continue;
		cg_profile_at(g->functions, joined[i], &row);
		cli_die("the inclusive cost of %s:%s does not fit in 64 bits",
		    row.def_file, row.function);
	}
	free(g->inclusive);
	g->inclusive = sums;
}

/* Only one of the joined functions is not inlined and can be in a cycle. */
static void
join_cycles(struct callgraph *g, const size_t *joined, size_t n)
{
	size_t *cycles = cli_alloc(g->nfunctions, sizeof(*cycles));

	for (size_t i = 0; i < n; i++)
		if (g->cycles[i] > 0)
			cycles[joined[i]] = g->cycles[i];
	free(g->cycles);
	g->cycles = cycles;
}

void
callgraph_join_inlined(struct callgraph *g)
{
	size_t n = g->nfunctions, *joined;

	if (!g->has_inlined || n == 0)
		return;
	joined = join_functions(g);
	if (g->inclusive != NULL)
		join_inclusive(g, joined, n);
	join_cycles(g, joined, n);
	free(joined);
	join_calls(g);
	free(g->hosts);
	free(g->units);
	g->hosts = g->units = NULL;
	callgraph_connect(g);
}
