/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A function's calls get their cycles before its callers do, so that its inclusive cycles are
 * known.  Functions that call one another, and inlined code, are added up as in cg-sum
 * --check, whose rules hold for the result.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/calls/callgraph.h"
#include "libquery/lower_bound.h"
#include "call_costs.h"

/* the events of the graph; without parts, the first two */
enum { IR, CYCLES, PARTS, NEVENTS = PARTS + NCYCLE_PARTS };

/* A row of kind CG_CALL. */
struct call_row {
	size_t row;
	size_t unit; /* of the callee */
	size_t pair; /* in the calls of the graph */
	int64_t ir;
};

/* A call that adds to the cost of a unit. */
struct addition {
	size_t callee, to; /* units */
	size_t pair;
};

struct charging {
	struct callgraph graph;
	struct cg_event events[NEVENTS];
	size_t nevents;
	const struct cg_profile *rows;
	struct row_costs *cycles;
	double mean;
	const struct part_cycles *mean_parts;
	struct call_row *calls; /* in order of units */
	size_t ncalls;
	struct addition *additions; /* in order of callees */
	size_t nadditions;
	int64_t *costs;   /* nevents of each unit */
	int64_t *charged; /* instructions of each unit, from outside of it */
	int64_t *pairs;   /* nevents of each pair */
	size_t *nwaiting; /* additions to each unit whose callee is not done */
};

static void
add(const struct charging *c, int64_t *to, int64_t count)
{
	if (__builtin_add_overflow(*to, count, to))
		cli_die(
		    "%s of a function do not fit in 64 bits", c->cycles->what);
}

/* --- the graph ------------------------------------------------------------ */

static void
build_graph(struct charging *c, size_t ir)
{
	const struct cg_header header = {
	    .format = CG_CALLGRIND, .nevents = c->nevents, .events = c->events};
	int64_t counts[NEVENTS];
	struct cg_record row;

	c->events[IR].name = "Ir";
	c->events[CYCLES] = cycle_event;
	memcpy(&c->events[PARTS], cycle_parts, sizeof(cycle_parts));
	callgraph_init(&c->graph, &header);
	for (size_t i = 0; i < cg_profile_len(c->rows); i++) {
		cg_profile_at(c->rows, i, &row);
		counts[IR] = row.counts[ir];
		counts[CYCLES] = c->cycles->all[i];
		if (c->cycles->parts != NULL)
			memcpy(&counts[PARTS], row_costs_parts(c->cycles, i),
			    NCYCLE_PARTS * sizeof(*counts));
		row.counts = counts;
		if (row.kind == CG_COSTS || row.kind == CG_CALL)
			callgraph_add(&c->graph, &row);
	}
	callgraph_complete(&c->graph);
}

/* Returns the first pair with these ends; if there are more of them, they count as it does. */
static size_t
find_pair(const struct callgraph *g, size_t caller, size_t callee)
{
	size_t i = g->out_first[caller];

	while (g->endpoints[i].callee != callee)
		i++;
	return i;
}

static int
compare_calls(const void *a, const void *b)
{
	const struct call_row *x = a, *y = b;

	return x->unit != y->unit ? (x->unit > y->unit) - (x->unit < y->unit)
				  : (x->row > y->row) - (x->row < y->row);
}

static void
list_calls(struct charging *c, size_t ir)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(c->rows); i++) {
		size_t caller, callee;

		cg_profile_at(c->rows, i, &row);
		if (row.kind != CG_CALL)
			continue;
		caller = callgraph_caller(&c->graph, &row);
		callee = callgraph_callee(&c->graph, &row);
		c->calls = cli_grow(c->calls, c->ncalls, sizeof(*c->calls));
		c->calls[c->ncalls++] = (struct call_row){
		    .row = i,
		    .unit = c->graph.units[callee],
		    .pair = find_pair(&c->graph, caller, callee),
		    .ir = row.counts[ir],
		};
	}
	if (c->ncalls > 1)
		qsort(c->calls, c->ncalls, sizeof(*c->calls), compare_calls);
}

/* --- what adds to what ---------------------------------------------------- */

static void
append(struct charging *c, size_t callee, size_t to, size_t pair)
{
	c->additions =
	    cli_grow(c->additions, c->nadditions, sizeof(*c->additions));
	c->additions[c->nadditions++] = (struct addition){callee, to, pair};
	if (callee != to)
		c->nwaiting[to]++;
}

