/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A function's calls get their cycles before its callers do, so that its inclusive cycles are
 * known.  What is said of cycles holds for all events.  Functions that call one another, and
 * inlined code, are added up as in cg-sum --check, whose rules hold for the result.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/calls/callgraph.h"
#include "libquery/lower_bound.h"
#include "call_costs.h"

enum { IR /* the first event of the graph */ };

/* An event of rows, and its number in the graph; its parts have the next ones. */
struct charged_event {
	const struct row_costs *rows;
	size_t number;
};

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
	struct cg_event *events; /* of the graph */
	size_t nevents;
	int64_t *counts; /* nevents of a row */
	const struct cg_profile *rows;
	struct charged_event *costs;
	size_t ncosts;
	struct call_row *calls; /* in order of units */
	size_t ncalls;
	struct addition *additions; /* in order of callees */
	size_t nadditions;
	int64_t *units;   /* nevents of each unit */
	int64_t *charged; /* instructions of each unit, from outside of it */
	int64_t *pairs;   /* nevents of each pair */
	size_t *nwaiting; /* additions to each unit whose callee is not done */
};

/* Adds counts of the graph's events from number `first` on. */
static void
add(const struct charging *c, int64_t *to, const int64_t *counts, size_t first)
{
	size_t n = c->nevents - first, fitting;

	fitting = cg_counts_add(&to[first], &counts[first], n);
	if (fitting < n)
		cli_die("the sum of %s of a function does not fit in 64 bits",
		    c->events[first + fitting].name);
}

/* --- the graph ------------------------------------------------------------ */

/* Numbers the events of the graph. */
static void
number_events(struct charging *c, const struct row_costs *costs, size_t n)
{
	c->costs = cli_alloc(n, sizeof(*c->costs));
	c->ncosts = n;
	c->events = cli_alloc(1 + n * (1 + NCYCLE_PARTS), sizeof(*c->events));
	c->events[IR].name = "Ir";
	c->nevents = 1;
	for (size_t i = 0; i < n; i++) {
		c->costs[i] = (struct charged_event){&costs[i], c->nevents};
		c->events[c->nevents++] = *costs[i].event;
		if (costs[i].parts == NULL)
			continue;
		memcpy(
		    &c->events[c->nevents], cycle_parts, sizeof(cycle_parts));
		c->nevents += NCYCLE_PARTS;
	}
}

/* Sets counts of the graph's events, except Ir, to those of a row. */
static void
get_costs(const struct charging *c, size_t row, int64_t *counts)
{
	for (size_t i = 0; i < c->ncosts; i++) {
		const struct row_costs *rows = c->costs[i].rows;
		size_t number = c->costs[i].number;

		counts[number] = rows->all[row];
		if (rows->parts != NULL)
			memcpy(&counts[number + 1], row_costs_parts(rows, row),
			    NCYCLE_PARTS * sizeof(*counts));
	}
}

