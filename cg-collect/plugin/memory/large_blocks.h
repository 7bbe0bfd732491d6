/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LARGE_BLOCKS_H
#define CGCOLLECT_LARGE_BLOCKS_H

#include "live_block.h"

struct large_block; /* private */

/* Large blocks, which are few: in the order of their starts, and one before those in
 * it.  Two of them are apart, or one has the other.  All zero at first. */
struct large_blocks {
	struct large_block *list;
	size_t n, room;
};

/* Adds a block that overlaps no other one, or lies in one. */
void large_blocks_add(const struct live_memory *memory,
    struct large_blocks *blocks, const struct live_block *block);

/* Removes the block, and those in it. */
void
large_blocks_remove(struct large_blocks *blocks, const struct live_block *old);

/* Finds the innermost block that has the address.  False if none has. */
bool large_blocks_find(const struct large_blocks *blocks, uintptr_t address,
    struct live_block *found);

/* Finds the block that starts there; innermost: the smallest one, if there are
 * several, not the largest one.  False if there is none. */
bool large_blocks_at(const struct large_blocks *blocks, uintptr_t start,
    bool innermost, struct live_block *found);

/* Finds a block that overlaps the new one; nests: one that surrounds it does not count.
 * False if there is none. */
bool large_blocks_overlap(const struct large_blocks *blocks,
    const struct live_block *new, bool nests, struct live_block *found);

#endif
