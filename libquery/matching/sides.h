/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes rows of both profiles equal that are compared with one another.
 *
 *	sides_match_names(&builds, &old, &new);
 *	(renames)
 *	sides_match_folded(&old, &new);
 *	(pairs)
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

#endif
