// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Memory whose addresses are part of generated code.  The tool, unlike its
 * heap, is loaded low in the address space, so an address in its static data
 * fits the displacement or the short constant of one instruction.  A heap
 * address costs ten more bytes of code and a register.
 */
#include "lowmem.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define ARENA_SIZE (64 << 20)
#define ALIGNMENT 8

/* Pages of the arena cost nothing until they are touched. */
static struct {
	HChar bytes[ARENA_SIZE] __attribute__((aligned(64)));
	SizeT used;
} arena;

/* Returns zeroed memory. */
static void *
lowmem_new(SizeT size)
{
	SizeT rounded = VG_ROUNDUP(size, ALIGNMENT);
	void *start = arena.bytes + arena.used;

	if (rounded > ARENA_SIZE - arena.used)
		return VG_(calloc)("cgcollect.lowmem", size, 1);
	arena.used += rounded;
	return start;
}

/* A free piece holds the address of the next one. */
void *
pool_take(struct pool *pool)
{
	void **piece = pool->free;

	if (!piece)
		return lowmem_new(pool->size);
	pool->free = *piece;
	VG_(memset)(piece, 0, pool->size);
	return piece;
}

void
pool_give(struct pool *pool, void *piece)
{
	*(void **)piece = pool->free;
	pool->free = piece;
}
