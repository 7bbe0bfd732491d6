/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Marks rows that only one of two profiles has, if cg-diff --keep-sides wrote
 * the events X@old and X@new beside X.
 */
#ifndef DIFF_MARK_H
#define DIFF_MARK_H

#include "cgfmt.h"

/*
 * Returns " (added)" if every X@old is 0 and some X@new is not, " (removed)" if
 * it is the other way round, else "", as for profiles without such events.
 */
const char *diff_mark(const struct cg_header *header, const int64_t *counts);

#endif
