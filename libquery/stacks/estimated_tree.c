/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes a tree of estimated stacks.  Each node is divided after its parent: the
 * list of nodes is also the queue of those to divide.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "shares.h"
#include "stacks.h"

enum { MAX_FRAMES = 500 };

static const size_t no_frame = SIZE_MAX;

struct tree_builder {
	const struct stacks *stacks;
	struct stack_tree *tree;
	const int64_t *least;
	size_t *functions;    /* of each node but the root */
	size_t *frames;       /* of each function; no_frame: none yet */
	struct share *shares; /* room for the shares of a function */
	int64_t *amounts;     /* of its callees, nevents each */
	int64_t *own;         /* of each node */
};

/* Adds the stack of a node with one more function, and takes its costs away from
 * the node.  A stack that is too cheap stays part of the node. */
static void
extend(
    struct tree_builder *b, size_t node, size_t function, const int64_t *costs)
{
	struct stack_tree *t = b->tree;
	size_t added, n = t->nevents;
	bool is_worth = false;

	for (size_t e = 0; e < n; e++)
		is_worth |= costs[e] >= b->least[e];
	if (!is_worth)
		return;
	if (b->frames[function] == no_frame) {
		struct cg_record row;

		callgraph_function(b->stacks->graph, function, false, &row);
		b->frames[function] = stack_tree_frame(t, &row);
		t->frames[b->frames[function]].number = function;
	}
	b->functions = cli_grow(b->functions, t->n, sizeof(*b->functions));
	b->own = cli_grow(b->own, t->n, n * sizeof(*b->own));
	memset(b->own + t->n * n, 0, n * sizeof(*b->own));
	added = stack_tree_add(t, node, b->frames[function]);
	b->functions[added] = function;
	for (size_t e = 0; e < n; e++) {
		t->self[node * n + e] -= costs[e];
		t->self[added * n + e] = costs[e];
	}
}

/* Divides the cost of a node among its function and the callees of this. */
static void
divide(struct tree_builder *b, size_t node)
{
	const struct stacks *s = b->stacks;
	size_t function = b->functions[node], n = s->nevents;
	size_t first = s->first[function];
	size_t ncalls = s->first[function + 1] - first;

	for (size_t e = 0; e < n; e++) {
		int64_t cost = b->tree->self[node * n + e];
		int64_t own = s->own[function * n + e];
		bool has_weight = own > 0;

		for (size_t i = 0; i < ncalls; i++) {
			int64_t handed = s->costs[(first + i) * n + e];

			b->shares[i].weight = (uint64_t)handed;
			has_weight |= handed > 0;
		}
		b->shares[ncalls].weight = has_weight ? (uint64_t)own : 1;
		shares_divide(cost, b->shares, ncalls + 1);
		for (size_t i = 0; i < ncalls; i++)
			b->amounts[i * n + e] = b->shares[i].amount;
		b->own[node * n + e] = b->shares[ncalls].amount;
	}
	for (size_t i = 0; i < ncalls; i++)
		extend(b, node, s->callees[first + i], b->amounts + i * n);
}

/* Returns the largest number of callees that a function has. */
static size_t
most_callees(const struct stacks *s)
{
	size_t most = 0;

	for (size_t i = 0; i < s->graph->nfunctions; i++)
		if (s->first[i + 1] - s->first[i] > most)
			most = s->first[i + 1] - s->first[i];
	return most;
}

void
estimated_tree_make(
    const struct stacks *s, const int64_t *least, struct stack_tree *tree)
{
	size_t n = s->graph->nfunctions, most = most_callees(s);
	struct tree_builder b = {
	    .stacks = s,
	    .tree = tree,
	    .least = least,
	    .functions = cli_grow(NULL, 0, sizeof(*b.functions)),
	    .own = cli_grow(NULL, 0, s->nevents * sizeof(*b.own)),
	    .frames = cli_alloc(n, sizeof(*b.frames)),
	    .shares = cli_alloc(most + 1, sizeof(*b.shares)),
	    .amounts = cli_alloc(most * s->nevents, sizeof(*b.amounts)),
	};

	memset(b.own, 0, s->nevents * sizeof(*b.own));
	stack_tree_init(tree, s->nevents);
	tree->is_estimate = true;
	memcpy(tree->self, s->totals, s->nevents * sizeof(*tree->self));
	for (size_t i = 0; i < n; i++)
		b.frames[i] = no_frame;
	for (size_t i = 0; i < n; i++)
		extend(&b, 0, s->order[i], s->entry + s->order[i] * s->nevents);
	for (size_t i = 1; i < tree->n; i++)
		if (tree->nodes[i].depth < MAX_FRAMES)
			divide(&b, i);
	tree->own = b.own;
	stack_tree_add_up(tree);
	free(b.functions);
	free(b.frames);
	free(b.shares);
	free(b.amounts);
}
