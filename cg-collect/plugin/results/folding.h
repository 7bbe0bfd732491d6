/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_FOLDING_H
#define CGCOLLECT_FOLDING_H

#include "pub_tool_basics.h"

/*
 * With --stacks, contexts whose calls have cost little are folded: their counts go to
 * contexts without callers, one for each function, and the nearest caller that is
 * kept knows how much that is.  So the costs of functions and of calls are as before,
 * and so is the cost of each context that is kept, with all that is below it.
 *
 * While the program runs, the coldest contexts are folded when contexts need too much
 * memory, but none that is on the stack of a thread.  If such a context is called
 * again, it is a new one, which lacks what it has cost before.  From then on, calls without
 * contexts are cold first; see calls/cold.h, which has the bound of what a context
 * lacks.  (Compare the hot calling context trees of D'Elia, Demetrescu and
 * Finocchi, "Mining hot calling contexts in small space", PLDI 2011.)
 */

/* Begins to fold, if the rules of contexts ask for it. */
void folding_init(void);

/* Folds all contexts that cost less than the least part of all instructions.  Call
 * before a profile is written, when all open calls are settled. */
void folding_before_profile(void);

/* Returns the largest number of instructions that a context can have cost if it has
 * been folded or lacks what was; 0: none was. */
ULong folding_bound(void);

/* Returns how many instructions a context can lack. */
ULong folding_lacking(void);

/* Call when all counts are set to zero. */
void folding_clear(void);

#endif
