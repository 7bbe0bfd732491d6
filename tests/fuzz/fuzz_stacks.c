/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes call stacks of a profile.  No cost is lost on the way: inclusive costs
 * are at least own ones, the entries add up to the total, and so do the stacks
 * that are printed.
 */
#include <stdlib.h>
#include <string.h>

#include "cg-export/folded.h"
#include "cgfmt.h"
#include "libquery/stacks/counted.h"
#include "libquery/stacks/estimated.h"
#include "libquery/stacks/stacks.h"
#include "sink.h"
#include "target.h"

/* Adds all rows to the graph.  False if the profile is not whole, or if some
 * counts are negative. */
static bool
read_graph(struct cg_reader *reader, struct callgraph *graph)
{
	size_t nevents = cg_reader_header(reader)->nevents;
	struct cg_record row;
	int got;

	while ((got = cg_reader_next(reader, &row)) == 1) {
		for (size_t i = 0; i < nevents; i++)
			if (row.counts[i] < 0)
				return false;
		callgraph_add(graph, &row);
	}
	return got == 0;
}

static void
check_inclusive(const struct callgraph *graph)
{
	struct cg_record own, inclusive;

	for (size_t i = 0; i < graph->nfunctions; i++) {
		callgraph_function(graph, i, false, &own);
		callgraph_function(graph, i, true, &inclusive);
		for (size_t e = 0; e < graph->nevents; e++)
			demand(inclusive.counts[e] >= own.counts[e],
			    "an inclusive cost is at least the own one");
		demand(
		    graph->cycles[i] <= graph->ncycles, "a cycle has a number");
	}
}

static void
check_entries(const struct stacks *s)
{
	int64_t own = 0, entries = 0;

	for (size_t i = 0; i < s->graph->nfunctions; i++) {
		demand(s->entry[i] >= 0 && s->whole[i] >= s->own[i],
		    "costs are handed up");
		own += s->own[i];
		entries += s->entry[i];
	}
	demand(own == s->totals[0] && entries == s->totals[0],
	    "the entries add up to the total");
}

/* Adds up the printed lines, "FRAME;FRAME COUNT". */
static void
check_printed(const struct stacks *s, int64_t least)
{
	struct printer printer;
	const char *p, *end;
	struct stack_tree tree;
	size_t len;
	int64_t sum = 0;

	sink_open(&printer, false);
	estimated_tree_make(s, &least, &tree);
	folded_print_stacks(&tree, &printer);
	stack_tree_release(&tree);
	for (p = sink_bytes(&len); (end = strchr(p, '\n')) != NULL;
	     p = end + 1) {
		const char *count = end;

		while (count > p && count[-1] >= '0' && count[-1] <= '9')
			count--;
		demand(count < end && count > p && count[-1] == ' ',
		    "a line ends in a count");
		sum += strtoll(count, NULL, 10);
	}
	demand(*p == '\0' && strlen(p) == 0, "the last line is whole");
	demand(sum == s->totals[0], "the stacks add up to the total");
}

static __int128
sum_of_own(const struct callgraph *graph)
{
	struct cg_record own;
	__int128 sum = 0;

	for (size_t i = 0; i < graph->nfunctions; i++) {
		callgraph_function(graph, i, false, &own);
		sum += own.counts[0];
	}
	return sum;
}

/* Joins functions that were inlined into several hosts. */
static void
check_joined(struct callgraph *graph)
{
	__int128 sum = sum_of_own(graph);

	callgraph_join_inlined(graph);
	demand(sum_of_own(graph) == sum, "joined functions keep their costs");
	for (size_t i = 0; i < graph->ncalls; i++)
		demand(graph->endpoints[i].caller < graph->nfunctions &&
			   graph->endpoints[i].callee < graph->nfunctions,
		    "a call has two ends");
}

static void
check_graph(struct callgraph *graph, const struct cg_header *header)
{
	struct projection projection = {.n = 0};
	struct stacks stacks;
	size_t event = 0;
	char *why;

	callgraph_complete(graph);
	inclusive_compute(graph);
	check_inclusive(graph);
	projection_resolve(&projection, header);
	why = stacks_make(&stacks, graph, &projection, &event, 1);
	projection_release(&projection);
	/* the sum of all costs need not fit */
	if (why == NULL) {
		check_entries(&stacks);
		check_printed(&stacks, 1 + stacks.totals[0] / 1000);
		stacks_release(&stacks);
	}
	free(why);
	check_joined(graph);
}

/* --- rows ----------------------------------------------------------------- */

static void
add_up(void *sum, const struct cg_record *row)
{
	*(__int128 *)sum += row->counts[0];
}

/* The parts of rows with estimated stacks add up to the rows. */
static void
check_estimate(
    struct cg_profile *rows, const struct cg_header *header, __int128 total)
{
	struct callgraph graph;
	struct estimated estimated = {.contexts = NULL};
	struct cg_record row;
	__int128 sum = 0;
	char *why = NULL;

	callgraph_init(&graph, header);
	demand(cg_profile_sort(rows) == 0, "there is memory");
	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &row);
		callgraph_add(&graph, &row);
	}
	callgraph_complete(&graph);
	if (graph.ncalls > 0)
		why = estimated_make(&estimated, rows, &graph, add_up, &sum);
	if (estimated.contexts != NULL)
		demand(sum == total, "the parts of rows add up");
	free(why);
	estimated_release(&estimated);
	callgraph_release(&graph);
}

/* The stacks of rows add up to the rows. */
static void
check_counted(struct counted *counted, __int128 total)
{
	struct stack_tree tree;
	__int128 sum = 0;

	counted_take(counted, &tree);
	for (size_t i = 0; i < tree.n; i++)
		sum += tree.self[i * tree.nevents];
	demand(sum == total, "the counted stacks add up");
	stack_tree_release(&tree);
}

/* Reads rows with their contexts. */
static void
run_rows(const uint8_t *data, size_t size)
{
	struct cg_error error, own;
	struct cg_reader *reader =
	    cg_reader_open_memory(data, size, "x", &error);
	const struct cg_header *header = cg_reader_header(reader);
	struct cg_profile *rows = cg_profile_new(header->nevents, &own);
	struct counted counted;
	struct cg_record row;
	__int128 total = 0;
	int got;

	cg_reader_set(reader, CG_ONE_THREAD | CG_CONTEXTS | CG_REGIONS);
	counted_init(&counted, header->nevents);
	while ((got = cg_reader_next(reader, &row)) == 1) {
		if (row.target.inlined == CG_INLINED_ESTIMATE)
			row.target.inlined = CG_INLINED;
		if (cg_profile_add(rows, &row) < 0)
			break;
		counted_add(&counted, &row);
		if (row.kind == CG_COSTS)
			total += row.counts[0];
	}
	if (got == 0) {
		check_counted(&counted, total);
		check_estimate(rows, header, total);
	} else {
		counted_release(&counted);
	}
	cg_profile_free(rows);
	cg_reader_close(reader);
}

static void
run(const uint8_t *data, size_t size)
{
	struct cg_error error;
	struct callgraph graph;
	struct cg_reader *reader =
	    cg_reader_open_memory(data, size, "x", &error);

	if (reader == NULL)
		return;
	/* no thread may be left if an error ends the run */
	cg_reader_set(reader, CG_ONE_THREAD);
	callgraph_init(&graph, cg_reader_header(reader));
	if (read_graph(reader, &graph))
		check_graph(&graph, cg_reader_header(reader));
	callgraph_release(&graph);
	cg_reader_close(reader);
	run_rows(data, size);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	attempt(run, data, size);
	return 0;
}
