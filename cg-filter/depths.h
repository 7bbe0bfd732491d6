/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The depth of a function: how many kept functions are above it, on the longest path of
 * calls that leads to it.
 */
#ifndef DEPTHS_H
#define DEPTHS_H

#include "libquery/calls/callgraph.h"

/*
 * Returns the depth of each function of a complete graph with calls, to be freed.
 * A function is the same one in all hosts that it was inlined into, unless it calls
 * one of these hosts.
 */
size_t *depths_find(const struct callgraph *graph, const bool *is_kept);

#endif
