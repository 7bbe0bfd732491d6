/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Verdicts are on functions of the call graph, so that a call finds the same
 * function here as in a report.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "ranked_functions.h"
#include "libquery/hidden.h"
#include "hiding.h"

static struct cg_record
function_at(const struct callgraph *g, size_t function)
{
	struct cg_record row;

	callgraph_function(g, function, false, &row);
	return row;
}

static bool
is_at(const struct hiding *h, const struct cg_record *row)
{
	struct cg_record function = function_at(&h->graph, h->at);

	return strcmp(function.function, row->function) == 0 &&
	       strcmp(function.def_file, row->def_file) == 0 &&
	       strcmp(function.object, row->object) == 0;
}

/* the number of the row's function: mostly the last one again, or the next */
static size_t
number_of(struct hiding *h, const struct cg_record *row)
{
	if (cg_record_same_function(&h->last, row))
		return h->at;
	h->last = *row;
	while (!is_at(h, row))
		h->at = (h->at + 1) % h->graph.nfunctions;
	return h->at;
}

/* --- what is kept --------------------------------------------------------- */

/* jumps cost nothing, but say that there is the function they are in */
static void
add_rows(struct callgraph *g, const struct cg_profile *profile)
{
	for (size_t i = 0; i < cg_profile_len(profile); i++) {
		struct cg_record row;

		cg_profile_at(profile, i, &row);
		if (row.kind != CG_CALL)
			row.kind = CG_COSTS;
		callgraph_add(g, &row);
	}
}

/* a function is ranked if the selection keeps it or rows that are in it */
static struct ranked_functions *
find_functions(struct hiding *h, const struct cg_profile *profile)
{
	struct ranked_functions *functions =
	    ranked_functions_new(h->graph.nevents);
	size_t next = 0, end = cg_profile_len(profile);
	struct cg_record row;

	for (size_t i = 0; i < h->graph.nfunctions; i++) {
		struct cg_record function = function_at(&h->graph, i);

		function.kind = CG_CALL;
		if (h->kept[i])
			ranked_functions_add(functions, &function);
		for (; next < end; next++) {
			cg_profile_at(profile, next, &row);
			if (number_of(h, &row) != i)
				break;
			if (row.kind == CG_COSTS)
				ranked_functions_add(functions, &row);
		}
	}
	return functions;
}

static void
rank(struct hiding *h, const struct cg_profile *profile, const int64_t *total)
{
	struct ranked_functions *functions = find_functions(h, profile);

	ranked_functions_rank(functions, &h->options->ranking, total);
	for (size_t i = 0; i < h->graph.nfunctions; i++) {
		struct cg_record function = function_at(&h->graph, i);

		h->large[i] = ranked_functions_keep(functions, &function);
		h->kept[i] &= h->large[i];
	}
	ranked_functions_free(functions);
}

/* --- names of what is hidden ---------------------------------------------- */

/* what is known of the components of the graph, each several functions */
struct depths {
	size_t n;
	size_t *component; /* of each function */
	size_t *first;     /* function of each component; none: none */
	size_t *next;      /* function of the same component */
	size_t *depth;     /* kept functions above a component */
};

static const size_t none = SIZE_MAX;

static void
find_components(const struct hiding *h, struct depths *d)
{
	const struct callgraph *g = &h->graph;
	struct edges edges = {
	    g->out_first, cli_alloc(g->ncalls, sizeof(*edges.heads))};

	d->n = g->nfunctions;
	d->component = cli_alloc(d->n, sizeof(*d->component));
	d->first = cli_alloc(d->n, sizeof(*d->first));
	d->next = cli_alloc(d->n, sizeof(*d->next));
	d->depth = cli_alloc(d->n, sizeof(*d->depth));
	for (size_t i = 0; i < g->ncalls; i++)
		edges.heads[i] = g->endpoints[i].callee;
	components_find(d->n, &edges, d->component);
	for (size_t i = 0; i < d->n; i++)
		d->first[i] = none;
	for (size_t i = 0; i < d->n; i++) {
		d->next[i] = d->first[d->component[i]];
		d->first[d->component[i]] = i;
	}
	free(edges.heads);
}

/* what a component calls is below it and, if any of it is kept, deeper */
static void
pass_depth(const struct hiding *h, struct depths *d, size_t component)
{
	const struct callgraph *g = &h->graph;
	size_t below = d->depth[component];
	bool any = false;

	for (size_t f = d->first[component]; f != none; f = d->next[f])
		any |= h->kept[f];
	below += any;
	for (size_t f = d->first[component]; f != none; f = d->next[f])
		for (size_t i = g->out_first[f]; i < g->out_first[f + 1]; i++) {
			size_t callee = d->component[g->endpoints[i].callee];

			if (callee != component && d->depth[callee] < below)
				d->depth[callee] = below;
		}
}

/* numbers of components fall along calls, so callers are complete first */
static void
find_depths(const struct hiding *h, struct depths *d)
{
	find_components(h, d);
	for (size_t i = d->n; i-- > 0;)
		pass_depth(h, d, i);
}

static void
release_depths(struct depths *d)
{
	free(d->component);
	free(d->first);
	free(d->next);
	free(d->depth);
}

