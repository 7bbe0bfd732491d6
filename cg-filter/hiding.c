/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decides by the functions of the call graph, so that a call goes to the same
 * function here as in a report.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/data/data_object.h"
#include "libquery/hidden.h"
#include "depths.h"
#include "hiding.h"
#include "ranked_functions.h"

static struct cg_record
function_at(const struct callgraph *g, size_t function)
{
	struct cg_record row;

	callgraph_function(g, function, false, &row);
	return row;
}

static bool
is_function(const struct hiding *h, size_t i, const struct cg_record *row)
{
	struct cg_record function = function_at(&h->graph, i);

	if (strcmp(function.function, row->function) != 0 ||
	    strcmp(function.def_file, row->def_file) != 0 ||
	    strcmp(function.object, row->object) != 0)
		return false;
	if (function.host == NULL || row->host == NULL)
		return function.host == row->host;
	return strcmp(function.host, row->host) == 0 &&
	       strcmp(function.host_file, row->host_file) == 0;
}

/* Returns the number of the row's function.  In a sorted profile it is mostly
 * the function of the last row, or the next one. */
static size_t
find_function(struct hiding *h, const struct cg_record *row)
{
	size_t i = h->last_function;

	if (cg_record_same_function(&h->last, row))
		return i;
	while (!is_function(h, i, row))
		i = (i + 1) % h->graph.nfunctions;
	h->last = *row;
	h->last_function = i;
	return i;
}

/* --- functions to keep ---------------------------------------------------- */

/* Adds the rows of a profile to the graph.  A jump has no costs, but its
 * function is one of the graph's. */
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

/* True if node i of the graph has another name than the one before it: the nodes of
 * a function that was inlined into several hosts are neighbours. */
static bool
begins_function(const struct hiding *h, size_t i)
{
	struct cg_record row = function_at(&h->graph, i), last;

	if (i == 0)
		return true;
	last = function_at(&h->graph, i - 1);
	row.host = row.host_file = last.host = last.host_file = NULL;
	return !cg_record_same_function(&row, &last);
}

/* True if a row adds to the size of its function.  The cost of data is what they call. */
static bool
has_size(const struct cg_record *row)
{
	return row->kind == CG_COSTS ||
	       (row->kind == CG_CALL && is_of_data(row));
}

/* Ranks the functions that the selection keeps, and those with rows that it
 * keeps. */
static void
rank(struct hiding *h, const struct cg_profile *profile, const int64_t *total)
{
	struct ranked_functions functions = {.nevents = h->graph.nevents};
	size_t next = 0, end = cg_profile_len(profile), n = 0;
	struct cg_record row;
	bool is_ranked = false;

	for (size_t i = 0; i < h->graph.nfunctions; i++) {
		if (begins_function(h, i))
			is_ranked = false;
		h->is_large[i] = h->is_kept[i]; /* is ranked, so far */
		if (h->is_kept[i] && !is_ranked)
			ranked_functions_append(&functions);
		is_ranked |= h->is_kept[i];
		for (; next < end; next++) {
			cg_profile_at(profile, next, &row);
			if (find_function(h, &row) != i)
				break;
			if (!has_size(&row))
				continue;
			if (!is_ranked)
				ranked_functions_append(&functions);
			h->is_large[i] = is_ranked = true;
			ranked_functions_add(&functions, &row);
		}
	}
	ranked_functions_rank(&functions, &h->options->ranking, total);
	is_ranked = false;
	for (size_t i = 0; i < h->graph.nfunctions; i++) {
		if (begins_function(h, i))
			is_ranked = false;
		n += h->is_large[i] && !is_ranked;
		is_ranked |= h->is_large[i];
		h->is_large[i] = h->is_large[i] && functions.kept[n - 1];
		h->is_kept[i] &= h->is_large[i];
	}
	ranked_functions_release(&functions);
}

/* --- names of hidden functions -------------------------------------------- */

