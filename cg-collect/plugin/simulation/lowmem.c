// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Memory for addresses that are part of generated code.  The tool, unlike its
 * heap, is loaded low in the address space, so an address in its static data
 * fits the displacement or the short constant of one instruction.  A heap
 * address costs ten more bytes of code and a register.
 */
#include "lowmem.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#define ARENA_SIZE (64 << 20)
#define ALIGNMENT 8

/* Pages of the arena cost nothing until they are touched. */
static HChar low_bytes[ARENA_SIZE] __attribute__((aligned(HOT_ALIGNMENT)));

static SizeT used;

/* The core returns new pages as an address or, since 3.21, as a SysRes. */
static __attribute__((unused)) void *
pages_at(void *address)
{
	return address;
}

static __attribute__((unused)) void *
pages_of(SysRes result)
{
	return sr_isError(result) ? NULL : (void *)sr_Res(result);
}

/* clang-format off */
#define AS_PAGES(answer) \
	_Generic((answer), SysRes: pages_of, default: pages_at)(answer)
/* clang-format on */

void *
lowmem_new_pages(SizeT size)
{
	void *pages = AS_PAGES(VG_(am_shadow_alloc)(VG_PGROUNDUP(size)));

	if (!pages) {
		VG_(fmsg)("cgcollect: out of memory\n");
		VG_(exit)(1);
	}
	return pages;
}

/* Returns zeroed memory, from the heap after the low memory. */
static void *
lowmem_new(SizeT size)
{
	SizeT rounded = VG_ROUNDUP(size, ALIGNMENT);

	if (rounded > ARENA_SIZE - used)
		return VG_(calloc)("cgcollect.lowmem", size, 1);
	used += rounded;
	return low_bytes + used - rounded;
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
