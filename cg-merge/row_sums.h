/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles that are merged in memory, one after another.  Memory grows with the
 * number of different rows, not of profiles.
 */
#ifndef ROW_SUMS_H
#define ROW_SUMS_H

#include "profiles.h"

struct table;

/* Makes an empty table.  The first profile must be open, and the profiles must
 * outlive the table.  Each function ends the program on an error. */
struct table *table_new(struct profiles *profiles);

enum table_status {
	TABLE_DONE,    /* all rows of the profile were read */
	TABLE_FULL,    /* the table is as large as allowed; rows may follow */
	TABLE_REFUSED, /* a sum does not fit; only if the profiles can be read
			  again */
};

/* Reads the rows of a profile until the rows of the table take more than that
 * many bytes. */
enum table_status table_read(struct table *table, struct cg_reader *reader,
    const char *path, size_t size);

/* True if the table has no rows. */
bool table_is_empty(const struct table *table);

/* Removes all rows. */
void table_clear(struct table *table);

/* Puts the merged rows.  Returns 0, or -1 if the writer fails. */
int table_put(struct table *table, struct cg_writer *writer);

/* table may be NULL */
void table_free(struct table *table);

#endif
