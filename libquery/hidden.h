/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of what cg-filter hides.  All of it is in the file cg_filtered.  If
 * there are calls, hidden functions are one function at each level: the number
 * of functions that are not hidden, each below the other, below which they
 * are.  Then what is hidden never calls its own callers, and the functions
 * from which a program starts are still called by nobody.  Those that are in a
 * cycle with a function that is not hidden are one function for each cycle.
 */
#ifndef HIDDEN_H
#define HIDDEN_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"

/* true if the function stands for all that is hidden at a level */
bool hidden_is_level(const char *file, const char *function);

/* the name of a level, from 0; to be freed by the caller */
char *hidden_name_level(size_t level);

/* the name of the cycle whose first function is that of the row, likewise */
char *hidden_name_cycle(const struct cg_record *first);

#endif
