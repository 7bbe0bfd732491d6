/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Matches the stacks of two profiles that are compared: one of them can tell stacks apart
 * that cg-collect has folded in the other one.  A stack of one profile is folded if it
 * costs no more than a folded one of the other can, and the other has something folded
 * below its nearest caller.  The lines of a context are folded in both if they are in
 * one.  So what is only folded is no change.
 */
#ifndef FOLDED_MATCH_H
#define FOLDED_MATCH_H

#include "folded_side.h"

/* Returns the side that has stacks if the other one has none, and warns that they are not
 * compared; else NULL. */
struct folded_side *
folded_unmatched(struct folded_side *old, struct folded_side *new);

/* Folds stacks in both profiles, if both have stacks and one has folded some: frees their rows, and
 * makes others, which may be out of order.  The rows must be sorted, and their stacks
 * without places of calls.  Ends the program on an error. */
void folded_match(struct folded_side *old, struct folded_side *new);

#endif
