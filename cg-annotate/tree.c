/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls are sorted as functions are: what cost most is first. */
#include <stdlib.h>

#include "cli.h"
#include "tree.h"

void
tree_widen(const struct report *report, struct widths *widths)
{
	const struct callgraph *graph = &report->graph;

	for (size_t i = 0; i < graph->ncalls; i++) {
		struct cg_record call;

		cg_profile_at(graph->calls, i, &call);
		widths_grow(widths, &report->cells, &call);
	}
}

void
tree_print_callers(struct report *report, const struct widths *widths,
    const struct entry *function)
{
	const struct callgraph *graph = &report->graph;
	size_t first = graph->taken.first[function->number];
	size_t end = graph->taken.first[function->number + 1];
	struct entries callers = {
	    end - first, cli_alloc(end - first, sizeof(*callers.list))};

	for (size_t i = first; i < end; i++) {
		struct cg_record call;

		cg_profile_at(graph->calls, graph->taken.heads[i], &call);
		callers.list[i - first] =
		    entry_of_function(&call, &report->sorting);
	}
	entries_print(&callers, &report->cells, widths, " < ", &report->screen);
	free(callers.list);
}

void
tree_print_callees(struct report *report, const struct widths *widths,
    const struct entry *function)
{
	const struct callgraph *graph = &report->graph;
	size_t first = graph->made.first[function->number];
	size_t end = graph->made.first[function->number + 1];
	struct entries callees = {
	    end - first, cli_alloc(end - first, sizeof(*callees.list))};

	for (size_t i = first; i < end; i++) {
		struct cg_record call;

		/* the graph has calls in order of their callers */
		cg_profile_at(graph->calls, i, &call);
		callees.list[i - first] =
		    entry_of_callee(&call, &report->sorting);
	}
	entries_print(
	    &callees, &report->cells, widths, " >   ", &report->screen);
	free(callees.list);
}
