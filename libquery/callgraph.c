/* SPDX-License-Identifier: BSD-2-Clause */
/* The graph is built after all rows were added: its nodes are row numbers. */
#include <stdlib.h>
#include <string.h>

#include "callgraph.h"
#include "libcli/cli.h"
#include "hidden.h"
#include "rank.h"

void
callgraph_init(struct callgraph *g, const struct cg_header *header)
{
	*g = (struct callgraph){.nevents = header->nevents};
	g->functions = cg_profile_new(header->nevents, &g->error);
	g->calls = cg_profile_new(header->nevents, &g->error);
	if (g->functions == NULL || g->calls == NULL)
		cli_die("%s", g->error.text);
	cg_profile_name_events(g->functions, header->events);
	cg_profile_name_events(g->calls, header->events);
}

/* --- adding --------------------------------------------------------------- */

void
callgraph_add(struct callgraph *g, const struct cg_record *record)
{
	struct cg_record row = {
	    .kind = record->kind,
	    .object = record->object,
	    .def_file = record->def_file,
	    .file = record->def_file,
	    .function = record->function,
	    .counts = record->counts,
	    .present = record->present,
	};
	struct cg_profile *profile = g->functions;

	if (record->kind != CG_COSTS && record->kind != CG_CALL)
		return;
	g->last = record->kind == CG_COSTS ? NULL : g->last;
	if (record->kind == CG_CALL) {
		profile = g->calls;
		row.executed = record->executed;
		row.target = record->target;
		row.target.address = 0;
		row.target.line = 0;
	}
	if (cg_profile_add(profile, &row) < 0)
		cli_die("%s", g->error.text);
}

/* Returns the counts of a function; adds it with counts of 0, unless it is
 * there. */
static int64_t *
find_function(struct callgraph *g, const char *object, const char *def_file,
    const char *function)
{
	struct cg_record row = {.kind = CG_COSTS,
	    .object = object,
	    .def_file = def_file,
	    .file = def_file,
	    .function = function};
	struct cg_row found;

	if (cg_profile_row(g->functions, &row, &found) < 0)
		cli_die("%s", g->error.text);
	return found.counts;
}

void
callgraph_add_same(struct callgraph *g, const struct cg_record *record)
{
	size_t fitting;

	if (g->last == NULL || record->present != NULL) {
		callgraph_add(g, record);
		if (record->present == NULL)
			g->last = find_function(g, record->object,
			    record->def_file, record->function);
		return;
	}
	fitting = cg_counts_add(g->last, record->counts, g->nevents);
	if (fitting == g->nevents)
		return;
	for (size_t i = 0; i <= fitting; i++)
		g->last[i] = (int64_t)((uint64_t)g->last[i] -
				       (uint64_t)record->counts[i]);
	callgraph_add(g, record); /* which says what does not fit */
}

/* --- completing ----------------------------------------------------------- */

static void
sort_rows(struct callgraph *g)
{
	if (cg_profile_sort(g->functions) < 0 || cg_profile_sort(g->calls) < 0)
		cli_die("%s", g->error.text);
	g->nfunctions = cg_profile_len(g->functions);
	g->ncalls = cg_profile_len(g->calls);
}

static void
add_callers(struct callgraph *g)
{
	struct cg_record call;

	for (size_t i = 0; i < cg_profile_len(g->calls); i++) {
		cg_profile_at(g->calls, i, &call);
		find_function(g, call.object, call.def_file, call.function);
	}
}

/*
 * Adds the callees that are no functions yet.  The index need not know those
 * that are added: a callee is added, under its own object, only if its name has
 * no function or several, so that no other callee becomes ambiguous.
 */
static void
add_callees(struct callgraph *g)
{
	size_t number;
	struct function_index index;
	struct cg_record call;

	function_index_init(&index, g->functions);
	for (size_t i = 0; i < cg_profile_len(g->calls); i++) {
		cg_profile_at(g->calls, i, &call);
		if (!function_index_find_callee(&index, &call, &number))
			find_function(g, call.target.object, call.target.file,
			    call.target.function);
	}
	function_index_release(&index);
}

static void
number_ends(struct callgraph *g)
{
	g->endpoints = cli_alloc(g->ncalls, sizeof(*g->endpoints));
	function_index_init(&g->index, g->functions);
	for (size_t i = 0; i < g->ncalls; i++) {
		struct cg_record call;

		cg_profile_at(g->calls, i, &call);
		function_index_find_caller(
		    &g->index, &call, &g->endpoints[i].caller);
		g->endpoints[i].callee = callgraph_callee(g, &call);
	}
}

/* Turns the number of calls of each function into the index of its first. */
static void
place(size_t *counts, size_t n)
{
	size_t first = 0;

	for (size_t i = 0; i <= n; i++) {
		size_t count = counts[i];

		counts[i] = first;
		first += count;
	}
}

