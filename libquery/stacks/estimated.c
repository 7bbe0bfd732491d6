/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A function's stacks come one after the other.  After each of them, every line
 * of the function has handed out its share of what the stacks have cost so far,
 * rounded down.  So the parts of a line never exceed it.  The costs of stacks are
 * rounded, too, and can add up to more than the function's: the last stacks get
 * only what is left then.
 */
#include <stdlib.h>

#include "estimated.h"
#include "libcli/cli.h"
#include "stacks.h"

enum {
	LEAST_DIVISOR = 10000
}; /* of the total: stacks that cost less are cut */

struct stack_estimate {
	const struct cg_profile *rows;
	const struct callgraph *graph;
	struct cg_contexts *contexts;
	struct cg_error *error;
	void (*take)(void *arg, const struct cg_record *row);
	void *arg;
	struct stacks stacks;
	struct stack_tree tree;
	const struct cg_context **of_nodes;
	struct rows_range {
		size_t first, end;
	} * ranges;          /* rows of each function */
	int64_t *call_lines; /* of each call of the graph, the dearest */
	int64_t *handed;     /* of each function's own cost, by event */
	int64_t *counts;     /* of a part of a row */
};

/* Finds the rows of each function, and the dearest line of each call. */
static void
find_rows(struct stack_estimate *e)
{
	const struct callgraph *graph = e->graph;
	struct cg_record row, last = {.function = NULL};
	int64_t *most = cli_alloc(graph->ncalls, sizeof(*most));
	size_t function = 0;

	for (size_t i = 0; i < cg_profile_len(e->rows); i++, last = row) {
		cg_profile_at(e->rows, i, &row);
		if (!cg_record_same_function(&row, &last)) {
			function = callgraph_caller(graph, &row);
			e->ranges[function].first = i;
		}
		e->ranges[function].end = i + 1;
		if (row.kind != CG_CALL)
			continue;
		for (size_t call = graph->out_first[function],
			    callee = callgraph_callee(graph, &row);
		     call < graph->out_first[function + 1]; call++) {
			if (graph->endpoints[call].callee != callee ||
			    row.counts[0] < most[call])
				continue;
			most[call] = row.counts[0];
			e->call_lines[call] = row.line;
		}
	}
	free(most);
}

static int64_t
line_of_call(const struct stack_estimate *e, size_t caller, size_t callee)
{
	const struct callgraph *graph = e->graph;

	for (size_t i = graph->out_first[caller];
	     i < graph->out_first[caller + 1]; i++)
		if (graph->endpoints[i].callee == callee)
			return e->call_lines[i];
	return 0;
}

static size_t
function_of(const struct stack_estimate *e, size_t node)
{
	return e->tree.frames[e->tree.nodes[node].frame].number;
}

/* Makes the context of a node, after its parent's. */
static void
make_context(struct stack_estimate *e, size_t node)
{
	size_t parent = e->tree.nodes[node].parent;
	size_t function = function_of(e, node);
	struct cg_record row;
	struct cg_context frame = {.caller = e->of_nodes[parent]};

	callgraph_function(e->graph, function, false, &row);
	frame.object = row.object;
	frame.def_file = row.def_file;
	frame.function = row.function;
	frame.host_file = row.host_file;
	frame.host = row.host;
	if (parent != 0)
		frame.line = line_of_call(e, function_of(e, parent), function);
	e->of_nodes[node] = cg_contexts_add(e->contexts, &frame);
	if (e->of_nodes[node] == NULL)
		cli_die("%s", e->error->text);
}

/* Hands out the row's part between two parts of its function's cost. */
static void
hand_out(struct stack_estimate *e, struct cg_record row, const int64_t *own,
    const int64_t *from, const int64_t *to)
{
	size_t n = e->graph->nevents;
	bool is_any = false;

	for (size_t i = 0; i < n; i++) {
		__int128 all = row.counts[i];

		e->counts[i] = 0;
		if (own[i] > 0)
			e->counts[i] = (int64_t)(all * to[i] / own[i] -
						 all * from[i] / own[i]);
		is_any |= e->counts[i] != 0;
	}
	row.counts = e->counts;
	if (is_any)
		e->take(e->arg, &row);
}

