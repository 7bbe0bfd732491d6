/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the rows of some profiles have beside their counts: which of these were
 * written, and how often calls and jumps were made.
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

/* Zeroed but for width, it is empty. */
struct extras {
	size_t width;        /* counts in a row */
	size_t capacity;     /* in rows */
	bool *present;       /* one a count; NULL: all were written */
	struct times *times; /* one a row; NULL: there are costs only */
};

/* Makes room for that many rows: 0, or -1 when out of memory. */
int extras_grow(struct extras *extras, size_t capacity);

/* From now on, remembers which counts were written, or the times: those of the
 * first nrows all were, or are 0.  0, or -1 when out of memory. */
int extras_track_given(struct extras *extras, size_t nrows);
int extras_track_times(struct extras *extras, size_t nrows);

/* Makes a row one without any. */
void extras_clear(struct extras *extras, size_t row);

/* which counts of a row were written; NULL: all were */
const bool *extras_given(const struct extras *extras, size_t row);

/* zero where they are not remembered */
struct times extras_times(const struct extras *extras, size_t row);

/* Adds to which counts were written; NULL: all were. */
void extras_add_given(struct extras *extras, size_t row, const bool *present);

/* False where a sum does not fit. */
bool extras_add_times(struct extras *extras, size_t row, struct times times);

void extras_release(struct extras *extras);

#endif
