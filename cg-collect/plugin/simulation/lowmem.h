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

/* Returns zeroed pages, which cost nothing until they are touched.  Ends the
 * run if there is no memory. */
void *lowmem_new_pages(SizeT size);

/* Returns a zeroed piece. */
void *pool_take(struct pool *pool);
void pool_give(struct pool *pool, void *piece);

#endif
