// SPDX-License-Identifier: GPL-2.0-or-later
#include "large_blocks.h"

struct large_block {
	struct live_block block;
	uintptr_t reach; /* the last address of this one and all before it */
};

/* Returns the number of blocks that start at the address or before it. */
static size_t
count_until(const struct large_blocks *blocks, uintptr_t address)
{
	size_t low = 0, high = blocks->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (blocks->list[middle].block.start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void
set_reach(struct large_blocks *blocks, size_t first)
{
	for (size_t i = first; i < blocks->n; i++) {
		struct large_block *block = &blocks->list[i];

		block->reach = live_block_last(&block->block);
		if (i > 0 && block[-1].reach > block->reach)
			block->reach = block[-1].reach;
	}
}

void
large_blocks_add(const struct live_memory *memory, struct large_blocks *blocks,
    const struct live_block *block)
{
	size_t place = count_until(blocks, block->start);

	if (blocks->n == blocks->room) {
		blocks->room = 2 * blocks->room + 16;
		blocks->list = memory->resize(
		    blocks->list, blocks->room * sizeof(*blocks->list));
	}
	for (size_t i = blocks->n++; i > place; i--)
		blocks->list[i] = blocks->list[i - 1];
	blocks->list[place].block = *block;
	set_reach(blocks, place);
}

void
large_blocks_remove(struct large_blocks *blocks, const struct live_block *old)
{
	size_t end = count_until(blocks, live_block_last(old));
	size_t first = count_until(blocks, old->start);

	/* those that surround it and start there are before it */
	while (first > 0 && blocks->list[first - 1].block.start == old->start &&
	       blocks->list[first - 1].block.size <= old->size)
		first--;
	for (size_t i = end; i < blocks->n; i++)
		blocks->list[first + i - end] = blocks->list[i];
	blocks->n -= end - first;
	set_reach(blocks, first);
}

bool
large_blocks_find(const struct large_blocks *blocks, uintptr_t address,
    struct live_block *found)
{
	for (size_t i = count_until(blocks, address);
	     i-- > 0 && blocks->list[i].reach >= address;)
		if (live_block_has(&blocks->list[i].block, address)) {
			*found = blocks->list[i].block;
			return true;
		}
	return false;
}

bool
large_blocks_at(const struct large_blocks *blocks, uintptr_t start,
    bool innermost, struct live_block *found)
{
	size_t end = count_until(blocks, start), i = end;

	while (i > 0 && blocks->list[i - 1].block.start == start)
		i--;
	if (i == end)
		return false;
	*found = blocks->list[innermost ? end - 1 : i].block;
	return true;
}

bool
large_blocks_overlap(const struct large_blocks *blocks,
    const struct live_block *new, bool nests, struct live_block *found)
{
	for (size_t i = count_until(blocks, live_block_last(new));
	     i-- > 0 && blocks->list[i].reach >= new->start;) {
		const struct live_block *old = &blocks->list[i].block;

		if (live_block_last(old) >= new->start &&
		    !(nests && live_block_surrounds(old, new))) {
			*found = *old;
			return true;
		}
	}
	return false;
}
