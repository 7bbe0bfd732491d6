/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Most counts of most profiles fit in 32 bits, and the large ones are in a few
 * functions.  So rows are stored in small blocks, and each is narrow until the
 * first count that does not fit.  A caller changes a row of a narrow block in a
 * copy, which is written back when the next row is opened.
 */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "profile/count_blocks.h"

enum { BLOCK_ROWS = 64 };

/* at most one of them is allocated */
struct count_block {
	int32_t *narrow;
	int64_t *wide;
};

static struct count_block *
block_of(const struct count_blocks *b, size_t row)
{
	return &b->blocks[row / BLOCK_ROWS];
}

/* offset of the row's counts in its block */
static size_t
offset(const struct count_blocks *b, size_t row)
{
	return row % BLOCK_ROWS * b->width;
}

/* --- blocks --------------------------------------------------------------- */

int
count_blocks_grow(struct count_blocks *b, size_t nrows)
{
	size_t nblocks = (nrows + BLOCK_ROWS - 1) / BLOCK_ROWS;
	struct count_block *blocks;

	if (b->open == NULL && b->may_narrow) {
		b->open = calloc(2 * b->width, sizeof(*b->open));
		if (b->open == NULL)
			return -1;
		b->shown = b->open + b->width;
	}
	blocks = realloc(b->blocks, nblocks * sizeof(*blocks));
	if (blocks == NULL)
		return -1;
	memset(
	    blocks + b->nblocks, 0, (nblocks - b->nblocks) * sizeof(*blocks));
	b->nbytes += (nblocks - b->nblocks) * sizeof(*blocks);
	b->blocks = blocks;
	b->nblocks = nblocks;
	return 0;
}

/* allocates the array of a block; NULL when out of memory */
static void *
new_array(struct count_blocks *b, size_t count)
{
	size_t size;
	void *array;

	if (__builtin_mul_overflow(b->width, BLOCK_ROWS * count, &size))
		return NULL;
	array = malloc(size);
	if (array != NULL)
		b->nbytes += size;
	return array;
}

static void
widen_row(int64_t *restrict to, const int32_t *restrict from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = from[i];
}

/* also widens the garbage in rows after the last one */
static int
widen(struct count_blocks *b, struct count_block *block)
{
	block->wide = new_array(b, sizeof(*block->wide));
	if (block->wide == NULL)
		return -1;
	widen_row(block->wide, block->narrow, b->width * BLOCK_ROWS);
	free(block->narrow);
	b->nbytes -= b->width * BLOCK_ROWS * sizeof(*block->narrow);
	block->narrow = NULL;
	return 0;
}

/* --- narrow rows ---------------------------------------------------------- */

/* counts that a loop handles at a time, so that compilers use vectors */
enum { LANES = 4 };

/*
 * Sets n counts, or adds to them; n is at most LANES.  Returns nonzero if a
 * result does not fit in 32 bits.  This also catches sums that wrap around in
 * 64 bits.
 */
static inline uint64_t
store_lanes(
    int32_t *restrict to, const int64_t *restrict counts, size_t n, bool adds)
{
	uint64_t lost = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t sum = (uint64_t)counts[i];

		if (adds)
			sum += (uint64_t)to[i];
		to[i] = (int32_t)sum;
		lost |= sum + 0x80000000u;
	}
	return lost >> 32;
}

/* the same for any n; returns false if a count does not fit */
static inline bool
store(int32_t *restrict to, const int64_t *restrict counts, size_t n, bool adds)
{
	uint64_t lost = 0;
	size_t i = 0;

	for (; n - i >= LANES; i += LANES)
		lost |= store_lanes(to + i, counts + i, LANES, adds);
	lost |= store_lanes(to + i, counts + i, n - i, adds);
	return lost == 0;
}

/* returns false and adds nothing if a sum does not fit */
static bool
add_narrow(int32_t *to, const int64_t *counts, size_t n)
{
	if (store(to, counts, n, true))
		return true;
	for (size_t i = 0; i < n; i++)
		to[i] = (int32_t)((uint32_t)to[i] - (uint32_t)counts[i]);
	return false;
}

/* returns false if a count does not fit */
static bool
set_narrow(int32_t *to, const int64_t *counts, size_t n)
{
	if (counts != NULL)
		return store(to, counts, n, false);
	memset(to, 0, n * sizeof(*to));
	return true;
}

/* --- rows ----------------------------------------------------------------- */

static int
make_block(struct count_blocks *b, struct count_block *block)
{
	if (b->may_narrow)
		block->narrow = new_array(b, sizeof(*block->narrow));
	else
		block->wide = new_array(b, sizeof(*block->wide));
	return block->narrow != NULL || block->wide != NULL ? 0 : -1;
}

static int
set_row(struct count_blocks *b, size_t row, const int64_t *counts)
{
	struct count_block *block = block_of(b, row);
	size_t at = offset(b, row), size = b->width * sizeof(*counts);

	if (block->narrow == NULL && block->wide == NULL &&
	    make_block(b, block) < 0)
		return -1;
	if (block->narrow != NULL) {
		if (set_narrow(block->narrow + at, counts, b->width))
			return 0;
		if (widen(b, block) < 0)
			return -1;
	}
	if (counts != NULL)
		memcpy(block->wide + at, counts, size);
	else
		memset(block->wide + at, 0, size);
	return 0;
}

/* writes the copy of the open row back */
static int
close_row(struct count_blocks *b)
{
	if (b->opened > 0 && set_row(b, b->opened - 1, b->open) < 0)
		return -1;
	b->opened = 0;
	return 0;
}

int
count_blocks_set(struct count_blocks *b, size_t row, const int64_t *counts)
{
	return close_row(b) < 0 ? -1 : set_row(b, row, counts);
}

ptrdiff_t
count_blocks_add(struct count_blocks *b, size_t row, const int64_t *counts)
{
	struct count_block *block = block_of(b, row);
	size_t at = offset(b, row), fitting;
	int64_t *to;

	if (close_row(b) < 0)
		return -1;
	if (block->narrow != NULL) {
		if (add_narrow(block->narrow + at, counts, b->width))
			return (ptrdiff_t)b->width;
		if (widen(b, block) < 0)
			return -1;
	}
	to = block->wide + at;
	fitting = cg_counts_add(to, counts, b->width);
	for (size_t i = 0; fitting < b->width && i < fitting; i++)
		to[i] -= counts[i];
	return (ptrdiff_t)fitting;
}

int64_t *
count_blocks_open(struct count_blocks *b, size_t row)
{
	const struct count_block *block = block_of(b, row);

	if (b->opened == row + 1)
		return b->open;
	if (close_row(b) < 0) /* which may widen this block */
		return NULL;
	if (block->narrow == NULL)
		return block->wide + offset(b, row);
	widen_row(b->open, block->narrow + offset(b, row), b->width);
	b->opened = row + 1;
	return b->open;
}

const int64_t *
count_blocks_at(const struct count_blocks *b, size_t row)
{
	const struct count_block *block = block_of(b, row);

	if (block->narrow == NULL)
		return block->wide + offset(b, row);
	if (b->opened == row + 1)
		return b->open;
	widen_row(b->shown, block->narrow + offset(b, row), b->width);
	return b->shown;
}

void
count_blocks_release(struct count_blocks *b)
{
	for (size_t i = 0; i < b->nblocks; i++) {
		free(b->blocks[i].narrow);
		free(b->blocks[i].wide);
	}
	free(b->blocks);
	free(b->open);
}
