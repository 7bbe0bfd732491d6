/* SPDX-License-Identifier: BSD-2-Clause */
/* The graph is built after all rows were added: its nodes are row numbers. */
#include <stdlib.h>
#include <string.h>

#include "callgraph.h"
#include "libcli/cli.h"
#include "libquery/events/events.h"
#include "libquery/header/recursion_levels.h"
#include "libquery/hidden.h"
#include "libquery/level.h"
#include "libquery/lower_bound.h"
#include "libquery/rank.h"

struct cg_profile *
callgraph_rows(struct callgraph *g)
{
	struct cg_profile *rows = cg_profile_new(g->nevents, &g->error);

	if (rows == NULL)
		cli_die("%s", g->error.text);
	cg_profile_name_events(rows, g->events);
	return rows;
}

void
callgraph_init(struct callgraph *g, const struct cg_header *header)
{
	*g = (struct callgraph){
	    .nevents = header->nevents,
	    .events = header->events,
	    .last_level = recursion_levels_in(header),
	};
	g->functions = callgraph_rows(g);
	g->calls = callgraph_rows(g);
}

/* --- adding --------------------------------------------------------------- */

struct cg_record
callgraph_function_of(const struct cg_record *record)
{
	return (struct cg_record){
	    .object = record->object,
	    .def_file = record->def_file,
	    .file = record->def_file,
	    .function = record->function,
	    .host_file = record->host_file,
	    .host = record->host,
	};
}

/* Returns the row of the host of inlined code.  A hidden one is of no object. */
static struct cg_record
host_function(const struct cg_record *inlined)
{
	bool is_hidden = cg_is_filtered(inlined->host_file);

	return (struct cg_record){
	    .object = is_hidden ? "" : inlined->object,
	    .def_file = inlined->host_file,
	    .file = inlined->host_file,
	    .function = inlined->host,
	};
}

struct cg_record
callgraph_pair(const struct cg_record *call)
{
	struct cg_record pair = *call;

	pair.region = NULL;
	pair.context = pair.target.context = NULL;
	pair.file = call->def_file;
	pair.line = pair.target.line = 0;
	pair.address = pair.target.address = 0;
	return pair;
}

/* Adds a row for the record, whose function or caller is that of its line's file if
 * functions are by file. */
static void
add_row(struct callgraph *g, struct cg_profile *profile, struct cg_record *row,
    const struct cg_record *record)
{
	g->has_inlined |= record->host != NULL;
	if (g->by_file)
		row->def_file = row->file = record->file;
	if (cg_profile_add(profile, row) < 0)
		cli_die("%s", g->error.text);
}

static void
add_call(struct callgraph *g, const struct cg_record *call)
{
	struct cg_record pair = callgraph_pair(call);

	g->has_inlined |= call->target.inlined != CG_NOT_INLINED;
	add_row(g, g->calls, &pair, call);
}

static void
add_costs(struct callgraph *g, const struct cg_record *costs)
{
	struct cg_record function = callgraph_function_of(costs);

	g->last = NULL;
	function.counts = costs->counts;
	function.present = costs->present;
	add_row(g, g->functions, &function, costs);
}

void
callgraph_add(struct callgraph *g, const struct cg_record *record)
{
	if (record->kind == CG_CALL)
		add_call(g, record);
	else if (record->kind == CG_COSTS)
		add_costs(g, record);
}

/* Returns the counts of a function; adds it with counts of 0, unless it is
 * there. */
static int64_t *
find_function(struct callgraph *g, const struct cg_record *function)
{
	struct cg_row found;

	if (cg_profile_row(g->functions, function, &found) < 0)
		cli_die("%s", g->error.text);
	return found.counts;
}

/* Returns the row of the function that a call goes to. */
static struct cg_record
called_function(const struct cg_record *call)
{
	const struct cg_target *to = &call->target;
	struct cg_record function = {
	    .object = to->object,
	    .def_file = to->file,
	    .file = to->file,
	    .function = to->function,
	};

	if (to->inlined != CG_NOT_INLINED) {
		bool is_host = call->host == NULL;

		function.host_file = is_host ? call->def_file : call->host_file;
		function.host = is_host ? call->function : call->host;
	}
	return function;
}

/* Adds costs, and remembers where those of the same function are added. */
static void
add_first(struct callgraph *g, const struct cg_record *costs)
{
	struct cg_record function = callgraph_function_of(costs);

	if (g->by_file)
		function.def_file = function.file = costs->file;
	add_costs(g, costs);
	g->last = find_function(g, &function);
}

