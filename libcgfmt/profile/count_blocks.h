/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of rows by row number, in half the memory if they are small. */
#ifndef COUNT_BLOCKS_H
#define COUNT_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* empty if all but width is 0 */
struct count_blocks {
	size_t width;    /* counts in a row */
	bool may_narrow; /* set before the first row */
	size_t nblocks;
	struct count_block *blocks;
	size_t nbytes;  /* of all memory */
	size_t opened;  /* 1 + number of the row in `open`; 0: none is */
	int64_t *open;  /* copy of its counts, which the caller may change */
	int64_t *shown; /* copy that count_blocks_at returned last */
};

/* Makes room for that many rows: 0, or -1 when out of memory. */
int count_blocks_grow(struct count_blocks *blocks, size_t nrows);

/* Sets the counts of a row, new or not; NULL: they are all 0.  0, or -1 when
 * out of memory. */
int count_blocks_set(
    struct count_blocks *blocks, size_t row, const int64_t *counts);

/*
 * Adds to the counts of a row.  Returns how many counts there are, or the index
 * of the first sum that does not fit in 64 bits; then nothing is added.  -1
 * when out of memory.
 */
ptrdiff_t count_blocks_add(
    struct count_blocks *blocks, size_t row, const int64_t *counts);

/*
 * The counts of a row, which the caller may change; NULL when out of memory.
 * They live until the next call of any function but _grow, or until _release if
 * may_narrow is false.
 */
int64_t *count_blocks_open(struct count_blocks *blocks, size_t row);

/* The counts of a row, which live as long as the counts of _open. */
const int64_t *count_blocks_at(const struct count_blocks *blocks, size_t row);

void count_blocks_release(struct count_blocks *blocks);

#endif