static int
compare_additions(const void *a, const void *b)
{
	const struct addition *x = a, *y = b;

	if (x->callee != y->callee)
		return (x->callee > y->callee) - (x->callee < y->callee);
	return x->pair != y->pair ? (x->pair > y->pair) - (x->pair < y->pair)
				  : (x->to > y->to) - (x->to < y->to);
}

/* Lists the units that each pair adds to, as cg-sum --check adds them up. */
static void
list_additions(struct charging *c)
{
	const struct callgraph *g = &c->graph;

	for (size_t i = 0; i < g->ncalls; i++) {
		const struct call_ends *ends = &g->endpoints[i];
		bool is_within = callgraph_is_within_cycle(g, ends);
		bool to_inlined = callgraph_is_inlined(g, ends->callee);
		size_t caller = ends->caller, unit = g->units[ends->callee];

		if (callgraph_is_inlined(g, caller)) {
			if (!is_within || !to_inlined)
				append(c, unit, g->units[caller], i);
			caller = g->hosts[caller];
		}
		if (!is_within && !to_inlined)
			append(c, unit, g->units[caller], i);
	}
	if (c->nadditions > 1)
		qsort(c->additions, c->nadditions, sizeof(*c->additions),
		    compare_additions);
}

/* Adds own costs, and the instructions of calls. */
static void
add_up(struct charging *c)
{
	const struct callgraph *g = &c->graph;
	struct cg_record row;

	for (size_t i = 0; i < g->nfunctions; i++) {
		cg_profile_at(g->functions, i, &row);
		for (size_t j = 0; j < c->nevents; j++) {
			add(c, &c->costs[g->units[i] * c->nevents + j],
			    row.counts[j]);
			if (callgraph_is_inlined(g, i))
				add(c,
				    &c->costs[g->units[g->hosts[i]] *
						  c->nevents +
					      j],
				    row.counts[j]);
		}
	}
	for (size_t i = 0; i < c->nadditions; i++) {
		cg_profile_at(g->calls, c->additions[i].pair, &row);
		add(c, &c->costs[c->additions[i].to * c->nevents + IR],
		    row.counts[IR]);
	}
	for (size_t i = 0; i < g->ncalls; i++) {
		if (callgraph_is_within_cycle(g, &g->endpoints[i]))
			continue;
		cg_profile_at(g->calls, i, &row);
		add(c, &c->charged[g->units[g->endpoints[i].callee]],
		    row.counts[IR]);
	}
}

/* --- charging ------------------------------------------------------------- */

/* Returns the share of a unit's cycles that some of its instructions have. */
static int64_t
share_of(const struct charging *c, size_t unit, int64_t ir)
{
	int64_t all = c->costs[unit * c->nevents + IR];
	int64_t cycles = c->costs[unit * c->nevents + CYCLES];

	if (all <= 0)
		return (int64_t)((double)ir * c->mean);
	if (ir >= all)
		return cycles;
	return (int64_t)((__int128)cycles * ir / all);
}

static int
compare_unit(const void *element, const void *key)
{
	const struct call_row *call = element;
	const size_t *unit = key;

	return (call->unit > *unit) - (call->unit < *unit);
}

/* Divides this share into parts. */
static void
divide_share(const struct charging *c, size_t unit, int64_t ir, int64_t cycles,
    int64_t *parts)
{
	const int64_t *costs = &c->costs[unit * c->nevents];
	struct part_cycles wanted = {0};

	if (costs[IR] <= 0) {
		part_cycles_add(&wanted, c->mean_parts, (double)ir);
		row_costs_divide(cycles, &wanted, NULL, parts);
		return;
	}
	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		wanted.of[i] =
		    (double)costs[PARTS + i] *
		    (ir < costs[IR] ? (double)ir / (double)costs[IR] : 1);
	row_costs_divide(cycles, &wanted, &costs[PARTS], parts);
}

/* The parts of the cycles that a unit has from outside of it. */
struct outside_parts {
	int64_t all[NCYCLE_PARTS], left[NCYCLE_PARTS];
	struct part_cycles wanted; /* of the next call, as far as was rounded */
};

/* Sets the parts of the next call from outside, whose cycles are set. */
static void
take_outside(struct charging *c, struct outside_parts *outside,
    const struct call_row *call)
{
	double share = c->charged[call->unit] > 0
			   ? (double)call->ir / (double)c->charged[call->unit]
			   : 0;
	int64_t *parts = row_costs_parts(c->cycles, call->row);

	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		outside->wanted.of[i] += (double)outside->all[i] * share;
	row_costs_divide(
	    c->cycles->all[call->row], &outside->wanted, outside->left, parts);
	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		outside->left[i] -= parts[i];
}