static void
list_calls(struct callgraph *g)
{
	size_t n = g->nfunctions + 1;
	size_t *next = cli_alloc(n, sizeof(*next));

	g->out_first = cli_alloc(n, sizeof(*g->out_first));
	g->in_first = cli_alloc(n, sizeof(*g->in_first));
	g->in_calls = cli_alloc(g->ncalls, sizeof(*g->in_calls));
	for (size_t i = 0; i < g->ncalls; i++) {
		g->out_first[g->endpoints[i].caller]++;
		g->in_first[g->endpoints[i].callee]++;
	}
	place(g->out_first, g->nfunctions);
	place(g->in_first, g->nfunctions);
	memcpy(next, g->in_first, n * sizeof(*next));
	for (size_t i = 0; i < g->ncalls; i++)
		g->in_calls[next[g->endpoints[i].callee]++] = i;
	free(next);
}

static void
find_hidden(struct callgraph *g)
{
	struct cg_record row;

	g->hidden = cli_alloc(g->nfunctions, sizeof(*g->hidden));
	for (size_t i = 0; i < g->nfunctions; i++) {
		cg_profile_at(g->functions, i, &row);
		g->hidden[i] = hidden_is_level(row.def_file, row.function);
	}
}

/*
 * Returns the component of each function.  Calls from or to hidden functions do
 * not join components.
 */
static size_t *
find_components(const struct callgraph *g)
{
	size_t *component = cli_alloc(g->nfunctions, sizeof(*component));
	struct edges edges = {
	    g->out_first, cli_alloc(g->ncalls, sizeof(*edges.heads))};

	for (size_t i = 0; i < g->ncalls; i++) {
		const struct call_ends *ends = &g->endpoints[i];
		bool hidden =
		    g->hidden[ends->caller] || g->hidden[ends->callee];

		edges.heads[i] = hidden ? ends->caller : ends->callee;
	}
	components_find(g->nfunctions, &edges, component);
	free(edges.heads);
	return component;
}

/* Numbers the components that have several functions. */
static void
find_cycles(struct callgraph *g)
{
	size_t *component = find_components(g);
	size_t *sizes = cli_alloc(g->nfunctions, sizeof(*sizes));
	size_t *numbers = cli_alloc(g->nfunctions, sizeof(*numbers));

	g->members = cli_alloc(g->nfunctions, sizeof(*g->members));
	for (size_t i = 0; i < g->nfunctions; i++)
		sizes[component[i]]++;
	for (size_t i = 0; i < g->nfunctions; i++) {
		size_t c = component[i];

		if (sizes[c] > 1 && numbers[c] == 0) {
			g->members[g->ncycles] = sizes[c];
			numbers[c] = ++g->ncycles;
		}
		g->cycles[i] = numbers[c];
	}
	free(component);
	free(sizes);
	free(numbers);
}

void
callgraph_complete(struct callgraph *g)
{
	if (cg_profile_len(g->calls) > 0) {
		sort_rows(g);
		add_callers(g);
		sort_rows(g);
		add_callees(g);
	}
	sort_rows(g);
	g->cycles = cli_alloc(g->nfunctions, sizeof(*g->cycles));
	if (g->ncalls == 0)
		return;
	number_ends(g);
	list_calls(g);
	find_hidden(g);
	find_cycles(g);
}

/* --- asking --------------------------------------------------------------- */

void
callgraph_function(const struct callgraph *g, size_t function, bool inclusive,
    struct cg_record *row)
{
	cg_profile_at(g->functions, function, row);
	if (!inclusive)
		return;
	row->present = NULL;
	if (g->inclusive != NULL)
		row->counts = g->inclusive + function * g->nevents;
}

unsigned __int128
callgraph_size(const struct callgraph *g, size_t event)
{
	unsigned __int128 sum = 0;

	for (size_t i = 0; i < g->nfunctions; i++) {
		struct cg_record row;

		cg_profile_at(g->functions, i, &row);
		sum += size_of_count(row.counts[event]);
	}
	return sum;
}

size_t
callgraph_callee(const struct callgraph *g, const struct cg_record *call)
{
	size_t number;

	if (!function_index_find_callee(&g->index, call, &number))
		cli_die("%s:%s calls a function that the profile lacks",
		    call->def_file, call->function);
	return number;
}

void
callgraph_release(struct callgraph *g)
{
	function_index_release(&g->index);
	cg_profile_free(g->functions);
	cg_profile_free(g->calls);
	free(g->endpoints);
	free(g->out_first);
	free(g->in_first);
	free(g->in_calls);
	free(g->hidden);
	free(g->inclusive);
	free(g->cycles);
	free(g->members);
	free(g->cycle_costs);
}
