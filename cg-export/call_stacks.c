/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "libquery/stacks/stacks.h"
#include "call_stacks.h"

void
call_stacks_demand_sense(const struct ranking *ranking)
{
	if (ranking->top != NULL)
		cli_usage("--to=folded cannot combine stacks with --top");
	/* stacks are kept by the event that decides their order */
	if (ranking->threshold != NULL &&
	    strchr(ranking->threshold, ',') != NULL)
		cli_usage("--to=folded needs a --threshold without events for "
			  "stacks");
}

/* Replaces the costs of a tree by its costs of the events. */
static void
project_tree(struct stack_tree *tree, struct projection *projection,
    const struct stack_events *events)
{
	int64_t *to = tree->self;

	for (size_t i = 0; i < tree->n; i++) {
		struct cg_record record = {
		    .file = "a stack",
		    .function = "",
		    .counts = tree->self + i * tree->nevents,
		};

		if (i > 0)
			record.function =
			    tree->frames[tree->nodes[i].frame].function;
		projection_apply(projection, &record);
		for (size_t e = 0; e < events->n; e++) {
			long long count = record.counts[events->list[e]];

			if (count < 0)
				cli_die("--to=folded: expected no negative "
					"count, found %lld of a stack of %s",
				    count, record.function);
			*to++ = count;
		}
	}
	tree->nevents = events->n;
	stack_tree_add_up(tree);
}

/* Warns if a part of the costs has no stack. */
static void
warn_of_missing(const struct counted *counted)
{
	const struct stack_tree *tree = &counted->tree;
	double total = (double)counted->without[0];

	for (size_t i = 0; i < tree->n; i++)
		total += (double)tree->self[i * tree->nevents];
	if (counted->without[0] > 0)
		cli_warn("%.3g %% of the costs are of functions without their "
			 "callers",
		    100 * (double)counted->without[0] / total);
}

/* Sets the least cost of a stack that is kept, of each event. */
static void
find_least(const struct ranking *ranking, const int64_t *totals, size_t nevents,
    int64_t *least)
{
	for (size_t e = 0; e < nevents; e++) {
		least[e] = (int64_t)ranking_least(
		    ranking, (unsigned __int128)totals[e]);
		if (least[e] == 0)
			least[e] = 1;
	}
}

void
call_stacks_take(struct stack_tree *tree, struct counted *counted,
    struct request *r, const struct stack_events *events)
{
	int64_t least[2];

	warn_of_missing(counted);
	counted_take(counted, tree);
	project_tree(tree, &r->projection, events);
	if (r->ranking.threshold != NULL) {
		find_least(&r->ranking, tree->totals, events->n, least);
		stack_tree_cut(tree, least);
	}
	stack_tree_sort(tree);
}

void
call_stacks_estimate(struct stack_tree *tree, const struct callgraph *graph,
    struct request *r, const struct stack_events *events)
{
	struct stacks stacks;
	int64_t least[2];
	char *why = stacks_make(
	    &stacks, graph, &r->projection, events->list, events->n);

	if (why != NULL)
		cli_die("--to=folded: %s", why);
	if (r->ranking.threshold == NULL)
		ranking_set_threshold(&r->ranking, "0.1");
	find_least(&r->ranking, stacks.totals, events->n, least);
	estimated_tree_make(&stacks, least, tree);
	stacks_release(&stacks);
	cli_warn("the stacks are an estimate from calls; cg-collect --stacks "
		 "counts them");
}
