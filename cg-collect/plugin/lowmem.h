/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LOWMEM_H
#define CGCOLLECT_LOWMEM_H

#include "pub_tool_basics.h"

/*
 * Allocates pieces of memory of one size, aligned to eight bytes: below 2 GiB
 * as long as there is room, then on the heap.
 */
struct pool {
	SizeT size; /* of a piece; at least the size of a pointer */
	void *free; /* list of free pieces, NULL at first */
};

/*
 * With --calls each piece has a second slot: the same number of bytes, also
 * zeroed, at its address plus SECOND_SLOT.  Call before the first piece.
 */
#define SECOND_SLOT ((UWord)32 << 20)
void lowmem_use_slots(void);

/* Returns the word in the slot, 0 or SECOND_SLOT. */
static inline ULong *
lowmem_in_slot(ULong *word, UWord slot)
{
	return (ULong *)((Addr)word + slot);
}

/* Returns zeroed pages, which cost nothing until they are touched.  Ends the
 * run if there is no memory. */
void *lowmem_new_pages(SizeT size);

/* Returns a zeroed piece. */
void *pool_take(struct pool *pool);
void pool_give(struct pool *pool, void *piece);

#endif
