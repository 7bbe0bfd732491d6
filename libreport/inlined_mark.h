/* SPDX-License-Identifier: BSD-2-Clause */
/* Marks inlined functions, and calls of them, in reports. */
#ifndef INLINED_MARK_H
#define INLINED_MARK_H

#include "cgfmt.h"
#include "numfmt.h"

/* Returns what follows the name of a callee; of_caller: the name of a caller, into
 * which the function was inlined.  "" if the call is not one to inlined code. */
const char *inlined_mark(enum cg_inlined inlined, bool of_caller);

/* Writes how often a function was called; an estimate begins with "~". */
void
format_ncalls(char to[FORMAT_SIZE], int64_t ncalls, enum cg_inlined inlined);

/* Writes " (inlined at 3 places)", or "" if there are none; is_short: " (inlined at 3)". */
void format_places(char to[FORMAT_SIZE], size_t nplaces, bool is_short);

#endif
