/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PIECES_H
#define CGCOLLECT_PIECES_H

#include "pub_tool_basics.h"

/* Memory for things of one size, which is used again but never returned.  All zero
 * at first, but for the size, at least the size of a pointer. */
struct pieces {
	SizeT size; /* in bytes */
	SizeT used; /* bytes of pieces that were taken and not given back */
	void *free; /* a list */
};

/* Returns a piece, with unknown contents.  Ends the run if there is no memory. */
void *piece_take(struct pieces *pieces);

void piece_give(struct pieces *pieces, void *piece);

/* Returns the sum of the bytes used of pieces of n sizes. */
SizeT pieces_used(const struct pieces *sizes, UInt n);

#endif
