// SPDX-License-Identifier: BSD-2-Clause
/*
 * Compares the collector's sets of blocks of memory with plain ones, on random blocks: an
 * array, in which all are looked at.
 */
#include "live_blocks.h"
#include "live_ranges.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST 4096
#define STEPS 60000
#define SEEDS 40

struct plain {
	struct live_block list[MOST];
	size_t n;
};

static uint64_t state;

static uint64_t
random_below(uint64_t limit)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (state >> 20) % limit;
}

/* --- the plain model ------------------------------------------------------ */

static uintptr_t
last_of(const struct live_block *block)
{
	return block->start + block->size - 1;
}

static bool
overlap(const struct live_block *a, const struct live_block *b)
{
	return a->start <= last_of(b) && b->start <= last_of(a);
}

/* True if all of b is in a. */
static bool
contains(const struct live_block *a, const struct live_block *b)
{
	return a->start <= b->start && last_of(a) >= last_of(b);
}

static void
plain_remove(struct plain *plain, struct live_block old)
{
	size_t n = 0;

	for (size_t i = 0; i < plain->n; i++)
		if (!contains(&old, &plain->list[i]))
			plain->list[n++] = plain->list[i];
	plain->n = n;
}

static void
plain_add(struct plain *plain, const struct live_block *new, bool nests)
{
	if (new->size == 0 || last_of(new) < new->start)
		return;
	for (size_t i = 0; i < plain->n; i++) {
		const struct live_block *old = &plain->list[i];

		if (overlap(old, new) &&
		    !(nests && contains(old, new) && old->size > new->size)) {
			plain_remove(plain, *old);
			i = (size_t)-1;
		}
	}
	plain->list[plain->n++] = *new;
}

/* Returns the smallest or the largest block that starts there, or NULL. */
static const struct live_block *
plain_at(const struct plain *plain, uintptr_t start, bool innermost)
{
	const struct live_block *found = NULL;

	for (size_t i = 0; i < plain->n; i++) {
		const struct live_block *block = &plain->list[i];

		if (block->start == start &&
		    (found == NULL || (block->size < found->size) == innermost))
			found = block;
	}
	return found;
}

static const struct live_block *
plain_find(const struct plain *plain, uintptr_t address)
{
	const struct live_block *found = NULL;

	for (size_t i = 0; i < plain->n; i++) {
		const struct live_block *block = &plain->list[i];

		if (address >= block->start && address <= last_of(block) &&
		    (found == NULL || block->size < found->size))
			found = block;
	}
	return found;
}

/* --- random blocks -------------------------------------------------------- */

/* Where the blocks of a run are, and how large. */
struct scene {
	uintptr_t base, room, alignment;
	uintptr_t small, large; /* sizes below */
	unsigned large_share;   /* of 100 blocks */
	unsigned nested_share;
	size_t most;
};

static const struct scene scenes[] = {
    {0x4a00000, 1 << 16, 16, 200, 1 << 17, 0, 0, 600},
    {0x4a00000, 1 << 14, 1, 100, 1 << 17, 1, 50, 300},
    {0x4a00007, 1 << 12, 1, 40, 3000, 10, 90, 100},
    {0x4a00000, 1 << 20, 8, 70000, 1 << 19, 20, 50, 100},
    {0, 1 << 18, 1, 5000, 1 << 17, 10, 50, 80},
    {0, 300, 1, 10, 100, 10, 50, 20},
    {UINTPTR_MAX - (1 << 18) + 1, 1 << 18, 1, 5000, 1 << 17, 10, 50, 80},
    {UINTPTR_MAX - 299, 300, 1, 10, 310, 10, 50, 20},
    {0, UINTPTR_MAX, 1, 1000, UINTPTR_MAX, 50, 50, 50},
    {0x4a00000, (uintptr_t)1 << 31, 16, 4000, (uintptr_t)1 << 30, 3, 20, 1000},
};

static uintptr_t
random_address(const struct scene *scene)
{
	return scene->base +
	       random_below(scene->room) / scene->alignment * scene->alignment;
}

static struct live_block
random_block(const struct scene *scene, uint32_t owner)
{
	bool is_large = random_below(100) < scene->large_share;
	struct live_block block = {
	    .start = random_address(scene),
	    .size = random_below(is_large ? scene->large : scene->small),
	    .owner = owner,
	};

	/* the sizes next to the limit of small blocks */
	if (random_below(50) == 0 && scene->large > SMALL_END)
		block.size = SMALL_END - 2 + random_below(4);
	return block;
}

