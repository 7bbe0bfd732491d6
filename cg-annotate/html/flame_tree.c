/* SPDX-License-Identifier: BSD-2-Clause */
/* A node comes after its parent, so one pass from the end adds up all costs. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "flame_tree.h"

enum {
	LEAST_FRAME = 10000, /* a frame has this part of an event, */
	MOST_FRAMES = 20000, /* or a larger one if there are more frames */
};

bool
flame_has_sides(const struct html_event *event)
{
	return event->sides[0] >= 0 && event->sides[1] >= 0;
}

/* --- the costs of all stacks ---------------------------------------------- */

struct flame_builder {
	const struct html *page;
	const struct stack_tree *stacks;
	size_t nevents;
	/* of all nodes of the stacks */
	struct flame_cost *self;
	struct flame_cost *totals;
	int64_t *sizes;
	bool *are_kept;
};

static void
take_costs(struct flame_builder *b)
{
	const struct stack_tree *t = b->stacks;

	b->self = cli_alloc(t->n * b->nevents, sizeof(*b->self));
	for (size_t i = 0; i < t->n; i++) {
		const int64_t *costs = t->self + i * t->nevents;

		for (size_t e = 0; e < b->nevents; e++) {
			const struct html_event *event = &b->page->events[e];
			struct flame_cost *self = &b->self[i * b->nevents + e];

			if (flame_has_sides(event)) {
				self->cost = costs[event->sides[1]];
				self->old = costs[event->sides[0]];
			} else {
				self->cost = costs[event->index];
			}
		}
	}
}

/* Adds a cost to a sum; false if it does not fit. */
static bool
add_cost(struct flame_cost *sum, const struct flame_cost *cost)
{
	return !__builtin_add_overflow(sum->cost, cost->cost, &sum->cost) &&
	       !__builtin_add_overflow(sum->old, cost->old, &sum->old);
}

static bool
add_totals(struct flame_builder *b)
{
	const struct stack_tree *t = b->stacks;
	size_t n = b->nevents, size = t->n * n * sizeof(*b->totals);

	b->totals = cli_alloc(t->n * n, sizeof(*b->totals));
	memcpy(b->totals, b->self, size);
	for (size_t i = t->n; i-- > 1;)
		for (size_t e = 0; e < n; e++)
			if (!add_cost(&b->totals[t->nodes[i].parent * n + e],
				&b->totals[i * n + e]))
				return false;
	return true;
}

/* Returns how wide the self cost of a node is. */
static int64_t
self_size(const struct flame_cost *self, const struct flame_cost *total)
{
	bool is_gone = total->cost == 0 && total->old != 0;
	int64_t size = is_gone ? self->old : self->cost;

	return size == INT64_MIN ? INT64_MAX : size < 0 ? -size : size;
}

static bool
add_sizes(struct flame_builder *b)
{
	const struct stack_tree *t = b->stacks;
	size_t n = b->nevents;

	b->sizes = cli_alloc(t->n * n, sizeof(*b->sizes));
	for (size_t i = t->n; i-- > 0;)
		for (size_t e = 0; e < n; e++) {
			size_t at = i * n + e;
			size_t above = t->nodes[i].parent * n + e;
			int64_t size = self_size(&b->self[at], &b->totals[at]);

			if (__builtin_add_overflow(
				b->sizes[at], size, &b->sizes[at]))
				return false;
			if (i > 0 && __builtin_add_overflow(b->sizes[above],
					 b->sizes[at], &b->sizes[above]))
				return false;
		}
	return true;
}

/* --- the nodes worth showing ---------------------------------------------- */

static bool
is_worth_showing(const struct flame_builder *b, size_t node, double least)
{
	for (size_t e = 0; e < b->nevents; e++) {
		int64_t size = b->sizes[node * b->nevents + e];

		if (size > 0 && (double)size >= least * (double)b->sizes[e])
			return true;
	}
	return false;
}

/* Marks nodes, always the root.  Returns their number. */
static size_t
mark_kept(struct flame_builder *b, double least)
{
	size_t n = 0;

	for (size_t i = 0; i < b->stacks->n; i++) {
		b->are_kept[i] = i == 0 || is_worth_showing(b, i, least);
		n += b->are_kept[i];
	}
	return n;
}

static size_t
choose_kept(struct flame_builder *b)
{
	double least = 1.0 / LEAST_FRAME;
	size_t n;

	b->are_kept = cli_alloc(b->stacks->n, sizeof(*b->are_kept));
	while ((n = mark_kept(b, least)) > MOST_FRAMES)
		least *= 2;
	return n;
}

