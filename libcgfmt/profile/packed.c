/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Most counts of most profiles fit in 32 bits, and the large ones are in a few
 * functions.  So rows are stored in small blocks, and each is narrow until the
 * first count that does not fit.  A row of a narrow block is changed in a copy,
 * which is written back when the next row is opened.
 */
#include <stdlib.h>
#include <string.h>

#include "profile/packed.h"

enum { BLOCK_ROWS = 64 };

/* at most one of them is allocated */
struct packed_block {
	int32_t *narrow;
	int64_t *wide;
};

static struct packed_block *
block_of(const struct packed *p, size_t row)
{
	return &p->blocks[row / BLOCK_ROWS];
}

/* offset of the row's counts in its block */
static size_t
offset(const struct packed *p, size_t row)
{
	return row % BLOCK_ROWS * p->width;
}

static int
make_copies(struct packed *p)
{
	p->open = calloc(p->width, sizeof(*p->open));
	p->shown = calloc(p->width, sizeof(*p->shown));
	return p->open != NULL && p->shown != NULL ? 0 : -1;
}

int
packed_grow(struct packed *p, size_t nrows)
{
	size_t nblocks = (nrows + BLOCK_ROWS - 1) / BLOCK_ROWS;
	struct packed_block *blocks;

	if (p->blocks == NULL && p->may_narrow && make_copies(p) < 0)
		return -1;
	blocks = realloc(p->blocks, nblocks * sizeof(*blocks));
	if (blocks == NULL)
		return -1;
	memset(
	    blocks + p->nblocks, 0, (nblocks - p->nblocks) * sizeof(*blocks));
	p->blocks = blocks;
	p->nblocks = nblocks;
	return 0;
}

/* --- blocks --------------------------------------------------------------- */

/* allocates the array of a block; NULL when out of memory */
static void *
new_array(const struct packed *p, size_t count)
{
	size_t size;

	if (__builtin_mul_overflow(p->width, BLOCK_ROWS * count, &size))
		return NULL;
	return malloc(size);
}

static int
fill_block(const struct packed *p, struct packed_block *block)
{
	if (p->may_narrow)
		block->narrow = new_array(p, sizeof(*block->narrow));
	else
		block->wide = new_array(p, sizeof(*block->wide));
	return block->narrow != NULL || block->wide != NULL ? 0 : -1;
}

/* also copies the garbage in rows after the last one */
static int
widen(const struct packed *p, struct packed_block *block)
{
	block->wide = new_array(p, sizeof(*block->wide));
	if (block->wide == NULL)
		return -1;
	for (size_t i = 0; i < p->width * BLOCK_ROWS; i++)
		block->wide[i] = block->narrow[i];
	free(block->narrow);
	block->narrow = NULL;
	return 0;
}

/* --- rows ----------------------------------------------------------------- */

static void
copy_out(int64_t *to, const int32_t *narrow, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = narrow[i];
}

/* returns false if a count did not fit */
static bool
copy_in(int32_t *narrow, const int64_t *from, size_t n)
{
	int64_t lost = 0;

	for (size_t i = 0; i < n; i++) {
		narrow[i] = (int32_t)from[i];
		lost |= narrow[i] ^ from[i];
	}
	return lost == 0;
}

/* writes the copy of the open row back */
static int
close_row(struct packed *p)
{
	size_t row = p->opened - 1;
	struct packed_block *block;

	if (p->opened == 0)
		return 0;
	block = block_of(p, row);
	if (!copy_in(block->narrow + offset(p, row), p->open, p->width)) {
		if (widen(p, block) < 0)
			return -1;
		memcpy(block->wide + offset(p, row), p->open,
		    p->width * sizeof(*p->open));
	}
	p->opened = 0;
	return 0;
}

int
packed_clear(struct packed *p, size_t row)
{
	struct packed_block *block = block_of(p, row);
	size_t at = offset(p, row);

	if (close_row(p) < 0)
		return -1;
	if (block->narrow == NULL && block->wide == NULL &&
	    fill_block(p, block) < 0)
		return -1;
	if (block->narrow != NULL)
		memset(
		    block->narrow + at, 0, p->width * sizeof(*block->narrow));
	else
		memset(block->wide + at, 0, p->width * sizeof(*block->wide));
	return 0;
}

int64_t *
packed_open(struct packed *p, size_t row)
{
	const struct packed_block *block = block_of(p, row);

	if (p->opened == row + 1)
		return p->open;
	if (close_row(p) < 0) /* which may widen this block */
		return NULL;
	if (block->narrow == NULL)
		return block->wide + offset(p, row);
	copy_out(p->open, block->narrow + offset(p, row), p->width);
	p->opened = row + 1;
	return p->open;
}

const int64_t *
packed_at(const struct packed *p, size_t row)
{
	const struct packed_block *block = block_of(p, row);

	if (block->narrow == NULL)
		return block->wide + offset(p, row);
	if (p->opened == row + 1)
		return p->open;
	copy_out(p->shown, block->narrow + offset(p, row), p->width);
	return p->shown;
}

void
packed_release(struct packed *p)
{
	for (size_t i = 0; i < p->nblocks; i++) {
		free(p->blocks[i].narrow);
		free(p->blocks[i].wide);
	}
	free(p->blocks);
	free(p->open);
	free(p->shown);
}
