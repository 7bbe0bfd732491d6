/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Entries of a profile: an entry is all rows of one function; its size in an
 * event is the absolute value of what it costs by itself.
 */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "cgfmt.h"
#include "libquery/rank.h"

struct entries;

struct entries *entries_new(size_t nevents);

/*
 * Makes sure that there is an entry for the record's function, and adds the
 * record's counts to it if they are costs.  Records come in canonical order;
 * their names must outlive the entries.
 */
void entries_add(struct entries *entries, const struct cg_record *record);

/* decides which entries the ranking keeps; `total` is what 100 % is */
void entries_rank(struct entries *entries, const struct ranking *ranking,
    const int64_t *total);

/* true if the record is of an entry that is kept */
bool
entries_keep(const struct entries *entries, const struct cg_record *record);

void entries_free(struct entries *entries);

#endif
