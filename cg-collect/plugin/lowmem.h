/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LOWMEM_H
#define CGCOLLECT_LOWMEM_H

#include "pub_tool_basics.h"

/*
 * Pieces of memory of one size, aligned to eight bytes.  They lie below 2 GiB
 * as long as there is room, and on the heap after that.
 */
struct pool {
	SizeT size; /* of a piece, at least a pointer's */
	void *free; /* NULL at first */
};

/* A zeroed piece. */
void *pool_take(struct pool *pool);
void pool_give(struct pool *pool, void *piece);

#endif
