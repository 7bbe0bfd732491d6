/* SPDX-License-Identifier: BSD-2-Clause */
/* What reports say of a cycle of functions, and of the inclusive costs in it. */
#ifndef CYCLE_TEXT_H
#define CYCLE_TEXT_H

#include "function_list.h"

/*
 * Returns the names of the dearest functions of a cycle and how many more it has, "f, g
 * and 2 more", with as many names as are at most `width` wide; "4 functions" if there is
 * room for none.  `f` is the row of the cycle as a whole.  The caller frees the text.
 */
char *cycle_members(
    const struct callgraph *graph, const struct function_cost *f, size_t width);

/* Returns ", at most" or ", at least" if the function's inclusive cost is such a bound,
 * else "". */
const char *cycle_bound(const struct function_cost *f);

#endif
