/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the rows of a profile hold: counts, which of them were written, and how
 * often calls and jumps were made.
 */
#ifndef ROW_COUNTS_H
#define ROW_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIMES, FOLLOWED, NTIMES };

struct times {
	int64_t of[NTIMES];
};

/* Zeroed but for nevents, it is empty. */
struct row_counts {
	size_t nevents;
	size_t capacity;     /* in rows */
	int64_t *counts;     /* nevents a row */
	bool *given;         /* nevents a row; NULL: all counts were written */
	struct times *times; /* one a row; NULL: there are costs only */
};

/* Makes room for that many rows: 0, or -1 when out of memory. */
int row_counts_grow(struct row_counts *counts, size_t capacity);

/* From now on, remembers which counts were written, or the times: those of the
 * first nrows all were, or are 0.  0, or -1 when out of memory. */
int row_counts_track_given(struct row_counts *counts, size_t nrows);
int row_counts_track_times(struct row_counts *counts, size_t nrows);

/* Sets all counts and times of a row to 0. */
void row_counts_clear(struct row_counts *counts, size_t row);

int64_t *row_counts_of(const struct row_counts *counts, size_t row);

/* which counts of a row were written; NULL: all were */
const bool *row_counts_given(const struct row_counts *counts, size_t row);

/* zero where they are not remembered */
struct times row_counts_times(const struct row_counts *counts, size_t row);

/* Adds to which counts were written; NULL: all were. */
void
row_counts_add_given(struct row_counts *counts, size_t row, const bool *given);

/* False where a sum does not fit. */
bool
row_counts_add_times(struct row_counts *counts, size_t row, struct times times);

void row_counts_release(struct row_counts *counts);

#endif
