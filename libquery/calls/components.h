/* SPDX-License-Identifier: BSD-2-Clause */
/* Strongly connected components: the cycles of a graph. */
#ifndef COMPONENTS_H
#define COMPONENTS_H

#include <stddef.h>

/* edges by the node they start from */
struct edges {
	size_t *first; /* each node's first edge; one more for the end */
	size_t *heads; /* the node to which each edge leads */
};

/*
 * Sets component[i] for each of n nodes to a number below n.  Two nodes have
 * the same number if there is a path from each to the other.  An edge between
 * two components leads to the smaller number.
 */
void components_find(size_t n, const struct edges *edges, size_t *component);

#endif
