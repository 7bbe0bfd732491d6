/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes rows of both profiles equal that are compared with one another.
 *
 *	sides_match_names(&builds, &old, &new);
 *	(renames)
 *	sides_match_folded(&old, &new);
 *	pairs = sides_pairs(&old, &new, zeros, &contexts);
 */
#ifndef SIDES_H
#define SIDES_H

#include "builds.h"
#include "side.h"

/* Matches the programs and functions without names of other builds, and takes out stacks that
 * only one profile has.  `builds` has compared the headers. */
void
sides_match_names(struct builds *builds, struct side *old, struct side *new);

/* Folds stacks that one profile has folded, in both, and sorts the rows. */
void sides_match_folded(struct side *old, struct side *new);

/* Returns the pairs of the rows in memory.  The sides and the zeros, one for each event, must
 * outlive them.  `contexts` is for their stacks; the caller releases it after the last pair. */
struct pairs sides_pairs(const struct side *old, const struct side *new,
    const int64_t *zeros, struct context_map *contexts);

#endif
