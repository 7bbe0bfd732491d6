// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Memory that generated code addresses directly.  The tool is loaded low in
 * the address space (its heap is not), so an address in its own static data
 * fits the displacement of one instruction, where a heap address costs ten
 * more bytes of code and a register.
 */
#include "lowmem.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define ARENA_SIZE (16 << 20)
#define ALIGNMENT 64
#define COUNTERS_AT_ONCE 1024

/* Pages of the arena cost nothing until they are touched. */
static struct {
	HChar bytes[ARENA_SIZE] __attribute__((aligned(ALIGNMENT)));
	SizeT used;
} arena;

/* A free counter holds the address of the next one. */
static struct {
	ULong *next;
} free_counters;

void *
lowmem_new(SizeT size)
{
	SizeT rounded = VG_ROUNDUP(size, ALIGNMENT);
	void *start = arena.bytes + arena.used;

	if (rounded > ARENA_SIZE - arena.used)
		return VG_(calloc)("cgcollect.lowmem", size, 1);
	arena.used += rounded;
	return start;
}

static void
add_counters(void)
{
	ULong *counters = lowmem_new(COUNTERS_AT_ONCE * sizeof(ULong));

	for (Int i = COUNTERS_AT_ONCE - 1; i >= 0; i--)
		counter_free(&counters[i]);
}

ULong *
counter_new(void)
{
	if (!free_counters.next)
		add_counters();

	ULong *counter = free_counters.next;

	free_counters.next = (ULong *)(UWord)*counter;
	*counter = 0;
	return counter;
}

void
counter_free(ULong *counter)
{
	*counter = (UWord)free_counters.next;
	free_counters.next = counter;
}
