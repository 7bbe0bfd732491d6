/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sorts and selects functions.  Each event of the order ranks them separately:
 * a function that reaches the threshold of one event is shown.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/data/data_object.h"
#include "libquery/rank.h"
#include "model/count_sums.h"
#include "model/difference.h"
#include "function_list.h"

struct function_cost
function_cost_of(const struct cg_record *record, const struct sort_order *order)
{
	return (struct function_cost){
	    .file = record->def_file,
	    .function = record->function,
	    .object = record->object,
	    .counts = record->counts,
	    .present = record->present,
	    .ncalls = record->executed,
	    .inlined = record->target.inlined,
	    .order = order,
	};
}

bool
function_cost_is_unchanged(const struct function_cost *f)
{
	const struct cg_header *header = f->order->changes;

	if (header == NULL || f->ncalls != 0)
		return false;
	for (size_t i = 0; i < f->order->nevents; i++)
		if (f->counts[i] != 0 && !difference_is_side(header, i))
			return false;
	return true;
}

/* --- thresholds ----------------------------------------------------------- */

/* Returns which of the functions reach a threshold, to be freed. */
static bool *
find_passing(
    const struct function_cost *list, size_t n, const struct sort_order *order)
{
	const int64_t **counts = cli_alloc(n, sizeof(*counts));
	bool *passing;

	for (size_t i = 0; i < n; i++)
		counts[i] = list[i].counts;
	passing = sort_order_passing(order, counts, n);
	free(counts);
	return passing;
}

size_t
function_costs_select(
    struct function_cost *list, size_t n, const struct sort_order *order)
{
	bool *passing = find_passing(list, n, order);
	size_t npassing = 0;

	for (size_t i = 0; i < n; i++) {
		struct function_cost function = list[i];

		if (!passing[i])
			continue;
		list[i] = list[npassing];
		list[npassing++] = function;
	}
	free(passing);
	return npassing;
}

/* --- order ---------------------------------------------------------------- */

/* A count that was not written sorts as 1, as in cg_annotate. */
static uint64_t
sort_key(const struct function_cost *function, size_t event)
{
	int64_t count = function->counts[event];

	if (function->present != NULL && !function->present[event])
		return 1;
	return count < 0 ? 0 - (uint64_t)count : (uint64_t)count;
}

static int
compare(const void *a, const void *b)
{
	const struct function_cost *x = a, *y = b;
	const struct sort_order *order = x->order;
	int names;

	for (size_t i = 0; i < order->n; i++) {
		uint64_t p = sort_key(x, order->list[i].event);
		uint64_t q = sort_key(y, order->list[i].event);

		if (p != q)
			return p > q ? -1 : 1;
	}
	names = strcmp(x->file, y->file);
	if (names == 0)
		names = strcmp(x->function, y->function);
	if (names == 0)
		names = strcmp(x->object, y->object);
	if (names == 0)
		names = (int)x->inlined - (int)y->inlined;
	return names != 0 ? names
			  : (x->number > y->number) - (x->number < y->number);
}

void
function_costs_sort(struct function_cost *list, size_t n)
{
	if (n > 1) /* qsort takes no NULL */
		qsort(list, n, sizeof(*list), compare);
}

/* --- the list ------------------------------------------------------------- */

static void
append_cycles(struct function_list *f, const struct callgraph *graph,
    const struct sort_order *order)
{
	for (size_t i = 0; i < graph->ncycles; i++)
		f->list[f->nall++] = (struct function_cost){
		    .file = "",
		    .function = "",
		    .object = "",
		    .counts = graph->cycle_costs + i * graph->nevents,
		    .number = i,
		    .cycle = i + 1,
		    .nmembers = graph->members[i],
		    .order = order,
		};
}

/* Adds the counts of all calls to the range; of selected functions, only of their
 * calls, and their own costs. */
