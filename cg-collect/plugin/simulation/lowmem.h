/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LOWMEM_H
#define CGCOLLECT_LOWMEM_H

#include "pub_tool_basics.h"

/* Of memory that generated code writes to most.  Where it lies decides how often it
 * displaces the program's own data in the processor's cache, whose ways AMD selects
 * by a hash of address bits 12 to 27: a page more or less has made gzip take 1.7
 * times as long, and 4 MiB more made it take 1.2 times as long with --calls.  This
 * alignment keeps the order of objects from moving it by less. */
#define HOT_ALIGNMENT 0x200000

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
