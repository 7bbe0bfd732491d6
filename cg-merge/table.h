/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles that are merged in memory, one after another.  Memory grows with the
 * number of different rows, not of profiles.
 */
#ifndef TABLE_H
#define TABLE_H

#include "profiles.h"

struct table;

/* Makes an empty table.  The first profile was opened, and the profiles must
 * outlive the table.  Each function ends the program on an error. */
struct table *table_new(struct profiles *profiles);

/* Reads the rows of a profile. */
void
table_read(struct table *table, struct cg_reader *reader, const char *path);

/* Puts the merged rows.  Returns 0, or -1 if the writer fails. */
int table_put(struct table *table, struct cg_writer *writer);

/* table may be NULL */
void table_free(struct table *table);

#endif
