/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What directories, files and functions cost by themselves, as a tree: a node
 * has the sum of the nodes below it, and the root has all costs.  A directory
 * with a single directory in it, and nothing else, is one node with it.
 */
#ifndef COST_TREE_H
#define COST_TREE_H

#include "libquery/calls/callgraph.h"

enum { NO_NODE = 0 }; /* the root, which is below no node */

struct cost_node {
	const char *name; /* of a directory "a/b", a file or a function */
	size_t len;
	size_t function; /* number in the graph, if there is no node below */
	size_t below;    /* the first node below; NO_NODE: none */
	size_t next;     /* the next one below the same node; NO_NODE: none */
	size_t inner;    /* number among nodes with nodes below */
	const int64_t *counts; /* sums, for each event */
	const int64_t *sizes; /* sums of absolute counts; NULL: no node below */
};

struct cost_tree {
	size_t nevents;
	size_t n;
	struct cost_node *list; /* list[0] is the root */
	int64_t *counts;
	int64_t *sizes;
	char **paths; /* which the names are parts of */
	size_t npaths;
};

/*
 * Builds the tree of a complete graph, which must outlive it.  A size that does
 * not fit in 64 bits becomes INT64_MAX; a count that does not fit ends the
 * program.
 */
void cost_tree_init(struct cost_tree *tree, const struct callgraph *graph);

/* Returns the sum of the absolute counts of all functions of a node.  In a
 * difference, the absolute value of their sum could be smaller than one of
 * them. */
int64_t cost_node_size(const struct cost_node *node, size_t event);

void cost_tree_release(struct cost_tree *tree);

#endif
