/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles that are merged in memory, one after another.  Memory grows with the
 * number of different rows, not of profiles.
 */
#ifndef ROW_SUMS_H
#define ROW_SUMS_H

#include "profiles.h"

struct row_sums;

/* Makes empty sums.  The first profile must be open, and the profiles must
 * outlive the sums.  Each function ends the program on an error. */
struct row_sums *row_sums_new(struct profiles *profiles);

/*
 * Reads the rows of a profile until the sums take more than that many bytes:
 * MERGE_FULL.  Returns MERGE_START_OVER if a sum does not fit and the profiles
 * can be read again.
 */
enum merge_status row_sums_read(struct row_sums *sums, struct cg_reader *reader,
    const char *path, size_t size);

/* True if there are no rows. */
bool row_sums_is_empty(const struct row_sums *sums);

/* Removes all rows. */
void row_sums_clear(struct row_sums *sums);

/* Puts the merged rows.  Returns 0, or -1 if the writer fails. */
int row_sums_put(struct row_sums *sums, struct cg_writer *writer);

/* sums may be NULL */
void row_sums_free(struct row_sums *sums);

#endif
