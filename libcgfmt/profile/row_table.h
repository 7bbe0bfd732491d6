/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the number of a row. */
#ifndef ROW_TABLE_H
#define ROW_TABLE_H

#include "profile/rows.h"

/* {0} is empty */
struct row_table {
	const struct hash_keys *keys;
	uint32_t *slots; /* 1 + row number, open addressing; 0: free */
	size_t size;
	size_t nrows; /* in the table: the first ones */
};

/* Adds those of the first nrows rows that are not in the table yet.  0, or -1
 * when out of memory. */
int row_table_complete(
    struct row_table *table, const struct rows *rows, size_t nrows);

/*
 * The row's slot in a complete table, or the free slot for it.  Lives until the
 * next call of _complete.
 */
uint32_t *row_table_slot(
    struct row_table *table, const struct rows *rows, const struct row *row);

/* Forgets the rows. */
void row_table_clear(struct row_table *table);

void row_table_release(struct row_table *table);

#endif