void
callgraph_add_same(struct callgraph *g, const struct cg_record *record)
{
	size_t fitting;

	if (record->present != NULL) {
		add_costs(g, record);
		return;
	}
	if (g->last == NULL) {
		add_first(g, record);
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

/* Adds the callers, and inlined callees, that have no rows of their own. */
static void
add_callers(struct callgraph *g)
{
	struct cg_record call, function;

	for (size_t i = 0; i < cg_profile_len(g->calls); i++) {
		cg_profile_at(g->calls, i, &call);
		function = callgraph_function_of(&call);
		find_function(g, &function);
		if (call.target.inlined != CG_NOT_INLINED) {
			function = called_function(&call);
			find_function(g, &function);
		}
	}
}

/* Adds the hosts of inlined code that have no rows of their own. */
static void
add_hosts(struct callgraph *g)
{
	size_t nrows = cg_profile_len(g->functions), n = 0;
	struct cg_record *hosts = cli_alloc(nrows, sizeof(*hosts));

	for (size_t i = 0; i < nrows; i++) {
		struct cg_record function;

		cg_profile_at(g->functions, i, &function);
		if (function.host != NULL)
			hosts[n++] = host_function(&function);
	}
	for (size_t i = 0; i < n; i++)
		find_function(g, &hosts[i]);
	free(hosts);
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
		if (call.target.inlined == CG_NOT_INLINED &&
		    !function_index_find_callee(&index, &call, &number)) {
			struct cg_record function = called_function(&call);

			find_function(g, &function);
		}
	}
	function_index_release(&index);
}

/* Returns the number of a function that is there. */
static size_t
number_of(const struct callgraph *g, const struct cg_record *function)
{
	return lower_bound_row(function, g->functions, cg_record_compare);
}

static void
find_hosts(struct callgraph *g)
{
	struct cg_record row;

	g->hosts = cli_alloc(g->nfunctions, sizeof(*g->hosts));
	for (size_t i = 0; i < g->nfunctions; i++) {
		g->hosts[i] = i;
		cg_profile_at(g->functions, i, &row);
		if (row.host == NULL)
			continue;
		row = host_function(&row);
		g->hosts[i] = number_of(g, &row);
	}
}

static void
number_ends(struct callgraph *g)
{
	g->endpoints = cli_alloc(g->ncalls, sizeof(*g->endpoints));
	function_index_init(&g->index, g->functions);
	for (size_t i = 0; i < g->ncalls; i++) {
		struct cg_record call;

		cg_profile_at(g->calls, i, &call);
		g->endpoints[i].caller = callgraph_caller(g, &call);
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

/* Returns the function that a call is made from, for cycles: what is inlined makes
 * its host's calls to functions that are not inlined. */
static size_t
tail_of(const struct callgraph *g, const struct call_ends *ends)
{
	if (g->hosts == NULL || callgraph_is_inlined(g, ends->callee))
		return ends->caller;
	return g->hosts[ends->caller];
}

static bool
is_hidden_call(const struct callgraph *g, const struct call_ends *ends)
{
	return g->hidden[tail_of(g, ends)] || g->hidden[ends->callee];
}

/*
 * Returns the component of each function.  Calls from or to hidden functions do
 * not join components, nor does what is inlined into a host join it.
 */
static size_t *
find_components(const struct callgraph *g)
{
	size_t n = g->nfunctions + 1;
	size_t *component = cli_alloc(n, sizeof(*component));
	size_t *next = cli_alloc(n, sizeof(*next));
	struct edges edges = {
	    cli_alloc(n, sizeof(*edges.first)),
	    cli_alloc(g->ncalls, sizeof(*edges.heads)),
	};

	for (size_t i = 0; i < g->ncalls; i++)
		edges.first[tail_of(g, &g->endpoints[i])]++;
	place(edges.first, g->nfunctions);
	memcpy(next, edges.first, n * sizeof(*next));
	for (size_t i = 0; i < g->ncalls; i++) {
		const struct call_ends *ends = &g->endpoints[i];
		size_t tail = tail_of(g, ends);

		edges.heads[next[tail]++] =
		    is_hidden_call(g, ends) ? tail : ends->callee;
	}
	components_find(g->nfunctions, &edges, component);
	free(edges.first);
	free(edges.heads);
	free(next);
	return component;
}

/* Finds the first function of each component. */
static void
find_units(struct callgraph *g, const size_t *component)
{
	size_t *first = cli_alloc(g->nfunctions, sizeof(*first));

	g->units = cli_alloc(g->nfunctions, sizeof(*g->units));
	for (size_t i = g->nfunctions; i-- > 0;)
		first[component[i]] = i;
	for (size_t i = 0; i < g->nfunctions; i++)
		g->units[i] = first[component[i]];
	free(first);
}

/* Numbers the components that have several functions. */
static void
find_cycles(struct callgraph *g)
{
	size_t *component = find_components(g);
	size_t *sizes = cli_alloc(g->nfunctions, sizeof(*sizes));
	size_t *numbers = cli_alloc(g->nfunctions, sizeof(*numbers));

	find_units(g, component);
	g->members = cli_alloc(g->nfunctions, sizeof(*g->members));
	for (size_t i = 0; i < g->nfunctions; i++)
		sizes[component[i]]++;
	for (size_t i = 0; i < g->nfunctions; i++) {
		size_t c = component[i];

		/* what is inlined is in no cycle */
		if (callgraph_is_inlined(g, i))
			continue;
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

static void
forget_ends(struct callgraph *g)
{
	function_index_release(&g->index);
	free(g->endpoints);
	free(g->out_first);
	free(g->in_first);
	free(g->in_calls);
	free(g->hidden);
	free(g->is_open_once);
}

void
callgraph_connect(struct callgraph *g)
{
	sort_rows(g);
	if (g->ncalls == 0)
		return;
	forget_ends(g);
	number_ends(g);
	list_calls(g);
	find_hidden(g);
	recursion_find(g);
}

void
callgraph_complete(struct callgraph *g)
{
	if (cg_profile_len(g->calls) > 0) {
		sort_rows(g);
		add_callers(g);
		sort_rows(g);
		if (g->has_inlined)
			add_hosts(g);
		sort_rows(g);
		add_callees(g);
	}
	sort_rows(g);
	g->cycles = cli_alloc(g->nfunctions, sizeof(*g->cycles));
	if (g->ncalls == 0)
		return;
	if (g->has_inlined)
		find_hosts(g);
	callgraph_connect(g);
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

char *
callgraph_unique_name(
    const struct callgraph *graph, const struct cg_record *function)
{
	struct cg_record placed = *function;

	if (*function->object == '\0' || cg_is_filtered(function->def_file) ||
	    place_unnamed(&placed) ||
	    !function_index_is_ambiguous(&graph->index, function))
		return cli_format("%s", function->function);
	return cli_format("%s [%s]", function->function, function->object);
}

int64_t
callgraph_entries(const struct callgraph *g, size_t function)
{
	return g->entries != NULL ? g->entries[function] : 0;
}

int
callgraph_side(const struct callgraph *g, size_t event, const char *side)
{
	const struct cg_header header = {
	    .nevents = g->nevents, .events = g->events};

	return events_side(&header, event, side);
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

static _Noreturn void
die_of_unknown(const struct cg_record *call, const char *relation)
{
	cli_die("%s:%s %s a function that the profile lacks", call->def_file,
	    call->function, relation);
}

size_t
callgraph_caller(const struct callgraph *g, const struct cg_record *call)
{
	struct cg_record function = callgraph_function_of(call);
	size_t number;

	if (g->hosts != NULL && call->host != NULL)
		return number_of(g, &function);
	if (!function_index_find_caller(&g->index, call, &number))
		die_of_unknown(call, "is");
	return number;
}

size_t
callgraph_callee(const struct callgraph *g, const struct cg_record *call)
{
	struct cg_record function = called_function(call);
	size_t number;

	if (g->hosts != NULL && function.host != NULL)
		return number_of(g, &function);
	if (!function_index_find_callee(&g->index, call, &number))
		die_of_unknown(call, "calls");
	return number;
}

bool
callgraph_is_within_cycle(
    const struct callgraph *g, const struct call_ends *ends)
{
	return g->units[tail_of(g, ends)] == g->units[ends->callee];
}

void
callgraph_release(struct callgraph *g)
{
	forget_ends(g);
	free(g->hosts);
	free(g->units);
	cg_profile_free(g->functions);
	cg_profile_free(g->calls);
	free(g->inclusive);
	free(g->entries);
	free(g->cycles);
	free(g->bounds);
	free(g->members);
	free(g->cycle_costs);
}
