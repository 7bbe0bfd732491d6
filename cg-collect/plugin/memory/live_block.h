/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LIVE_BLOCK_H
#define CGCOLLECT_LIVE_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An owner, which the caller numbers.  0: none. */
typedef uint32_t live_owner;

/* A range of addresses, and whose it is. */
struct live_block {
	uintptr_t start, size;
	live_owner owner;
};

/* Where the memory for the lists of blocks is from. */
struct live_memory {
	/* as realloc; does not fail */
	void *(*resize)(void *memory, size_t size);
	void (*release)(void *memory);
};

static inline bool
live_block_has(const struct live_block *block, uintptr_t address)
{
	return address - block->start < block->size;
}

/* Returns the last address of the block, whose size is not 0. */
static inline uintptr_t
live_block_last(const struct live_block *block)
{
	return block->start + (block->size - 1);
}

/* True if the block has all of the other one, and more. */
static inline bool
live_block_surrounds(
    const struct live_block *block, const struct live_block *other)
{
	return other->size < block->size &&
	       other->start - block->start <= block->size - other->size;
}

#endif