static void
build_graph(struct charging *c, size_t ir)
{
	const struct cg_header header = {
	    .format = CG_CALLGRIND, .nevents = c->nevents, .events = c->events};
	struct cg_record row;

	c->counts = cli_alloc(c->nevents, sizeof(*c->counts));
	callgraph_init(&c->graph, &header);
	for (size_t i = 0; i < cg_profile_len(c->rows); i++) {
		cg_profile_at(c->rows, i, &row);
		c->counts[IR] = row.counts[ir];
		get_costs(c, i, c->counts);
		row.counts = c->counts;
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

static int64_t *
unit_costs(const struct charging *c, size_t unit)
{
	return &c->units[unit * c->nevents];
}

static void
add_ir(int64_t *to, const struct cg_record *call)
{
	if (__builtin_add_overflow(*to, call->counts[IR], to))
		cli_die("the sum of Ir of a function does not fit in 64 bits");
}

/* Adds own costs, and the instructions of calls. */
static void
add_up(struct charging *c)
{
	const struct callgraph *g = &c->graph;
	struct cg_record row;

	for (size_t i = 0; i < g->nfunctions; i++) {
		cg_profile_at(g->functions, i, &row);
		add(c, unit_costs(c, g->units[i]), row.counts, IR);
		if (callgraph_is_inlined(g, i))
			add(c, unit_costs(c, g->units[g->hosts[i]]), row.counts,
			    IR);
	}
	for (size_t i = 0; i < c->nadditions; i++) {
		cg_profile_at(g->calls, c->additions[i].pair, &row);
		add_ir(unit_costs(c, c->additions[i].to), &row);
	}
	for (size_t i = 0; i < g->ncalls; i++) {
		if (callgraph_is_within_cycle(g, &g->endpoints[i]))
			continue;
		cg_profile_at(g->calls, i, &row);
		add_ir(&c->charged[g->units[g->endpoints[i].callee]], &row);
	}
}

/* --- charging ------------------------------------------------------------- */

/* Returns the share of a unit's cycles that some of its instructions have. */
static int64_t
share_of(const struct charging *c, const struct charged_event *event,
    size_t unit, int64_t ir)
{
	const int64_t *costs = unit_costs(c, unit);
	int64_t all = costs[IR], cycles = costs[event->number];

	if (all <= 0)
		return (int64_t)((double)ir * event->rows->mean);
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
divide_share(const struct charging *c, const struct charged_event *event,
    size_t unit, int64_t ir, int64_t cycles, int64_t *parts)
{
	const int64_t *costs = unit_costs(c, unit);
	const int64_t *unit_parts = &costs[event->number + 1];
	struct part_cycles wanted = {0};

	if (costs[IR] <= 0) {
		part_cycles_add(&wanted, &event->rows->mean_parts, (double)ir);
		row_costs_divide(cycles, &wanted, NULL, parts);
		return;
	}
	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		wanted.of[i] =
		    (double)unit_parts[i] *
		    (ir < costs[IR] ? (double)ir / (double)costs[IR] : 1);
	row_costs_divide(cycles, &wanted, unit_parts, parts);
}

/* The parts of the cycles that a unit has from outside of it. */
struct outside_parts {
	int64_t all[NCYCLE_PARTS], left[NCYCLE_PARTS];
	struct part_cycles wanted; /* of the next call, as far as was rounded */
};

/* Sets the parts of the next call from outside, whose cycles are set. */
static void
take_outside(const struct charging *c, const struct row_costs *rows,
    struct outside_parts *outside, const struct call_row *call)
{
	double share = c->charged[call->unit] > 0
			   ? (double)call->ir / (double)c->charged[call->unit]
			   : 0;
	int64_t *parts = row_costs_parts(rows, call->row);

	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		outside->wanted.of[i] += (double)outside->all[i] * share;
	row_costs_divide(
	    rows->all[call->row], &outside->wanted, outside->left, parts);
	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		outside->left[i] -= parts[i];
}

/* Sets an event of all calls of a unit, from call number `first` on. */
static void
charge_event(const struct charging *c, const struct charged_event *event,
    size_t unit, size_t first)
{
	int64_t outside = share_of(c, event, unit, c->charged[unit]);
	struct outside_parts parts = {.wanted.of = {0}};
	bool has_parts = event->rows->parts != NULL;
	int64_t ir = 0, given = 0;

	if (has_parts) {
		divide_share(
		    c, event, unit, c->charged[unit], outside, parts.all);
		memcpy(parts.left, parts.all, sizeof(parts.left));
	}
	for (size_t i = first; i < c->ncalls && c->calls[i].unit == unit; i++) {
		const struct call_row *call = &c->calls[i];
		int64_t *cycles = &event->rows->all[call->row];

		if (callgraph_is_within_cycle(
			&c->graph, &c->graph.endpoints[call->pair])) {
			*cycles = share_of(c, event, unit, call->ir);
			if (has_parts)
				divide_share(c, event, unit, call->ir, *cycles,
				    row_costs_parts(event->rows, call->row));
		} else {
			ir += call->ir;
			*cycles = c->charged[unit] > 0
				      ? (int64_t)((__int128)outside * ir /
						  c->charged[unit]) -
					    given
				      : 0;
			given += *cycles;
			if (has_parts)
				take_outside(c, event->rows, &parts, call);
		}
	}
}

/* Sets the events of all calls of a unit, whose own are known, and adds them to the pairs. */
static void
charge(struct charging *c, size_t unit)
{
	size_t first = lower_bound(
	    &unit, c->calls, c->ncalls, sizeof(*c->calls), compare_unit);

	for (size_t i = 0; i < c->ncosts; i++)
		charge_event(c, &c->costs[i], unit, first);
	for (size_t i = first; i < c->ncalls && c->calls[i].unit == unit; i++) {
		get_costs(c, c->calls[i].row, c->counts);
		add(c, &c->pairs[c->calls[i].pair * c->nevents], c->counts,
		    IR + 1);
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
			add(c, unit_costs(c, to->to),
			    &c->pairs[to->pair * c->nevents], IR + 1);
			if (--c->nwaiting[to->to] == 0)
				ready[nready++] = to->to;
		}
	}
	free(ready);
}

void
call_costs_set(const struct cg_profile *rows, const struct row_costs *costs,
    size_t n, size_t ir)
{
	struct charging c = {.rows = rows};

	number_events(&c, costs, n);
	build_graph(&c, ir);
	n = c.graph.nfunctions;
	if (c.graph.ncalls > 0) {
		c.units = cli_alloc(n * c.nevents, sizeof(*c.units));
		c.charged = cli_alloc(n, sizeof(*c.charged));
		c.pairs = cli_alloc(
		    (c.graph.ncalls + 1) * c.nevents, sizeof(*c.pairs));
		c.nwaiting = cli_alloc(n, sizeof(*c.nwaiting));
		list_calls(&c, ir);
		list_additions(&c);
		add_up(&c);
		charge_all(&c);
	}
	free(c.counts);
	free(c.events);
	free(c.costs);
	free(c.calls);
	free(c.additions);
	free(c.units);
	free(c.charged);
	free(c.pairs);
	free(c.nwaiting);
	callgraph_release(&c.graph);
}
