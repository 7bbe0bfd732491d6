/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sorts and selects functions.  Each event of the order ranks them separately:
 * a function that reaches the threshold of one event is shown.
 */
#include <stdlib.h>
#include <string.h>

#include "function_list.h"
#include "libquery/rank.h"

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

/* --- thresholds ----------------------------------------------------------- */

/* Returns which of the functions reach a threshold, to be freed. */
static bool *
find_passing(
    const struct function_cost *list, size_t n, const struct sort_order *order)
{
	struct sizes sizes = sizes_new(n, order->nevents);
	bool *passing;

	for (size_t i = 0; i < n; i++)
		for (size_t event = 0; event < sizes.nevents; event++)
			sizes.list[i * sizes.nevents + event] =
			    size_of_count(list[i].counts[event]);
	passing = sort_order_passing(order, &sizes, n);
	sizes_release(&sizes);
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

static void
find_range(struct function_list *f, const struct callgraph *graph)
{
	count_range_init(&f->range, graph->nevents);
	for (size_t i = 0; i < f->nall; i++)
		count_range_add(
		    &f->range, f->list[i].counts, f->list[i].present);
	for (size_t i = 0; i < graph->ncalls; i++) {
		struct cg_record call;

		cg_profile_at(graph->calls, i, &call);
		count_range_add(&f->range, call.counts, call.present);
	}
}

void
function_list_init(struct function_list *f, const struct callgraph *graph,
    const struct inlined_places *places, const struct sort_order *order,
    bool inclusive)
{
	*f = (struct function_list){.nall = graph->nfunctions};
	f->list = cli_alloc(f->nall + graph->ncycles, sizeof(*f->list));
	for (size_t i = 0; i < f->nall; i++) {
		struct cg_record row;

		callgraph_function(graph, i, inclusive, &row);
		f->list[i] = function_cost_of(&row, order);
		f->list[i].number = i;
		f->list[i].cycle = graph->cycles[i];
		f->list[i].nplaces = inlined_places_count(places, &row);
	}
	if (inclusive)
		append_cycles(f, graph, order);
	find_range(f, graph);
	f->n = function_costs_select(f->list, f->nall, order);
	function_costs_sort(f->list, f->n);
}

void
function_list_release(struct function_list *f)
{
	free(f->list);
	count_range_release(&f->range);
}
