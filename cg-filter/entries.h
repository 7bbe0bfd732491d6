/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Entries of a profile: an entry is all rows of one function in one file; its
 * size in an event is the absolute value of its sum.
 */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "cgfmt.h"
#include "rank.h"

/*
 * Which rows of the sorted profile are of entries that the ranking keeps, one
 * bool a row, to be freed by the caller.  `total` is what 100 % is.
 */
bool *entries_choose(const struct ranking *ranking,
    const struct cg_profile *profile, const int64_t *total, size_t nevents);

#endif
