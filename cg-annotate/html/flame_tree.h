/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stacks of calls that are worth showing, as a tree.  A stack that is too
 * cheap in every event is part of the self cost of the one that it extends.
 *
 * In a difference, the size of a node is what it costs in the new profile and, of
 * nodes below it that are gone, in the old one.  If the sides are not known, it is
 * the sum of the absolute changes.
 */
#ifndef FLAME_TREE_H
#define FLAME_TREE_H

#include "html_cells.h"

struct flame_node {
	size_t frame;  /* of the stacks; not of the root */
	size_t parent; /* a smaller number; of the root itself */
	size_t depth;  /* of the root 0 */
};

/* The cost of a node in an event.  old: only if both sides are known; else cost
 * is the change, in a difference. */
struct flame_cost {
	int64_t cost;
	int64_t old;
};

struct flame_tree {
	const struct stack_tree *stacks;
	size_t nevents; /* of the page */
	size_t n;       /* 0: there is no tree */
	/* each node comes before its children and these, the largest first,
	 * before its next sibling; nodes[0] is the root */
	struct flame_node *nodes;
	/* nevents for each node; totals and sizes include all below it */
	struct flame_cost *self;
	struct flame_cost *totals;
	int64_t *sizes;
};

/* True if both sides of an event of a difference are known. */
bool flame_has_sides(const struct html_event *event);

/* Makes the tree of the report's stacks; none if it has no stacks, or if a sum
 * does not fit in 64 bits. */
void flame_tree_init(struct flame_tree *tree, const struct html *page);

/* True if the node was in the old profile only. */
bool flame_is_gone(
    const struct flame_tree *tree, const struct html *page, size_t node);

void flame_tree_release(struct flame_tree *tree);

#endif
