/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Columns that only some profiles need, by row number.  A column is made when
 * the first row needs it.
 */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "profile/rows.h"

struct executions {
	int64_t executed;
	int64_t taken;
};

enum column {
	PRESENT,    /* bool for each count; no column: all were written */
	EXECUTIONS, /* struct executions; no column: all rows are costs */
	DETAILS,    /* struct details; no column: all are zeroed */
	NCOLUMNS
};

struct columns {
	size_t capacity;        /* in rows */
	size_t sizes[NCOLUMNS]; /* of an element */
	void *arrays[NCOLUMNS]; /* NULL: not made */
};

/* Prepares columns for rows of that many counts. */
void columns_init(struct columns *columns, size_t ncounts);

/* Makes room for that many rows.  0, or -1 when out of memory. */
int columns_grow(struct columns *columns, size_t capacity);

/* Makes a column unless it is there; in the first nrows rows, all counts were
 * written, or the elements are zeroed.  0, or -1 when out of memory. */
int columns_make(struct columns *columns, enum column column, size_t nrows);

/* Sets row number i to no written counts, no executions and these details. */
void
columns_set(struct columns *columns, size_t i, const struct details *details);

/* Marks more counts of row number i as written; present NULL: all were. */
void
columns_add_present(struct columns *columns, size_t i, const bool *present);

/* The bytes that all columns take. */
size_t columns_memory(const struct columns *columns);

void columns_release(struct columns *columns);

#endif
