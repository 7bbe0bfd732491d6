// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Pieces of memory of one size.  The heap would take 32 bytes more for each.
 */
#include "pieces.h"

#include "pub_tool_mallocfree.h"

void *
piece_take(struct pieces *pieces)
{
	void **piece = pieces->free;

	pieces->used += pieces->size;
	if (!piece)
		return VG_(perm_malloc)(pieces->size, sizeof(ULong));
	pieces->free = *piece;
	return piece;
}

void
piece_give(struct pieces *pieces, void *piece)
{
	*(void **)piece = pieces->free;
	pieces->free = piece;
	pieces->used -= pieces->size;
}

SizeT
pieces_used(const struct pieces *sizes, UInt n)
{
	SizeT used = 0;

	for (UInt i = 0; i < n; i++)
		used += sizes[i].used;
	return used;
}
