/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LIVE_BLOCKS_H
#define CGCOLLECT_LIVE_BLOCKS_H

#include "large_blocks.h"
#include "small_blocks.h"

/*
 * The blocks of memory that are in use, and whose they are: which block has an
 * address is asked at each miss.  It knows nothing of Valgrind, so that a test can
 * run it next to a plainer model.
 */
struct live_blocks {
	struct live_memory memory;
	struct small_blocks small;
	struct large_blocks large;
	bool has_in_large; /* a small block was added inside of a large one */
};

void
live_blocks_init(struct live_blocks *blocks, const struct live_memory *memory);

/*
 * Adds a block.  One of size 0 has no address.  All older blocks that it overlaps end,
 * with what lies in them; nests: but not those that surround it.
 */
void live_blocks_add(
    struct live_blocks *blocks, const struct live_block *block, bool nests);

/* Removes the block that starts there, and those in it; innermost: the smallest one, if
 * there are several, not the largest one.  Says what it was; false if there is none. */
bool live_blocks_remove(struct live_blocks *blocks, uintptr_t start,
    bool innermost, struct live_block *old);

/* Finds the innermost block that has the address.  False if none has. */
bool live_blocks_find(const struct live_blocks *blocks, uintptr_t address,
    struct live_block *found);

#endif
