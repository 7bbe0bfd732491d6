/* SPDX-License-Identifier: BSD-2-Clause */
/* Marks of functions and calls in reports: added or removed, and inlined. */
#ifndef MARKS_H
#define MARKS_H

#include "cgfmt.h"
#include "numfmt.h"

/*
 * Marks rows that only one of two profiles has, if cg-diff --keep-sides wrote
 * the events X@old and X@new beside X.  Returns " (added)" if every X@old is 0
 * and some X@new is not, " (removed)" if it is the other way round, else "".  An
 * event of which the header has only one side says nothing.
 */
const char *diff_mark(const struct cg_header *header, const int64_t *counts);

/* Returns what follows the name of a callee; of_caller: the name of a caller, into
 * which the function was inlined.  "" if the call is not one to inlined code. */
const char *inlined_mark(enum cg_inlined inlined, bool of_caller);

/* Writes how often a function was called; an estimate begins with "~". */
void
format_ncalls(char to[FORMAT_SIZE], int64_t ncalls, enum cg_inlined inlined);

/* Writes " (inlined at 3 places)", or "" if there are none; is_short: " (inlined at 3)". */
void format_places(char to[FORMAT_SIZE], size_t nplaces, bool is_short);

#endif