/* names the cycles that have a function that is kept, after their first one */
static void
name_cycles(struct hiding *h)
{
	const struct callgraph *g = &h->graph;
	size_t *first = cli_alloc(g->ncycles, sizeof(*first));

	h->cycles = cli_alloc(g->ncycles, sizeof(*h->cycles));
	for (size_t i = g->nfunctions; i-- > 0;)
		if (callgraph_cycle(g, i) > 0)
			first[callgraph_cycle(g, i) - 1] = i;
	for (size_t i = 0; i < g->nfunctions; i++) {
		size_t cycle = callgraph_cycle(g, i);
		struct cg_record row;

		if (cycle == 0 || !h->kept[i] || h->cycles[cycle - 1] != NULL)
			continue;
		row = function_at(g, first[cycle - 1]);
		h->cycles[cycle - 1] = hidden_name_cycle(&row);
	}
	free(first);
}

static const char *
name_level(struct hiding *h, size_t level)
{
	while (h->nlevels <= level) {
		h->levels =
		    cli_resize(h->levels, h->nlevels + 1, sizeof(*h->levels));
		h->levels[h->nlevels] = hidden_name_level(h->nlevels);
		h->nlevels++;
	}
	return h->levels[level];
}

static void
name_functions(struct hiding *h)
{
	const struct callgraph *g = &h->graph;
	struct depths depths = {.n = 0};

	name_cycles(h);
	if (g->ncalls > 0)
		find_depths(h, &depths);
	for (size_t i = 0; i < g->nfunctions; i++) {
		size_t cycle = callgraph_cycle(g, i);
		size_t level =
		    g->ncalls > 0 ? depths.depth[depths.component[i]] : 0;

		h->names[i] = cycle > 0 && h->cycles[cycle - 1] != NULL
				  ? h->cycles[cycle - 1]
				  : name_level(h, level);
	}
	release_depths(&depths);
}

void
hiding_init(struct hiding *h, struct options *options,
    const struct cg_profile *profile, const struct cg_profile *hidden,
    const int64_t *total, size_t nevents)
{
	size_t n;

	*h = (struct hiding){.options = options};
	callgraph_init(&h->graph, nevents);
	add_rows(&h->graph, profile);
	add_rows(&h->graph, hidden);
	callgraph_complete(&h->graph);
	n = h->graph.nfunctions;
	h->large = cli_alloc(n, sizeof(*h->large));
	h->kept = cli_alloc(n, sizeof(*h->kept));
	h->named = cli_alloc(n, sizeof(*h->named));
	h->names = cli_alloc(n, sizeof(*h->names));
	for (size_t i = 0; i < n; i++) {
		struct cg_record function = function_at(&h->graph, i);

		h->kept[i] = selection_keeps(&options->selection, &function);
	}
	rank(h, profile, total);
	name_functions(h);
}

/* --- rows ----------------------------------------------------------------- */

static void
hide(struct cg_record *record, const char *name)
{
	record->object = "";
	record->def_file = record->file = cg_filtered;
	record->function = name;
	record->address = 0;
	record->line = 0;
}

/* a call goes to the function that it was found to be, whatever it says */
static bool
apply_to_call(struct hiding *h, struct cg_record *call, size_t caller)
{
	size_t callee = callgraph_callee(&h->graph, call);
	bool kept = h->kept[caller] && h->kept[callee];

	if (h->options->drop && !kept)
		return false;
	if (!h->kept[caller] && !h->kept[callee] &&
	    strcmp(h->names[caller], h->names[callee]) == 0)
		return false;
	if (h->kept[caller])
		h->named[caller] = true;
	else
		hide(call, h->names[caller]);
	if (h->kept[callee])
		call->target.object = function_at(&h->graph, callee).object;
	else
		call->target = (struct cg_target){.object = "",
		    .file = cg_filtered,
		    .function = h->names[callee]};
	return true;
}

bool
hiding_apply(struct hiding *h, struct cg_record *record)
{
	size_t function = number_of(h, record);

	if (record->kind == CG_CALL)
		return apply_to_call(h, record, function);
	if (!h->large[function] && record->kind != CG_COSTS)
		return false;
	if (h->large[function])
		h->named[function] |= record->kind == CG_COSTS;
	else
		hide(record, h->names[function]);
	return true;
}

/* code that was inlined into a function that is kept is below nothing */
void
hiding_apply_hidden(struct hiding *h, struct cg_record *record)
{
	size_t function = number_of(h, record);

	hide(record, h->kept[function] ? cg_filtered : h->names[function]);
}

bool
hiding_lacks(const struct hiding *h, size_t i, struct cg_record *record)
{
	if (!h->kept[i] || h->named[i])
		return false;
	*record = function_at(&h->graph, i);
	return function_index_is_ambiguous(&h->graph.index, record);
}

void
hiding_release(struct hiding *h)
{
	for (size_t i = 0; i < h->nlevels; i++)
		free(h->levels[i]);
	for (size_t i = 0; i < h->graph.ncycles; i++)
		free(h->cycles[i]);
	free(h->levels);
	free(h->cycles);
	free(h->large);
	free(h->kept);
	free(h->named);
	free(h->names);
	callgraph_release(&h->graph);
}