/* Hands out a part of the cost of a function to its lines. */
static void
divide(struct stack_estimate *e, size_t function, const int64_t *to,
    const struct cg_context *context)
{
	const int64_t *from = e->handed + function * e->graph->nevents;
	const int64_t *own = e->stacks.own + function * e->graph->nevents;
	struct cg_record row;

	for (size_t i = e->ranges[function].first; i < e->ranges[function].end;
	     i++) {
		cg_profile_at(e->rows, i, &row);
		row.context = context;
		if (row.kind == CG_COSTS)
			hand_out(e, row, own, from, to);
	}
}

/* Finds up to where a stack takes of its function's own cost. */
static void
find_end(const struct stack_estimate *e, size_t node, int64_t *to)
{
	size_t n = e->graph->nevents, function = function_of(e, node);

	for (size_t i = 0; i < n; i++) {
		int64_t handed = e->handed[function * n + i];
		int64_t left = e->stacks.own[function * n + i] - handed;
		int64_t part = e->tree.own[node * n + i];

		to[i] = handed + (part < left ? part : left);
	}
}

static void
divide_all(struct stack_estimate *e)
{
	size_t n = e->graph->nevents;
	int64_t *to = cli_alloc(n, sizeof(*to));

	for (size_t node = 1; node < e->tree.n; node++) {
		size_t function = function_of(e, node);
		int64_t *handed = e->handed + function * n;

		make_context(e, node);
		find_end(e, node, to);
		divide(e, function, to, e->of_nodes[node]);
		for (size_t i = 0; i < n; i++)
			handed[i] = to[i];
	}
	for (size_t i = 0; i < e->graph->nfunctions; i++)
		divide(e, i, e->stacks.own + i * n, NULL);
	free(to);
}

static char *
make_tree(struct stack_estimate *e)
{
	size_t n = e->graph->nevents;
	size_t *events = cli_alloc(n, sizeof(*events));
	int64_t *least = cli_alloc(n, sizeof(*least));
	char *why;

	for (size_t i = 0; i < n; i++)
		events[i] = i;
	why = stacks_make(&e->stacks, e->graph, NULL, events, n);
	if (why == NULL) {
		for (size_t i = 0; i < n; i++)
			least[i] = e->stacks.totals[i] / LEAST_DIVISOR + 1;
		estimated_tree_make(&e->stacks, least, &e->tree);
	}
	free(events);
	free(least);
	return why;
}

char *
estimated_make(struct estimated *estimated, const struct cg_profile *rows,
    const struct callgraph *graph,
    void (*take)(void *arg, const struct cg_record *row), void *arg)
{
	struct stack_estimate e = {.rows = rows,
	    .graph = graph,
	    .error = &estimated->error,
	    .take = take,
	    .arg = arg};
	char *why = make_tree(&e);

	if (why != NULL)
		return why;
	estimated->contexts = cg_contexts_new(&estimated->error);
	if (estimated->contexts == NULL)
		cli_die("%s", estimated->error.text);
	e.contexts = estimated->contexts;
	e.of_nodes = cli_alloc(e.tree.n, sizeof(*e.of_nodes));
	e.ranges = cli_alloc(graph->nfunctions, sizeof(*e.ranges));
	e.call_lines = cli_alloc(graph->ncalls, sizeof(*e.call_lines));
	e.handed =
	    cli_alloc(graph->nfunctions * graph->nevents, sizeof(*e.handed));
	e.counts = cli_alloc(graph->nevents, sizeof(*e.counts));
	find_rows(&e);
	divide_all(&e);
	stacks_release(&e.stacks);
	stack_tree_release(&e.tree);
	free(e.of_nodes);
	free(e.ranges);
	free(e.call_lines);
	free(e.handed);
	free(e.counts);
	return NULL;
}

void
estimated_release(struct estimated *estimated)
{
	cg_contexts_free(estimated->contexts);
}
