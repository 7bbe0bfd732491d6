/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call stacks with their costs, as a tree: a node is a frame, with the frames
 * that led to it above it.  Functions have names once, in a list of frames.
 *
 *	stack_tree_init(&tree, nevents);
 *	frame = stack_tree_frame(&tree, &record);
 *	node = stack_tree_add(&tree, parent, frame);
 *	tree.self[node * nevents + event] = cost;
 *	stack_tree_add_up(&tree);
 *
 * The self cost of a node is the cost of its stack without longer ones; its
 * total cost includes these.  Both are at least 0.  The total of a node is its
 * self cost and the totals of its children, for each event.
 */
#ifndef STACK_TREE_H
#define STACK_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgfmt.h"

/* A function at a level of a stack.  The tree owns the names. */
struct stack_frame {
	char *object, *file, *function;
	char *label;     /* the function where no file stands beside it */
	bool is_inlined; /* into the frame above it */
	size_t number;   /* of the function in its graph, if it has one */
};

enum { NO_STACK_NODE = 0 }; /* the root, which is no child */

struct stack_node {
	size_t frame;  /* not of the root */
	size_t parent; /* a smaller number, except the root's: itself */
	size_t first_child, last_child, next_sibling; /* or NO_STACK_NODE */
	size_t depth; /* number of frames: the root has none */
};

struct stack_tree {
	size_t nevents;
	bool
	    is_estimate; /* made of a call graph, not of stacks that were counted */
	size_t nframes;
	struct stack_frame *frames;
	size_t n;
	struct stack_node *nodes; /* nodes[0] is the root: the program */
	int64_t *self;            /* nevents for each node, likewise totals */
	int64_t *totals;          /* NULL before stack_tree_add_up */
	/* if it is an estimate: the part of the self cost that is the own cost
	 * of its function; the rest is the cost of longer stacks */
	int64_t *own;
};

/* Makes a tree of a root that costs nothing. */
void stack_tree_init(struct stack_tree *tree, size_t nevents);

/* Adds a frame, the function of a row that is inlined if it has a host, and
 * returns its number.  The function of a hidden level is cg_filtered. */
size_t stack_tree_frame(struct stack_tree *tree, const struct cg_record *row);

/* Adds the last child of a node, which costs nothing, and returns its number. */
size_t stack_tree_add(struct stack_tree *tree, size_t parent, size_t frame);

/* Computes the totals, which must fit in 64 bits, after all nodes were added. */
void stack_tree_add_up(struct stack_tree *tree);

/*
 * Takes out the nodes whose totals are below `least` in every event; their costs
 * become part of the self costs of the nodes above.
 */
void stack_tree_cut(struct stack_tree *tree, const int64_t *least);

/* Sorts the children of each node: the largest first by their totals of the first
 * event, equal ones by name. */
void stack_tree_sort(struct stack_tree *tree);

/* Returns the node after this one if each comes before its children and these
 * before its next sibling; NO_STACK_NODE after the last one. */
size_t stack_tree_next(const struct stack_tree *tree, size_t node);

void stack_tree_release(struct stack_tree *tree);

#endif
