/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls are sorted as functions are: what cost most is first. */
#include <stdlib.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
#include "thresholds.h"
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

/* the sum of calls that are not shown, which are n */
static void
print_others(struct report *report, const struct widths *widths,
    const char *arrow, const struct entry *list, size_t n)
{
	size_t nevents = report->header.nevents;
	int64_t *sum = cli_alloc(nevents, sizeof(*sum));
	struct cg_record others = {.counts = sum};

	for (size_t i = 0; i < n; i++)
		if (cg_counts_add(sum, list[i].record.counts, nevents) <
		    nevents)
			cli_die("the sum of calls does not fit in 64 bits");
	cells_print(&report->cells, widths, &others, &report->printer);
	printer_print(&report->printer, "%s(%zu more)\n", arrow, n);
	free(sum);
}

static unsigned __int128
size_of(const struct report *report, const struct entry *call)
{
	return size_of_count(call->record.counts[report->deciding]);
}

/*
 * Moves the calls to show to the front and returns how many that are: those
 * that reach a threshold, and those not much smaller than the largest, without
 * which small functions would have no callers.
 */
static size_t
choose(const struct report *report, struct entries *calls)
{
	unsigned __int128 largest = 0;
	size_t n = thresholds_apply(report, calls);

	for (size_t i = 0; i < calls->n; i++)
		if (size_of(report, &calls->list[i]) > largest)
			largest = size_of(report, &calls->list[i]);
	for (size_t i = n; i < calls->n; i++) {
		struct entry call = calls->list[i];
		unsigned __int128 size = size_of(report, &call);

		if (size == 0 || size * 10 < largest)
			continue;
		calls->list[i] = calls->list[n];
		calls->list[n++] = call;
	}
	/* a line for one of them can as well say which */
	return calls->n - n == 1 ? calls->n : n;
}

static void
print_calls(struct report *report, const struct widths *widths,
    const char *arrow, struct entries *calls)
{
	size_t all = calls->n;

	calls->n = choose(report, calls);
	entries_print(calls, &report->cells, widths, arrow, &report->printer);
	if (all > calls->n)
		print_others(report, widths, arrow, calls->list + calls->n,
		    all - calls->n);
	free(calls->list);
}

void
tree_print_callers(struct report *report, const struct widths *widths,
    const struct entry *function)
{
	const struct callgraph *graph = &report->graph;
	const size_t *first = graph->in_first + function->number;
	struct entries callers = {first[1] - first[0],
	    cli_alloc(first[1] - first[0], sizeof(*callers.list))};

	for (size_t i = 0; i < callers.n; i++) {
		struct cg_record call;

		cg_profile_at(
		    graph->calls, graph->in_calls[first[0] + i], &call);
		callers.list[i] = entry_of_function(&call, &report->sorting);
	}
	print_calls(report, widths, " < ", &callers);
}

void
tree_print_callees(struct report *report, const struct widths *widths,
    const struct entry *function)
{
	const struct callgraph *graph = &report->graph;
	size_t first = graph->out_first[function->number];
	size_t end = graph->out_first[function->number + 1];
	struct entries callees = {
	    end - first, cli_alloc(end - first, sizeof(*callees.list))};

	for (size_t i = first; i < end; i++) {
		struct cg_record call, callee;

		/* the graph has calls in order of their callers */
		cg_profile_at(graph->calls, i, &call);
		cg_profile_at(
		    graph->functions, graph->endpoints[i].callee, &callee);
		callees.list[i - first] =
		    entry_of_callee(&call, &report->sorting);
		callees.list[i - first].object = callee.object;
	}
	print_calls(report, widths, " >   ", &callees);
}