/* Adds the self costs of nodes that are not kept to those above. */
static void
give_up_costs(struct flame_builder *b)
{
	size_t n = b->nevents;

	for (size_t i = b->stacks->n; i-- > 1;) {
		size_t above = b->stacks->nodes[i].parent * n;

		/* it is no more than a total that fits, or of another sign */
		for (size_t e = 0; e < n && !b->are_kept[i]; e++)
			add_cost(&b->self[above + e], &b->self[i * n + e]);
	}
}

/* --- their order ---------------------------------------------------------- */

struct sized_stack {
	size_t node;
	size_t parent;
	int64_t size;
};

/* The children of a node together, the largest first. */
static int
compare_stacks(const void *a, const void *b)
{
	const struct sized_stack *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return (x->node > y->node) - (x->node < y->node);
}

static void
append_node(struct flame_tree *t, const struct flame_builder *b, size_t node,
    size_t parent)
{
	const struct stack_node *from = &b->stacks->nodes[node];
	size_t n = t->nevents, to = t->n++;

	t->nodes[to] = (struct flame_node){
	    .frame = from->frame, .parent = parent, .depth = from->depth};
	memcpy(t->self + to * n, b->self + node * n, n * sizeof(*t->self));
	memcpy(
	    t->totals + to * n, b->totals + node * n, n * sizeof(*t->totals));
	memcpy(t->sizes + to * n, b->sizes + node * n, n * sizeof(*t->sizes));
}

/* Appends all kept nodes.  The list has the children of a node from first[node]
 * to before first[node + 1]. */
static void
append_all(struct flame_tree *t, const struct flame_builder *b,
    const struct sized_stack *list, const size_t *first)
{
	size_t *next = cli_alloc(b->stacks->n, sizeof(*next));
	size_t *number = cli_alloc(b->stacks->n, sizeof(*number));
	size_t at = 0;

	memcpy(next, first, b->stacks->n * sizeof(*next));
	append_node(t, b, 0, 0);
	while (at != 0 || next[0] < first[1]) {
		size_t child;

		if (next[at] == first[at + 1]) {
			at = b->stacks->nodes[at].parent;
			continue;
		}
		child = list[next[at]++].node;
		number[child] = t->n;
		append_node(t, b, child, number[at]);
		at = child;
	}
	free(next);
	free(number);
}

static void
sort_kept(struct flame_tree *t, const struct flame_builder *b, size_t nkept)
{
	size_t nall = b->stacks->n, n = 0;
	struct sized_stack *list = cli_alloc(nkept, sizeof(*list));
	size_t *first = cli_alloc(nall + 1, sizeof(*first));

	for (size_t i = 1; i < nall; i++)
		if (b->are_kept[i])
			list[n++] =
			    (struct sized_stack){i, b->stacks->nodes[i].parent,
				b->sizes[i * b->nevents + b->page->deciding]};
	qsort(list, n, sizeof(*list), compare_stacks);
	for (size_t i = 0; i < n; i++)
		first[list[i].parent + 1]++;
	for (size_t i = 0; i < nall; i++)
		first[i + 1] += first[i];
	append_all(t, b, list, first);
	free(list);
	free(first);
}

/* --- the tree ------------------------------------------------------------- */

void
flame_tree_init(struct flame_tree *t, const struct html *p)
{
	struct flame_builder b = {.page = p,
	    .stacks = &p->report->stacks.tree,
	    .nevents = p->nevents};
	size_t nkept;

	*t = (struct flame_tree){.stacks = b.stacks, .nevents = p->nevents};
	if (b.stacks->n <= 1)
		return;
	take_costs(&b);
	if (add_totals(&b) && add_sizes(&b)) {
		nkept = choose_kept(&b);
		give_up_costs(&b);
		t->nodes = cli_alloc(nkept, sizeof(*t->nodes));
		t->self = cli_alloc(nkept * t->nevents, sizeof(*t->self));
		t->totals = cli_alloc(nkept * t->nevents, sizeof(*t->totals));
		t->sizes = cli_alloc(nkept * t->nevents, sizeof(*t->sizes));
		sort_kept(t, &b, nkept);
	}
	free(b.self);
	free(b.totals);
	free(b.sizes);
	free(b.are_kept);
}

bool
flame_is_gone(const struct flame_tree *t, const struct html *p, size_t node)
{
	const struct flame_cost *total =
	    &t->totals[node * t->nevents + p->deciding];

	return flame_has_sides(&p->events[p->deciding]) && total->cost == 0 &&
	       total->old != 0;
}

void
flame_tree_release(struct flame_tree *t)
{
	free(t->nodes);
	free(t->self);
	free(t->totals);
	free(t->sizes);
}
