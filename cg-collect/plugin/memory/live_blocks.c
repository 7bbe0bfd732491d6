// SPDX-License-Identifier: GPL-2.0-or-later
#include "live_blocks.h"

void
live_blocks_init(struct live_blocks *blocks, const struct live_memory *memory)
{
	*blocks = (struct live_blocks){.memory = *memory};
	small_blocks_init(&blocks->small);
}

static void
remove_large(struct live_blocks *blocks, const struct live_block *old)
{
	if (blocks->has_in_large)
		small_blocks_clear(&blocks->small, old);
	large_blocks_remove(&blocks->large, old);
}

void
live_blocks_add(
    struct live_blocks *blocks, const struct live_block *block, bool nests)
{
	struct live_block old;

	if (block->size == 0 || live_block_last(block) < block->start)
		return;
	while (large_blocks_overlap(&blocks->large, block, nests, &old))
		remove_large(blocks, &old);
	if (block->size >= SMALL_END) {
		small_blocks_clear(&blocks->small, block);
		large_blocks_add(&blocks->memory, &blocks->large, block);
		return;
	}
	blocks->has_in_large |=
	    nests && large_blocks_find(&blocks->large, block->start, &old);
	small_blocks_add(&blocks->memory, &blocks->small, block, nests);
}

static struct live_block
block_of(const struct small_block *small)
{
	return (struct live_block){
	    .start = small->start,
	    .size = small->size,
	    .owner = small->owner,
	};
}

bool
live_blocks_remove(struct live_blocks *blocks, uintptr_t start, bool innermost,
    struct live_block *old)
{
	const struct small_block *small =
	    small_blocks_at(&blocks->small, start, innermost);

	if ((small == NULL || (!innermost && blocks->has_in_large)) &&
	    large_blocks_at(&blocks->large, start, innermost, old)) {
		remove_large(blocks, old);
		return true;
	}
	if (small == NULL)
		return false;
	*old = block_of(small);
	small_blocks_remove(&blocks->small, small);
	return true;
}

bool
live_blocks_find(const struct live_blocks *blocks, uintptr_t address,
    struct live_block *found)
{
	bool is_large = large_blocks_find(&blocks->large, address, found);
	const struct small_block *small =
	    is_large && !blocks->has_in_large
		? NULL
		: small_blocks_find(&blocks->small, address);

	if (small != NULL)
		*found = block_of(small);
	return small != NULL || is_large;
}