/* Adds the cycles of a call, which are set, to its pair. */
static void
add_to_pair(struct charging *c, const struct call_row *call)
{
	int64_t *pair = &c->pairs[call->pair * c->nevents];

	add(c, &pair[CYCLES], c->cycles->all[call->row]);
	for (size_t i = PARTS; i < c->nevents; i++)
		add(c, &pair[i],
		    row_costs_parts(c->cycles, call->row)[i - PARTS]);
}

/* Sets the cycles of all calls of a unit, whose cycles are known. */
static void
charge(struct charging *c, size_t unit)
{
	int64_t outside = share_of(c, unit, c->charged[unit]);
	struct outside_parts parts = {.wanted.of = {0}};
	bool has_parts = c->cycles->parts != NULL;
	int64_t ir = 0, given = 0;

	if (has_parts) {
		divide_share(c, unit, c->charged[unit], outside, parts.all);
		memcpy(parts.left, parts.all, sizeof(parts.left));
	}
	for (size_t i = lower_bound(
		 &unit, c->calls, c->ncalls, sizeof(*c->calls), compare_unit);
	     i < c->ncalls && c->calls[i].unit == unit; i++) {
		const struct call_row *call = &c->calls[i];
		int64_t *cycles = &c->cycles->all[call->row];

		if (callgraph_is_within_cycle(
			&c->graph, &c->graph.endpoints[call->pair])) {
			*cycles = share_of(c, unit, call->ir);
			if (has_parts)
				divide_share(c, unit, call->ir, *cycles,
				    row_costs_parts(c->cycles, call->row));
		} else {
			ir += call->ir;
			*cycles = c->charged[unit] > 0
				      ? (int64_t)((__int128)outside * ir /
						  c->charged[unit]) -
					    given
				      : 0;
			given += *cycles;
			if (has_parts)
				take_outside(c, &parts, call);
		}
		add_to_pair(c, call);
	}
}

static int
compare_callee(const void *element, const void *key)
{
	const struct addition *addition = element;
	const size_t *callee = key;

	return (addition->callee > *callee) - (addition->callee < *callee);
}

/* Charges all units, each one when those that it calls are done. */
static void
charge_all(struct charging *c)
{
	size_t n = c->graph.nfunctions, nready = 0, next = 0;
	size_t *ready = cli_alloc(n, sizeof(*ready));

	for (size_t i = 0; i < n; i++)
		if (c->graph.units[i] == i && c->nwaiting[i] == 0)
			ready[nready++] = i;
	for (; next < nready; next++) {
		size_t unit = ready[next];

		charge(c, unit);
		for (size_t i = lower_bound(&unit, c->additions, c->nadditions,
			 sizeof(*c->additions), compare_callee);
		     i < c->nadditions && c->additions[i].callee == unit; i++) {
			const struct addition *to = &c->additions[i];

			if (to->to == unit)
				continue;
			for (size_t j = CYCLES; j < c->nevents; j++)
				add(c, &c->costs[to->to * c->nevents + j],
				    c->pairs[to->pair * c->nevents + j]);
			if (--c->nwaiting[to->to] == 0)
				ready[nready++] = to->to;
		}
	}
	free(ready);
}

void
call_costs_set(const struct cg_profile *rows, struct row_costs *cycles,
    size_t ir, double mean, const struct part_cycles *mean_parts)
{
	struct charging c = {.rows = rows,
	    .nevents = cycles->parts != NULL ? NEVENTS : PARTS,
	    .cycles = cycles,
	    .mean = mean,
	    .mean_parts = mean_parts};
	size_t n;

	build_graph(&c, ir);
	n = c.graph.nfunctions;
	if (c.graph.ncalls > 0) {
		c.costs = cli_alloc(n * c.nevents, sizeof(*c.costs));
		c.charged = cli_alloc(n, sizeof(*c.charged));
		c.pairs = cli_alloc(
		    (c.graph.ncalls + 1) * c.nevents, sizeof(*c.pairs));
		c.nwaiting = cli_alloc(n, sizeof(*c.nwaiting));
		list_calls(&c, ir);
		list_additions(&c);
		add_up(&c);
		charge_all(&c);
	}
	free(c.calls);
	free(c.additions);
	free(c.costs);
	free(c.charged);
	free(c.pairs);
	free(c.nwaiting);
	callgraph_release(&c.graph);
}
