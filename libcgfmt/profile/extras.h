/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers that only some profiles have for each row, beside its counts: which
 * counts were written, and how often calls and jumps were executed.
 */
#ifndef EXTRAS_H
#define EXTRAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIMES, FOLLOWED, NTIMES };

struct times {
	int64_t of[NTIMES];
};

/* Empty if all but width is 0. */
struct extras {
	size_t width;        /* counts in a row */
	size_t capacity;     /* in rows */
	bool *present;       /* for each count; NULL: all were written */
	struct times *times; /* for each row; NULL: there are only costs */
};

/* Makes room for that many rows: 0, or -1 when out of memory. */
int extras_grow(struct extras *extras, size_t capacity);

/* Begins to store which counts were written, or the times; in the first nrows
 * rows all were written, or the times are 0.  0, or -1 when out of memory. */
int extras_track_given(struct extras *extras, size_t nrows);
int extras_track_times(struct extras *extras, size_t nrows);

/* Sets a row to no written counts and times of 0. */
void extras_clear(struct extras *extras, size_t row);

/* Which counts of a row were written; NULL: all were. */
const bool *extras_given(const struct extras *extras, size_t row);

/* The times of a row; 0 if they are not stored. */
struct times extras_times(const struct extras *extras, size_t row);

/* Marks more counts of a row as written; present NULL: all were. */
void extras_add_given(struct extras *extras, size_t row, const bool *present);

/* Adds times to those of a row; returns false if a sum does not fit. */
bool extras_add_times(struct extras *extras, size_t row, struct times times);

void extras_release(struct extras *extras);

#endif
