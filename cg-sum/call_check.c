/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares what functions and cycles cost with what is charged for them.
 * Functions that stand for a hidden level are not compared: they stand for
 * many.
 */
#include <stdlib.h>
#include <string.h>

#include "call_check.h"
#include "libcli/cli.h"
#include "libquery/header/creator.h"
#include "libquery/header/description.h"
#include "libquery/rank.h"

void
call_check_init(struct call_check *check, const struct cg_header *header)
{
	*check = (struct call_check){
	    .is_used = header->format == CG_CALLGRIND,
	    .is_exempt = description_of_difference(header) ||
			 creator_took_extremes(header),
	};
	if (!check->is_used)
		return;
	callgraph_init(&check->graph, header);
	check->most = cg_profile_new(header->nevents, &check->graph.error);
	if (check->most == NULL)
		cli_die("%s", check->graph.error.text);
}

static void
raise_most(struct call_check *check, const struct cg_record *record)
{
	struct cg_record pair = callgraph_pair(record);
	struct cg_row row;

	if (cg_profile_row(check->most, &pair, &row) < 0)
		cli_die("%s", check->graph.error.text);
	for (size_t i = 0; i < check->graph.nevents; i++)
		if (row.counts[i] < record->counts[i])
			row.counts[i] = record->counts[i];
}

void
call_check_add(struct call_check *check, const struct cg_record *record)
{
	if (!check->is_used || check->is_exempt)
		return;
	for (size_t i = 0; i < check->graph.nevents; i++)
		check->is_exempt |= record->counts[i] < 0;
	callgraph_add(&check->graph, record);
	if (record->kind == CG_CALL)
		raise_most(check, record);
}

/* What each function or, in place of its first function, each cycle costs, and
 * what is charged for it from outside; nevents each. */
struct balance {
	int64_t *cost;
	int64_t *charged;
};

static void
add(const struct callgraph *g, int64_t *sums, size_t place,
    const int64_t *counts)
{
	if (cg_counts_add(sums + place * g->nevents, counts, g->nevents) !=
	    g->nevents)
		cli_die("the inclusive cost of a function does not fit in 64 "
			"bits");
}

/* Adds a call to the costs of its caller and, if that is inlined, of its host,
 * which has all costs of inlined code already. */
static void
add_call(const struct callgraph *g, struct balance *b,
    const struct call_ends *ends, const int64_t *counts)
{
	bool is_within = callgraph_is_within_cycle(g, ends);
	size_t caller = ends->caller;

	if (callgraph_is_inlined(g, caller)) {
		if (!is_within || !callgraph_is_inlined(g, ends->callee))
			add(g, b->cost, g->units[caller], counts);
		caller = g->hosts[caller];
	}
	if (!is_within && !callgraph_is_inlined(g, ends->callee))
		add(g, b->cost, g->units[caller], counts);
	if (!is_within)
		add(g, b->charged, g->units[ends->callee], counts);
}

static void
add_up(const struct callgraph *g, struct balance *b)
{
	struct cg_record row;

	for (size_t i = 0; i < g->nfunctions; i++) {
		cg_profile_at(g->functions, i, &row);
		add(g, b->cost, g->units[i], row.counts);
		if (callgraph_is_inlined(g, i))
			add(g, b->cost, g->units[g->hosts[i]], row.counts);
	}
	for (size_t i = 0; i < g->ncalls; i++) {
		cg_profile_at(g->calls, i, &row);
		add_call(g, b, &g->endpoints[i], row.counts);
	}
}

/* Compares the counts charged for a function with its cost, unless that is 0:
 * some programs write calls of functions whose costs they do not write. */
static void
compare(const struct callgraph *g, const struct balance *b, size_t function,
    const int64_t *charged, struct call_excess *excess)
{
	const int64_t *cost = b->cost + g->units[function] * g->nevents;
	struct cg_record row;

	if (g->hidden[function] || are_zero(cost, g->nevents))
		return;
	for (size_t i = 0; i < g->nevents && !excess->found; i++) {
		if (charged[i] <= cost[i])
			continue;
		cg_profile_at(g->functions, function, &row);
		*excess = (struct call_excess){
		    .found = true,
		    .function = row.function,
		    .event = i,
		    .charged = charged[i],
		    .cost = cost[i],
		};
	}
}

/* The pairs of `most` are the calls of the graph, in the same order. */
static void
compare_all(struct call_check *check, const struct balance *b,
    struct call_excess *excess)
{
	const struct callgraph *g = &check->graph;
	struct cg_record row;

	for (size_t i = 0; i < g->nfunctions; i++)
		compare(g, b, i, b->charged + g->units[i] * g->nevents, excess);
	if (cg_profile_sort(check->most) < 0)
		cli_die("%s", g->error.text);
	for (size_t i = 0; i < g->ncalls; i++) {
		const struct call_ends *ends = &g->endpoints[i];

		if (!callgraph_is_within_cycle(g, ends))
			continue;
		cg_profile_at(check->most, i, &row);
		/* a hidden part of a cycle stands for many lines and callees */
		if (cg_is_filtered(row.def_file) ||
		    cg_is_filtered(row.target.file))
			continue;
		compare(g, b, ends->callee, row.counts, excess);
	}
}

void
call_check_end(struct call_check *check, struct call_excess *excess)
{
	struct callgraph *g = &check->graph;
	struct balance b;

	*excess = (struct call_excess){0};
	if (!check->is_used || check->is_exempt)
		return;
	callgraph_complete(g);
	if (g->ncalls == 0)
		return;
	b = (struct balance){
	    .cost = cli_alloc(g->nfunctions * g->nevents, sizeof(*b.cost)),
	    .charged =
		cli_alloc(g->nfunctions * g->nevents, sizeof(*b.charged)),
	};
	add_up(g, &b);
	compare_all(check, &b, excess);
	free(b.cost);
	free(b.charged);
}

void
call_check_release(struct call_check *check)
{
	if (!check->is_used)
		return;
	callgraph_release(&check->graph);
	cg_profile_free(check->most);
}
