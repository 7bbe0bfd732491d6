/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of rows, in half the memory if they are small. */
#ifndef PACKED_H
#define PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Empty if all but width is 0. */
struct packed {
	size_t width;    /* counts in a row */
	bool may_narrow; /* set before the first row */
	size_t nblocks;
	struct packed_block *blocks;
	size_t opened;  /* 1 + number of the row in `open`; 0: none */
	int64_t *open;  /* copy of its counts, which the caller may change */
	int64_t *shown; /* copy that packed_at returned last */
};

/* Makes room for that many rows: 0, or -1 when out of memory. */
int packed_grow(struct packed *packed, size_t nrows);

/* Sets the counts of a row, new or not, to 0: 0, or -1 when out of memory. */
int packed_clear(struct packed *packed, size_t row);

/*
 * The counts of a row, which the caller may change; NULL when out of memory.
 * They live until the next call of any function but _grow, or until _release if
 * may_narrow is false.
 */
int64_t *packed_open(struct packed *packed, size_t row);

/* The counts of a row, as long as those of _open. */
const int64_t *packed_at(const struct packed *packed, size_t row);

void packed_release(struct packed *packed);

#endif
