/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Matches what stacks lack that were folded while a program ran and came again later, or
 * that are folded in one of several profiles that were added up.  Of a stack that costs
 * more in one profile than in the other, the difference is folded there, too, if the
 * other one can lack it: if it is no more than the bound in its header, and if one of the
 * callers has folded so much more.  So what can only be folded is no change.
 */
#ifndef LACKING_MATCH_H
#define LACKING_MATCH_H

#include "folded_match.h"

/* Does nothing if no stack lacks anything.  The rows are as those of folded_match, but
 * in any order. */
void lacking_match(struct folded_side *old, struct folded_side *new);

#endif
