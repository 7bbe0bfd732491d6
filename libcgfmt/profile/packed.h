/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of rows, which may take half their memory where they are small. */
#ifndef PACKED_H
#define PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed but for width, it is empty. */
struct packed {
	size_t width;    /* counts in a row */
	bool may_narrow; /* said before the first row */
	size_t nblocks;
	struct packed_block *blocks;
	size_t opened;  /* 1 + number of the row in `open`; 0: none is */
	int64_t *open;  /* what it is about to hold */
	int64_t *shown; /* what packed_at showed last */
};

/* Makes room for that many rows: 0, or -1 when out of memory. */
int packed_grow(struct packed *packed, size_t nrows);

/* Sets the counts of a row, new or not, to 0: 0, or -1 when out of memory. */
int packed_clear(struct packed *packed, size_t row);

/*
 * The counts of a row, to be changed; NULL when out of memory.  They live until
 * the next call of any but _grow; where they may not be narrow, until _release.
 */
int64_t *packed_open(struct packed *packed, size_t row);

/* The counts of a row, as long as those of _open. */
const int64_t *packed_at(const struct packed *packed, size_t row);

void packed_release(struct packed *packed);

#endif
