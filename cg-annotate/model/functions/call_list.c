/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls are sorted and selected as functions are. */
#include <stdlib.h>

#include "libquery/data/data_object.h"
#include "libquery/rank.h"
#include "call_list.h"
#include "model/count_sums.h"

static unsigned __int128
deciding_size(const struct function_cost *call)
{
	return size_of_count(call->counts[call->order->deciding]);
}

/*
 * Moves the calls to show to the front and returns their number: calls that
 * reach a threshold, and calls not much smaller than the largest, because
 * otherwise small functions would have no callers.
 */
static size_t
select_calls(const struct call_list *calls, const struct sort_order *order)
{
	struct function_cost *list = calls->list;
	unsigned __int128 largest = 0;
	size_t n = function_costs_select(list, calls->nall, order);

	for (size_t i = 0; i < calls->nall; i++)
		if (deciding_size(&list[i]) > largest)
			largest = deciding_size(&list[i]);
	for (size_t i = n; i < calls->nall; i++) {
		struct function_cost call = list[i];
		unsigned __int128 size = deciding_size(&call);

		if (size == 0 || size * 10 < largest)
			continue;
		list[i] = list[n];
		list[n++] = call;
	}
	/* if only one call is left, name it: that takes one line, too */
	return calls->nall - n == 1 ? calls->nall : n;
}

/* Takes out calls that did not change. */
static void
drop_unchanged(struct call_list *calls)
{
	size_t n = 0;

	for (size_t i = 0; i < calls->nall; i++)
		if (!function_cost_is_unchanged(&calls->list[i]))
			calls->list[n++] = calls->list[i];
	calls->nall = n;
}

static void
arrange(struct call_list *calls, const struct sort_order *order)
{
	size_t nevents = order->nevents;

	drop_unchanged(calls);
	calls->n = select_calls(calls, order);
	function_costs_sort(calls->list, calls->n);
	if (calls->n == calls->nall)
		return;
	calls->others = cli_alloc(nevents, sizeof(*calls->others));
	for (size_t i = calls->n; i < calls->nall; i++)
		count_sum_add(calls->others, calls->list[i].counts, nevents,
		    "the sum of calls");
}

/* --- data ----------------------------------------------------------------- */

static unsigned __int128
misses_of(const struct function_cost *call)
{
	return size_of_count(event_sum_of(&call->order->misses, call->counts));
}

static int
compare_misses(const void *a, const void *b)
{
	const struct function_cost *x = a, *y = b;
	unsigned __int128 p = misses_of(x), q = misses_of(y);

	if ((x->data == DATA_NONE) != (y->data == DATA_NONE))
		return x->data == DATA_NONE ? -1 : 1;
	if (p != q)
		return p > q ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* True if the datum is worth a line: it has a tenth of the misses on the largest one at
 * this line, and code that misses on it reaches the threshold. */
static bool
is_worth_a_line(const struct function_cost *call, unsigned __int128 largest)
{
	unsigned __int128 size = misses_of(call);

	return size > 0 && size * 10 >= largest &&
	       (call->data == DATA_HERE || size >= call->order->least_misses);
}

/* Puts the data of a line behind its calls, sorts and cuts them.  If nothing is left of
 * them, they are not even counted. */
static void
arrange_data(struct call_list *calls, const struct sort_order *order)
{
	struct function_cost *list = calls->list;
	size_t ncalls = 0;

	qsort(list, calls->nall, sizeof(*list), compare_misses);
	while (list[ncalls].data == DATA_NONE)
		ncalls++;
	calls->n = ncalls;
	while (calls->n < calls->nall &&
	       is_worth_a_line(&list[calls->n], misses_of(&list[ncalls])))
		calls->n++;
	if (calls->n == ncalls)
		calls->nall = ncalls;
	/* if only one is left, name it: that takes one line, too */
	if (calls->nall - calls->n == 1)
		calls->n++;
	if (calls->n == calls->nall)
		return;
	calls->others = cli_alloc(order->nevents, sizeof(*calls->others));
	for (size_t i = calls->n; i < calls->nall; i++)
		count_sum_add(calls->others, list[i].counts, order->nevents,
		    "the sum of misses on data");
}

/* --- lists ---------------------------------------------------------------- */

/* Makes room for n calls. */
static void
init(struct call_list *calls, size_t n)
{
	*calls = (struct call_list){.nall = n};
	calls->list = cli_alloc(n, sizeof(*calls->list));
}

/* Returns the function that a row of kind CG_CALL goes to. */
static struct function_cost
callee_of(const struct cg_record *call, const struct sort_order *order)
{
	struct function_cost callee = function_cost_of(call, order);

	callee.file = call->target.file;
	callee.function = call->target.function;
	callee.object = call->target.object;
	return callee;
}

void
call_list_callers(struct call_list *calls, const struct callgraph *graph,
    const struct sort_order *order, size_t function)
{
	size_t first;

	*calls = (struct call_list){.n = 0};
	if (graph->ncalls == 0)
		return;
	first = graph->in_first[function];
	init(calls, graph->in_first[function + 1] - first);
	calls->are_callers = true;
	for (size_t i = 0; i < calls->nall; i++) {
		size_t number = graph->in_calls[first + i];
		struct cg_record call;

		cg_profile_at(graph->calls, number, &call);
		calls->list[i] = function_cost_of(&call, order);
		calls->list[i].number = graph->endpoints[number].caller;
	}
	arrange(calls, order);
}

void
call_list_callees(struct call_list *calls, const struct callgraph *graph,
    const struct sort_order *order, size_t function)
{
	size_t first;

	*calls = (struct call_list){.n = 0};
	if (graph->ncalls == 0)
		return;
	first = graph->out_first[function];
	init(calls, graph->out_first[function + 1] - first);
	for (size_t i = 0; i < calls->nall; i++) {
		size_t number = graph->endpoints[first + i].callee;
		struct cg_record call, callee;

		/* the graph has calls in order of their callers */
		cg_profile_at(graph->calls, first + i, &call);
		cg_profile_at(graph->functions, number, &callee);
		calls->list[i] = callee_of(&call, order);
		calls->list[i].object = callee.object;
		calls->list[i].number = number;
	}
	arrange(calls, order);
}

void
call_list_rows(struct call_list *calls, const struct cg_profile *rows,
    const struct sort_order *order)
{
	bool has_data = false;

	init(calls, cg_profile_len(rows));
	for (size_t i = 0; i < calls->nall; i++) {
		struct cg_record call;

		cg_profile_at(rows, i, &call);
		calls->list[i] = callee_of(&call, order);
		calls->list[i].number = i;
		if (cg_is_data(call.target.object)) {
			calls->list[i].data = (enum data_role)call.target.line;
			has_data = true;
		}
	}
	if (has_data) {
		arrange_data(calls, order);
		return;
	}
	drop_unchanged(calls);
	calls->n = calls->nall;
	function_costs_sort(calls->list, calls->n);
}

void
call_list_release(struct call_list *calls)
{
	free(calls->list);
	free(calls->others);
}
