/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the rows of some profiles have beside their counts, by row number, each
 * in a column that is made when the first row has it.
 */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "profile/rows.h"

struct executions {
	int64_t executed;
	int64_t taken;
};

enum column {
	PRESENT,    /* bool for each count; none: all counts were written */
	EXECUTIONS, /* struct executions; none: all rows are costs */
	DETAILS,    /* struct details; none: all are zeroed */
	NCOLUMNS
};

struct columns {
	size_t capacity;        /* in rows */
	size_t sizes[NCOLUMNS]; /* of an element */
	void *arrays[NCOLUMNS]; /* NULL: not made */
};

/* Makes columns for rows of that many counts; none is made yet. */
void columns_init(struct columns *columns, size_t ncounts);

/* Makes room for that many rows: 0, or -1 when out of memory. */
int columns_grow(struct columns *columns, size_t capacity);

/* Makes a column, unless it is there, as if it had been there from the first
 * of nrows rows: 0, or -1 when out of memory. */
int columns_make(struct columns *columns, enum column column, size_t nrows);

/* Sets what is known of row number i before anything is added to it. */
void
columns_set(struct columns *columns, size_t i, const struct details *details);

/* Adds to which counts of row number i were written; NULL: all were. */
void
columns_add_present(struct columns *columns, size_t i, const bool *present);

void columns_release(struct columns *columns);

#endif
