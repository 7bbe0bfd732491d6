/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What became of a row between two profiles, where cg-diff --keep-sides wrote
 * the events X@old and X@new beside X.
 */
#ifndef DIFF_MARK_H
#define DIFF_MARK_H

#include "cgfmt.h"

/*
 * " (added)" where every X@old is 0 and some X@new is not, " (removed)" the
 * other way round, else "", which is also for profiles without such events.
 */
const char *diff_mark(const struct cg_header *header, const int64_t *counts);

#endif