/* Returns an address in a block or next to one, or any. */
static uintptr_t
random_place(const struct plain *plain, const struct scene *scene)
{
	const struct live_block *block;

	if (plain->n == 0 || random_below(4) == 0)
		return random_address(scene);
	block = &plain->list[random_below(plain->n)];
	switch (random_below(4)) {
	case 0:
		return block->start;
	case 1:
		return last_of(block);
	case 2:
		return block->start - 2 + random_below(4);
	default:
		return block->start + random_below(block->size);
	}
}

/* --- comparison ----------------------------------------------------------- */

static bool
same(const struct live_block *wanted, bool found, const struct live_block *got)
{
	if (wanted == NULL || !found)
		return (wanted != NULL) == found;
	return wanted->start == got->start && wanted->size == got->size &&
	       wanted->owner == got->owner;
}

static bool
find_is_same(const struct live_blocks *blocks, const struct plain *plain,
    uintptr_t address)
{
	struct live_block got;
	bool found = live_blocks_find(blocks, address, &got);

	return same(plain_find(plain, address), found, &got);
}

static bool
step(struct live_blocks *blocks, struct plain *plain, const struct scene *scene,
    uint32_t owner)
{
	bool flag = random_below(100) < scene->nested_share;

	if (plain->n < scene->most && random_below(2) == 0) {
		struct live_block block = random_block(scene, owner);

		live_blocks_add(blocks, &block, flag);
		plain_add(plain, &block, flag);
	} else if (random_below(3) == 0 || plain->n == scene->most) {
		uintptr_t start = random_place(plain, scene);
		const struct live_block *old = plain_at(plain, start, flag);
		struct live_block got;
		bool removed = live_blocks_remove(blocks, start, flag, &got);

		if (!same(old, removed, &got))
			return false;
		if (old != NULL)
			plain_remove(plain, *old);
	}
	for (int i = 0; i < 4; i++)
		if (!find_is_same(blocks, plain, random_place(plain, scene)))
			return false;
	return true;
}

static void
release_blocks(struct live_blocks *blocks)
{
	free(blocks->small.slots);
	free(blocks->small.pages);
	free(blocks->large.list);
}

static const struct live_memory memory = {realloc, free};

static int
run(const struct scene *scene, unsigned seed)
{
	static struct plain plain;
	struct live_blocks blocks;
	int i = 0;

	state = seed;
	plain.n = 0;
	live_blocks_init(&blocks, &memory);
	while (
	    i < STEPS / SEEDS && step(&blocks, &plain, scene, (uint32_t)i + 1))
		i++;
	release_blocks(&blocks);
	if (i == STEPS / SEEDS)
		return 0;
	printf(
	    "scene %td, seed %u: step %d differs\n", scene - scenes, seed, i);
	return 1;
}

/* --- ranges --------------------------------------------------------------- */

#define ROOM 400

/* Compares ranges with an array of the owners of all addresses. */
static int
run_ranges(unsigned seed)
{
	static live_owner owners[ROOM];
	struct live_ranges ranges = {0};
	uintptr_t base = seed % 2 ? UINTPTR_MAX - (ROOM - 1) : 0;
	int nfailed = 0;

	state = seed;
	for (int i = 0; i < ROOM; i++)
		owners[i] = 0;
	for (int i = 0; i < 400 && nfailed == 0; i++) {
		uintptr_t first = random_below(ROOM);
		struct live_block range = {
		    .start = base + first,
		    .size = random_below(ROOM - first + 1),
		    .owner = (live_owner)random_below(5),
		};

		live_ranges_set(&memory, &ranges, &range);
		for (uintptr_t j = 0; j < range.size; j++)
			owners[first + j] = range.owner;
		for (uintptr_t j = 0; j < ROOM; j++) {
			const struct live_block *found =
			    live_ranges_find(&ranges, base + j);

			nfailed +=
			    (found != NULL ? found->owner : 0) != owners[j];
		}
	}
	free(ranges.list);
	if (nfailed > 0)
		printf("ranges, seed %u: differ\n", seed);
	return nfailed > 0;
}

int
main(void)
{
	int nfailed = 0;

	for (size_t i = 0; i < sizeof(scenes) / sizeof(*scenes); i++)
		for (unsigned seed = 1; seed <= SEEDS; seed++)
			nfailed += run(&scenes[i], seed);
	for (unsigned seed = 1; seed <= SEEDS; seed++)
		nfailed += run_ranges(seed);
	return nfailed > 0;
}
