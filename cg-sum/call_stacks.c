/* SPDX-License-Identifier: BSD-2-Clause */
#include "call_stacks.h"
#include "libcli/cli.h"
#include "libquery/stacks/stacks.h"
#include "render.h"

/* Replaces the costs of a tree by its costs of the events. */
static void
project_tree(const struct call_stacks *s, struct stack_tree *tree)
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
		projection_apply(s->projection, &record);
		for (size_t e = 0; e < s->nevents; e++) {
			long long count = record.counts[s->events[e]];

			if (count < 0)
				cli_die("--format=folded: expected no negative "
					"count, found %lld of a stack of %s",
				    count, record.function);
			*to++ = count;
		}
	}
	tree->nevents = s->nevents;
	stack_tree_add_up(tree);
}

/* Warns if a part of the costs has no stack. */
static void
warn_of_missing(const struct counted *counted)
{
	const struct stack_tree *tree = &counted->tree;
	double total = 0;

	for (size_t i = 0; i < tree->n; i++)
		total += (double)tree->self[i * tree->nevents];
	if (counted->without[0] > 0)
		cli_warn("%.3g %% of the costs are of functions without their "
			 "callers",
		    100 * (double)counted->without[0] / total);
}

/* Sets the least cost of a stack that is printed, of each event. */
static void
find_least(const struct call_stacks *s, const int64_t *totals, int64_t least[2])
{
	for (size_t e = 0; e < s->nevents; e++) {
		least[e] = (int64_t)ranking_least(
		    s->ranking, (unsigned __int128)totals[e]);
		if (least[e] == 0)
			least[e] = 1;
	}
}

/* Takes the stacks that were counted. */
static void
take_counted(const struct call_stacks *s, struct counted *counted,
    struct stack_tree *tree)
{
	int64_t least[2];

	warn_of_missing(counted);
	counted_take(counted, tree);
	project_tree(s, tree);
	if (s->has_threshold) {
		find_least(s, tree->totals, least);
		stack_tree_cut(tree, least);
	}
	stack_tree_sort(tree);
}

/* Estimates the stacks from the calls. */
static void
estimate(const struct call_stacks *s, const struct callgraph *graph,
    struct stack_tree *tree)
{
	struct stacks stacks;
	int64_t least[2];
	char *why =
	    stacks_make(&stacks, graph, s->projection, s->events, s->nevents);

	if (why != NULL)
		cli_die("--format=folded: %s", why);
	find_least(s, stacks.totals, least);
	estimated_tree_make(&stacks, least, tree);
	stacks_release(&stacks);
	cli_warn("the stacks are an estimate from calls; cg-collect --stacks "
		 "counts them");
}

void
call_stacks_print(const struct call_stacks *s, struct grouping *functions,
    struct printer *printer)
{
	struct stack_tree tree;

	if (functions->counted.has_stacks) {
		take_counted(s, &functions->counted, &tree);
	} else {
		estimate(s, &functions->graph, &tree);
	}
	render_stacks(&tree, printer);
	stack_tree_release(&tree);
}
