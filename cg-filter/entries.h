/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Entries of a profile: an entry is all rows of one function; its size in an
 * event is the absolute value of what it costs by itself.
 */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "cgfmt.h"
#include "rank.h"

struct entries;

/*
 * The entries of the sorted profile, which must outlive them, and which of them
 * the ranking keeps.  `total` is what 100 % is.
 */
struct entries *entries_choose(const struct ranking *ranking,
    const struct cg_profile *profile, const int64_t *total, size_t nevents);

/* whether the profile's record is of an entry that is kept */
bool
entries_keep(const struct entries *entries, const struct cg_record *record);

/* the same for the function that a row calls; one without rows costs nothing */
bool entries_keep_target(
    const struct entries *entries, const struct cg_target *target);

void entries_free(struct entries *entries);

#endif
