/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LOWMEM_H
#define CGCOLLECT_LOWMEM_H

#include "pub_tool_basics.h"

/* Of memory that generated code writes to most.  A load of the program waits for a
 * store if both have the same offset in 4 KiB, so the order in which objects are
 * linked must not move these: that has made gzip take 1.27 times as long. */
#define HOT_ALIGNMENT 4096

/*
 * Allocates pieces of memory of one size, aligned to eight bytes: below 2 GiB
 * as long as there is room, then on the heap.
 */
struct pool {
	SizeT size; /* of a piece; at least the size of a pointer */
	void *free; /* list of free pieces, NULL at first */
};

/* Returns zeroed pages, which cost nothing until they are touched.  Ends the
 * run if there is no memory. */
void *lowmem_new_pages(SizeT size);

/* Returns a zeroed piece. */
void *pool_take(struct pool *pool);
void pool_give(struct pool *pool, void *piece);

#endif
