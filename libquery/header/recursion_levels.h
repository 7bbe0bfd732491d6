/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How many levels of recursion a profile tells apart, in the header's description
 * "Recursion levels: N".  Functions of the last level, "f'N", can be open several
 * times.
 */
#ifndef RECURSION_LEVELS_H
#define RECURSION_LEVELS_H

#include "cgfmt.h"

extern const char recursion_levels_key[];

/* Returns the number of levels; 0: the header does not say. */
int64_t recursion_levels_in(const struct cg_header *header);

/* Sets `least` to the number of levels that all profiles of a series tell apart, 0 before
 * the first: a profile with calls that does not say tells one. */
void
recursion_levels_keep_least(int64_t *least, const struct cg_header *header);

#endif
