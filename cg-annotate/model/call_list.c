/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls are sorted and selected as functions are. */
#include <stdlib.h>

#include "call_list.h"
#include "counts.h"
#include "libquery/rank.h"

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

static void
arrange(struct call_list *calls, const struct sort_order *order)
{
	size_t nevents = order->nevents;

	calls->n = select_calls(calls, order);
	function_costs_sort(calls->list, calls->n);
	if (calls->n == calls->nall)
		return;
	calls->others = cli_alloc(nevents, sizeof(*calls->others));
	for (size_t i = calls->n; i < calls->nall; i++)
		count_sum_add(calls->others, calls->list[i].counts, nevents,
		    "the sum of calls");
}

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
	init(calls, cg_profile_len(rows));
	for (size_t i = 0; i < calls->nall; i++) {
		struct cg_record call;

		cg_profile_at(rows, i, &call);
		calls->list[i] = callee_of(&call, order);
		calls->list[i].number = i;
	}
	calls->n = calls->nall;
	function_costs_sort(calls->list, calls->n);
}

void
call_list_release(struct call_list *calls)
{
	free(calls->list);
	free(calls->others);
}
