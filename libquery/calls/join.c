/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes one function of a function that was inlined into several hosts. */
#include <stdlib.h>

#include "callgraph.h"
#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "nesting.h"

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

/* Returns the number of each function among the joined functions, to be freed. */
static size_t *
number_joined(const struct callgraph *g, const struct cg_profile *functions)
{
	size_t *joined = cli_alloc(g->nfunctions, sizeof(*joined));
	struct cg_record row;

	for (size_t i = 0; i < g->nfunctions; i++) {
		cg_profile_at(g->functions, i, &row);
		forget_host(&row);
		joined[i] = lower_bound_row(&row, functions, cg_record_compare);
	}
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

/* Returns the count but for a share. */
static int64_t
without_share(int64_t count, double share)
{
	double part = share * (double)count;

	/* as a double, the largest counts do not fit in 64 bits */
	if (part != 0 && part == (double)count)
		return 0;
	return count - (int64_t)part;
}

/* Adds the cost of a function but for a share. */
static void
add_inclusive(struct wide_sums *sums, size_t at, const int64_t *counts,
    size_t n, double share)
{
	for (size_t i = 0; i < n; i++) {
		int64_t count = without_share(counts[i], share);

		wide_sums_add(sums, at + i, &count, 1);
	}
}

/* Returns the numbers of functions by their joined numbers, to be freed: joined
 * function i consists of the elements (*first)[i] to before (*first)[i + 1]. */
static size_t *
list_members(const size_t *joined, size_t n, size_t njoined, size_t **first)
{
	size_t *members = cli_alloc(n, sizeof(*members));

	*first = cli_alloc(njoined + 2, sizeof(**first));
	for (size_t i = 0; i < n; i++)
		(*first)[joined[i] + 2]++;
	for (size_t i = 2; i < njoined + 2; i++)
		(*first)[i] += (*first)[i - 1];
	for (size_t i = 0; i < n; i++)
		members[(*first)[joined[i] + 1]++] = i;
	return members;
}

/* Returns the inclusive costs of joined functions, of the graph before they are
 * joined. */
static int64_t *
join_inclusive(const struct callgraph *g, const size_t *joined, size_t njoined)
{
	struct wide_sums sums;
	size_t *first;
	size_t *members = list_members(joined, g->nfunctions, njoined, &first);
	struct nesting nesting;

	wide_sums_init(&sums, njoined * g->nevents);
	nesting_init(&nesting, g, joined);
	for (size_t i = 0; i < njoined; i++) {
		const size_t *list = members + first[i];
		size_t n = first[i + 1] - first[i];
		const double *shares = nesting_shares(&nesting, i, list, n);

		for (size_t j = 0; j < n; j++)
			add_inclusive(&sums, i * g->nevents,
			    g->inclusive + list[j] * g->nevents, g->nevents,
			    shares == NULL ? 0 : shares[list[j]]);
		sums_check(g, &sums, i * g->nevents, g->nevents,
		    "inclusive cost", list[0]);
	}
	nesting_release(&nesting);
	free(members);
	free(first);
	return wide_sums_take(&sums);
}

/* Returns the cycles of joined functions.  Only one of those that are joined is not
 * inlined and can be in a cycle. */
static size_t *
join_cycles(const struct callgraph *g, const size_t *joined, size_t njoined)
{
	size_t *cycles = cli_alloc(njoined, sizeof(*cycles));

	for (size_t i = 0; i < g->nfunctions; i++)
		if (g->cycles[i] > 0)
			cycles[joined[i]] = g->cycles[i];
	return cycles;
}

/* Returns the bounds of joined functions, likewise. */
static enum cost_bound *
join_bounds(const struct callgraph *g, const size_t *joined, size_t njoined)
{
	enum cost_bound *bounds = cli_alloc(njoined, sizeof(*bounds));

	for (size_t i = 0; i < g->nfunctions; i++)
		if (g->bounds[i] != BOUND_NONE)
			bounds[joined[i]] = g->bounds[i];
	return bounds;
}

void
callgraph_join_inlined(struct callgraph *g)
{
	struct cg_profile *functions;
	size_t *joined, *cycles, n;
	int64_t *inclusive = NULL, *entries = NULL;
	enum cost_bound *bounds = NULL;

	if (!g->has_inlined || g->nfunctions == 0)
		return;
	functions = join_rows(g, g->functions);
	n = cg_profile_len(functions);
	joined = number_joined(g, functions);
	if (g->inclusive != NULL) {
		inclusive = join_inclusive(g, joined, n);
		inclusive_subtract_sides(g, functions, inclusive);
		bounds = join_bounds(g, joined, n);
	}
	if (g->entries != NULL)
		entries = entries_count(g, joined, n);
	cycles = join_cycles(g, joined, n);
	free(joined);
	free(g->inclusive);
	free(g->bounds);
	free(g->entries);
	free(g->cycles);
	free(g->hosts);
	free(g->units);
	cg_profile_free(g->functions);
	g->functions = functions;
	g->inclusive = inclusive;
	g->bounds = bounds;
	g->entries = entries;
	g->cycles = cycles;
	g->hosts = g->units = NULL;
	join_calls(g);
	callgraph_connect(g);
}
