/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How to merge many profiles if only some can be open at a time: in groups,
 * whose sums are merged in groups, and so on.
 */
#ifndef PASSES_H
#define PASSES_H

#include <stdbool.h>
#include <stddef.h>

struct passes {
	size_t width; /* profiles or sums that are merged at a time */
	size_t group; /* profiles in each of the last sums; 1: the profiles
			 themselves are merged at once */
};

/* Plans how to merge n profiles with the descriptors that are free.  Returns
 * false if they are too few. */
bool passes_plan(struct passes *passes, size_t n);

#endif
