/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SMALL_BLOCKS_H
#define CGCOLLECT_SMALL_BLOCKS_H

#include "live_block.h"

#define SMALL_END ((uintptr_t)1 << 16) /* the first size that is not small */

/* A block.  One that lies in others knows how far it is above the start of the smallest of
 * them. */
struct small_block {
	uintptr_t start;
	uint16_t size;
	uint16_t above;   /* SMALL_END - 1: it lies in no other one */
	live_owner owner; /* 0: the slot is free */
};

struct small_page; /* private */

/*
 * Small blocks, in a hash table by their starts.  One bit for each 16 bytes of a page
 * says if a block starts there, and the page knows the block before that reaches into it.
 * So the last start before an address is found without a search.  Two blocks are apart,
 * or one has the other: so the block that starts last has the address, or one that
 * surrounds it does, or none.
 */
struct small_blocks {
	struct small_block *slots;
	size_t nslots, n;
	struct small_page *pages;
	size_t npages, nused;
	uintptr_t lowest, highest; /* where blocks have started so far */
	bool has_nested;           /* a block was added inside of another one */
	bool is_crowded;           /* two starts have had one bit */
};

void small_blocks_init(struct small_blocks *blocks);

/* Adds a block.  Ends those that it overlaps, with what lies in them; nests: but not
 * those that surround it. */
void small_blocks_add(const struct live_memory *memory,
    struct small_blocks *blocks, const struct live_block *block, bool nests);

/* Removes the block, and those in it. */
void small_blocks_remove(
    struct small_blocks *blocks, const struct small_block *block);

/* Removes all blocks that overlap the range, with what lies in them. */
void
small_blocks_clear(struct small_blocks *blocks, const struct live_block *range);

/* Returns the innermost block that has the address, or NULL. */
const struct small_block *
small_blocks_find(const struct small_blocks *blocks, uintptr_t address);

/* Returns the block that starts there; innermost: the smallest one, if there are
 * several, not the largest one.  NULL: there is none. */
const struct small_block *small_blocks_at(
    const struct small_blocks *blocks, uintptr_t start, bool innermost);

#endif
