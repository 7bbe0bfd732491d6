/* SPDX-License-Identifier: BSD-2-Clause */
/* A good order of functions in memory. */
#ifndef CLUSTERS_H
#define CLUSTERS_H

#include "call_edges.h"

/*
 * Sets *order to the numbers of all functions that executed anything in the order C3,
 * call-chain clustering, of Ottoni and Maher, "Optimizing Function Placement for
 * Large-Scale Data-Center Applications", CGO 2017.  Returns how many there are.  The
 * caller frees the order.
 */
size_t clusters_order(const struct call_edges *edges, size_t **order);

#endif
