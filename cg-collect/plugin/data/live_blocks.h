/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LIVE_BLOCKS_H
#define CGCOLLECT_LIVE_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The blocks of memory that are in use, and whose they are: which block has an
 * address is asked at each miss.  It knows nothing of Valgrind, so that a test can
 * run it next to a plainer model.
 *
 * Small blocks are in a hash table by their start.  One bit for each 16 bytes of a
 * page says if a block starts there, so the last start before an address is found
 * without a search.  Large blocks are few; they are in a sorted array.
 */
#define LIVE_LARGE ((uintptr_t)1 << 16) /* bytes from which a block is large */

/* An owner, which the caller numbers.  0: none. */
typedef uint32_t live_owner;

struct live_block {
	uintptr_t start, size;
	live_owner owner;
};

struct live_page; /* private */
struct live_slot;

/* Ranges of addresses that do not overlap, sorted. */
struct live_ranges {
	struct live_block *list;
	size_t n, room;
};

struct live_blocks {
	/* as realloc; does not fail */
	void *(*resize)(void *memory, size_t size);
	void (*release)(void *memory);
	struct live_slot *slots; /* of small blocks */
	size_t nslots, nsmall;
	struct live_page *pages;
	size_t npages, nused;
	uintptr_t lowest, highest; /* where small blocks have started so far */
	/* a small block was added inside of another one, or of a large one */
	bool has_nested, has_in_large;
	struct live_ranges large;
};

void live_blocks_init(struct live_blocks *blocks,
    void *(*resize)(void *memory, size_t size), void (*release)(void *memory));

/*
 * Adds a block.  One of size 0 has no address.  If it lies in an older block, the
 * rest of that stays; all other older blocks that it overlaps end.
 */
void
live_blocks_add(struct live_blocks *blocks, const struct live_block *block);

/* Removes the block that starts there.  False if there is none. */
bool live_blocks_remove(struct live_blocks *blocks, uintptr_t start);

/* Finds the newest block that has the address.  False if none has. */
bool live_blocks_find(const struct live_blocks *blocks, uintptr_t address,
    struct live_block *found);

/* --- ranges ------------------------------------------------------------- */

/* Gives the range to the owner; 0: takes it from all.  What other ranges have of it
 * ends. */
void live_ranges_set(struct live_blocks *memory, struct live_ranges *ranges,
    const struct live_block *range);

/* Returns the range that has the address, or NULL. */
const struct live_block *
live_ranges_find(const struct live_ranges *ranges, uintptr_t address);

#endif
