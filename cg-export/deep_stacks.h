/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bounds the number of frames of stacks that were counted.  Formats that list all
 * frames of each stack would take the square of it, in space and time.
 */
#ifndef DEEP_STACKS_H
#define DEEP_STACKS_H

#include "libquery/context_map.h"

/* The contexts of one reader, with the deep ones cut. */
struct deep_stacks {
	struct context_map map;
	bool is_cut; /* a context was */
};

/* Must not move from then on.  Ends the program when out of memory, as all do. */
void deep_stacks_init(struct deep_stacks *deep);

/*
 * Returns the context, or one of the same innermost function and of 500 frames that
 * stands for it: the outermost 498 frames and one called "(frames cut)" lead to the
 * function.  Contexts that differ only in the frames cut become the same.
 */
const struct cg_context *
deep_stacks_cut(struct deep_stacks *deep, const struct cg_context *context);

/* Warns if a context was cut. */
void deep_stacks_warn(const struct deep_stacks *deep);

/* Frees the contexts.  `deep` may be zeroed. */
void deep_stacks_release(struct deep_stacks *deep);

#endif