/* Names the cycles that have a kept function, each after its first function. */
static void
name_cycles(struct hiding *h)
{
	const struct callgraph *g = &h->graph;
	size_t *first = cli_alloc(g->ncycles, sizeof(*first));

	h->cycles = cli_alloc(g->ncycles, sizeof(*h->cycles));
	for (size_t i = g->nfunctions; i-- > 0;)
		if (g->cycles[i] > 0)
			first[g->cycles[i] - 1] = i;
	for (size_t i = 0; i < g->nfunctions; i++) {
		size_t cycle = g->cycles[i];
		struct cg_record row;

		if (cycle == 0 || !h->is_kept[i] ||
		    h->cycles[cycle - 1] != NULL)
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
	size_t *depths = NULL;

	name_cycles(h);
	if (g->ncalls > 0)
		depths = depths_find(g, h->is_kept);
	for (size_t i = 0; i < g->nfunctions; i++) {
		size_t cycle = g->cycles[i];
		size_t level = depths != NULL ? depths[i] : 0;

		/* the hidden lines of a kept function are below it */
		if (h->is_kept[i])
			h->names[i] = name_level(h, level + (g->ncalls > 0));
		else if (cycle > 0 && h->cycles[cycle - 1] != NULL)
			h->names[i] = h->cycles[cycle - 1];
		else
			h->names[i] = name_level(h, level);
	}
	free(depths);
}

void
hiding_init(struct hiding *h, struct options *options,
    const struct cg_profile *profile, const struct cg_profile *hidden,
    const int64_t *total, const struct cg_header *header)
{
	size_t n;

	*h = (struct hiding){.options = options};
	callgraph_init(&h->graph, header);
	add_rows(&h->graph, profile);
	add_rows(&h->graph, hidden);
	callgraph_complete(&h->graph);
	n = h->graph.nfunctions;
	h->is_large = cli_alloc(n, sizeof(*h->is_large));
	h->is_kept = cli_alloc(n, sizeof(*h->is_kept));
	h->has_row = cli_alloc(n, sizeof(*h->has_row));
	h->names = cli_alloc(n, sizeof(*h->names));
	for (size_t i = 0; i < n; i++) {
		struct cg_record function = function_at(&h->graph, i);

		h->is_kept[i] = selection_keeps(&options->selection, &function);
	}
	rank(h, profile, total);
	name_functions(h);
}

/* --- rows ----------------------------------------------------------------- */

/* True if the function was inlined into a host that is kept. */
static bool
has_kept_host(const struct hiding *h, size_t function)
{
	return callgraph_is_inlined(&h->graph, function) &&
	       h->is_kept[h->graph.hosts[function]];
}

/* Hides the host of a function's row, if the host is not kept. */
static void
hide_host(const struct hiding *h, size_t function, struct cg_record *record)
{
	if (record->host == NULL || h->graph.hosts == NULL ||
	    has_kept_host(h, function))
		return;
	record->host_file = cg_filtered;
	record->host = h->names[h->graph.hosts[function]];
}

/* Hides the function of a row.  Hidden costs are of no object, unless they are
 * inlined into a function that is kept. */
static void
hide(const struct hiding *h, size_t function, struct cg_record *record)
{
	if (!has_kept_host(h, function))
		record->object = "";
	record->def_file = record->file = cg_filtered;
	record->function = h->names[function];
	record->address = 0;
	record->line = 0;
}

/* Returns a hidden function as a target. */
static struct cg_target
hidden_target(const struct hiding *h, size_t function, enum cg_inlined inlined)
{
	return (struct cg_target){
	    .object = has_kept_host(h, function)
			  ? function_at(&h->graph, function).object
			  : "",
	    .file = cg_filtered,
	    .function = h->names[function],
	    .inlined = inlined,
	};
}

/* True if a call between hidden functions is one of a function to itself: both have the same name
 * and, unless the callee was inlined too, the caller is no part of another function. */
static bool
is_within(const struct hiding *h, size_t caller, size_t callee,
    enum cg_inlined inlined)
{
	const char *name = h->names[callee];
	size_t host = h->graph.hosts != NULL ? h->graph.hosts[caller] : caller;

	return strcmp(h->names[caller], name) == 0 &&
	       (inlined != CG_NOT_INLINED || strcmp(h->names[host], name) == 0);
}

/* Does hiding_apply for a call.  It goes to the function that the graph found,
 * also if the row names another object. */
static bool
apply_to_call(struct hiding *h, struct cg_record *call, size_t caller)
{
	size_t callee = callgraph_callee(&h->graph, call);
	bool are_kept = h->is_kept[caller] && h->is_kept[callee];

	if (h->options->drop && !are_kept)
		return false;
	/* what a function calls from inlined code that is hidden, it still pays
	 * for */
	if (!h->is_kept[caller] && !h->is_kept[callee] &&
	    !has_kept_host(h, caller) &&
	    is_within(h, caller, callee, call->target.inlined))
		return false;
	if (h->is_kept[caller])
		h->has_row[caller] = true;
	else
		hide(h, caller, call);
	hide_host(h, caller, call);
	if (h->is_kept[callee])
		call->target.object = function_at(&h->graph, callee).object;
	else
		call->target = hidden_target(h, callee, call->target.inlined);
	return true;
}

bool
hiding_apply(struct hiding *h, struct cg_record *record)
{
	size_t function = find_function(h, record);

	if (record->kind == CG_CALL)
		return apply_to_call(h, record, function);
	if (!h->is_large[function] && record->kind != CG_COSTS)
		return false;
	if (h->is_large[function])
		h->has_row[function] |= record->kind == CG_COSTS;
	else
		hide(h, function, record);
	hide_host(h, function, record);
	return true;
}

void
hiding_apply_hidden(struct hiding *h, struct cg_record *record)
{
	size_t function = find_function(h, record);

	hide(h, function, record);
	hide_host(h, function, record);
}

bool
hiding_join(struct hiding *h, const struct cg_record *row, bool is_hidden,
    struct cg_record *call)
{
	size_t function = find_function(h, row);
	bool is_kept = h->is_kept[function];
	/* both parts of what is inlined have one host */
	enum cg_inlined inlined =
	    row->host != NULL ? CG_INLINED : CG_NOT_INLINED;

	if (h->graph.ncalls == 0 || row->kind != CG_COSTS ||
	    is_kept != is_hidden || !h->is_large[function] ||
	    are_zero(row->counts, h->graph.nevents))
		return false;
	*call = function_at(&h->graph, function);
	call->kind = CG_CALL;
	call->counts = row->counts;
	call->present = row->present;
	if (is_kept) {
		h->has_row[function] = true;
		call->target = hidden_target(h, function, inlined);
	} else {
		call->target = (struct cg_target){.object = call->object,
		    .file = call->def_file,
		    .function = call->function,
		    .inlined = inlined};
		hide(h, function, call);
	}
	hide_host(h, function, call);
	return true;
}

bool
hiding_needs_row(const struct hiding *h, size_t i, struct cg_record *record)
{
	if (!h->is_kept[i] || h->has_row[i])
		return false;
	*record = function_at(&h->graph, i);
	return record->host == NULL &&
	       function_index_is_ambiguous(&h->graph.index, record);
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
	free(h->is_large);
	free(h->is_kept);
	free(h->has_row);
	free(h->names);
	callgraph_release(&h->graph);
}
