/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stacks that one profile tells apart and that cg-collect may have folded in the other
 * one.  A stack of one profile is folded if it costs no more than a folded one of the
 * other can, and the other has something folded below its nearest caller.  The lines of a
 * context are folded in both if they are in one.  So what is only folded is no change.
 */
#ifndef FOLDED_CONTEXTS_H
#define FOLDED_CONTEXTS_H

#include "side.h"

/* Folds stacks in both profiles, which must be sorted; rows may be out of order then. */
void folded_contexts_match(struct side *old, struct side *new);

#endif