static void
find_range(struct function_list *f, const struct callgraph *graph,
    const bool *is_selected)
{
	struct cg_record row;

	count_range_init(&f->range, graph->nevents);
	for (size_t i = 0; i < f->nall; i++) {
		const struct function_cost *function = &f->list[i];

		count_range_add(&f->range, function->counts, function->present);
		if (is_selected == NULL)
			continue;
		callgraph_function(graph, function->number, false, &row);
		count_range_add(&f->range, row.counts, row.present);
	}
	for (size_t i = 0; i < graph->ncalls; i++) {
		const struct call_ends *ends = &graph->endpoints[i];

		if (is_selected != NULL && !is_selected[ends->caller] &&
		    !is_selected[ends->callee])
			continue;
		cg_profile_at(graph->calls, i, &row);
		count_range_add(&f->range, row.counts, row.present);
	}
}

/* Finds out how often a function was called. */
static void
add_up_calls(struct function_cost *f, const struct callgraph *graph)
{
	__int128 sum = 0;

	if (graph->ncalls == 0)
		return;
	for (size_t i = graph->in_first[f->number];
	     i < graph->in_first[f->number + 1]; i++) {
		struct cg_record call;

		cg_profile_at(graph->calls, graph->in_calls[i], &call);
		sum += call.executed;
		if (call.target.inlined == CG_INLINED_ESTIMATE)
			f->inlined = CG_INLINED_ESTIMATE;
	}
	f->ncalls =
	    count_of_sum(sum, "the number of calls of \"%s\"", f->function);
}

static void
append_function(struct function_list *f, const struct callgraph *graph,
    const struct inlined_places *places, const struct sort_order *order,
    const struct cg_record *row, size_t number)
{
	struct function_cost *function = &f->list[f->nall++];

	*function = function_cost_of(row, order);
	function->number = number;
	function->cycle = graph->cycles[number];
	if (graph->bounds != NULL)
		function->bound = graph->bounds[number];
	function->nplaces = inlined_places_count(places, row);
}

/* Moves the functions that changed to the front; returns their number. */
static size_t
put_unchanged_last(struct function_cost *list, size_t n)
{
	size_t nchanged = 0;

	for (size_t i = 0; i < n; i++) {
		struct function_cost function = list[i];

		if (function_cost_is_unchanged(&function))
			continue;
		list[i] = list[nchanged];
		list[nchanged++] = function;
	}
	return nchanged;
}

void
function_list_init(struct function_list *f, const struct callgraph *graph,
    const struct inlined_places *places, const struct sort_order *order,
    struct selection *selection, bool inclusive)
{
	bool *is_selected = NULL;

	*f = (struct function_list){.nall = 0};
	f->list =
	    cli_alloc(graph->nfunctions + graph->ncycles, sizeof(*f->list));
	if (selection != NULL)
		is_selected =
		    cli_alloc(graph->nfunctions, sizeof(*is_selected));
	for (size_t i = 0; i < graph->nfunctions; i++) {
		struct cg_record row;

		callgraph_function(graph, i, inclusive, &row);
		if (is_of_data(&row))
			continue;
		if (selection != NULL) {
			is_selected[i] = selection_keeps(selection, &row);
			if (!is_selected[i])
				continue;
		}
		append_function(f, graph, places, order, &row, i);
		if (selection != NULL)
			add_up_calls(&f->list[f->nall - 1], graph);
	}
	if (inclusive && selection == NULL)
		append_cycles(f, graph, order);
	find_range(f, graph, is_selected);
	free(is_selected);
	f->n = function_costs_select(f->list, f->nall, order);
	if (selection == NULL)
		f->n = put_unchanged_last(f->list, f->n);
	function_costs_sort(f->list, f->n);
}

void
function_list_limit(struct function_list *f, int64_t most)
{
	if (most >= 0 && (uint64_t)most < f->n)
		f->n = (size_t)most;
}

void
function_list_release(struct function_list *f)
{
	free(f->list);
	count_range_release(&f->range);
}
