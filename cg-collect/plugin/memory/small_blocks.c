// SPDX-License-Identifier: GPL-2.0-or-later
#include "small_blocks.h"

enum {
	PAGE_BITS = 12,
	GRANULE_BITS = 4, /* a bit for so many bytes, as a power of two */
	CLUSTER_BITS = 4, /* so many granules have slots side by side */
	GRANULES = 1 << (PAGE_BITS - GRANULE_BITS),
	WORDS = GRANULES / 64,
	FIRST_SIZE = 1 << 10, /* of a table */
	OUTERMOST = SMALL_END - 1,
};

/* A page with starts of blocks, or whose first byte is in one that starts before. */
struct small_page {
	uintptr_t key; /* its number and 1; 0: the slot is free */
	uint64_t starts[WORDS];
	uintptr_t cover; /* the start of the innermost such block and 1, or 0 */
};

void
small_blocks_init(struct small_blocks *blocks)
{
	*blocks = (struct small_blocks){.lowest = UINTPTR_MAX};
}

/* Multiplicative hashing, by Knuth. */
static size_t
hash(uintptr_t key, size_t size)
{
	return (size_t)((uint64_t)key * 0x9e3779b97f4a7c15u >> 32) & (size - 1);
}

static uintptr_t
granule_of(uintptr_t address)
{
	return address >> GRANULE_BITS;
}

/* --- pages ---------------------------------------------------------------- */

static bool
is_used(const struct small_page *page)
{
	uint64_t any = page->cover;

	for (size_t i = 0; i < WORDS; i++)
		any |= page->starts[i];
	return any != 0;
}

/* Returns the place of the page, which may be free.  A page that is not used keeps
 * its place until the table grows, so that others are found beyond it. */
static struct small_page *
find_page(const struct small_blocks *blocks, uintptr_t number)
{
	size_t i = hash(number, blocks->npages);

	while (blocks->pages[i].key != 0 && blocks->pages[i].key != number + 1)
		i = (i + 1) & (blocks->npages - 1);
	return &blocks->pages[i];
}

static void
grow_pages(const struct live_memory *memory, struct small_blocks *blocks)
{
	struct small_page *old = blocks->pages;
	size_t nold = blocks->npages, nkept = 0;

	for (size_t i = 0; i < nold; i++)
		nkept += is_used(&old[i]);
	blocks->npages = nold == 0 ? FIRST_SIZE : nold;
	while (2 * nkept > blocks->npages)
		blocks->npages *= 2;
	blocks->pages =
	    memory->resize(NULL, blocks->npages * sizeof(*blocks->pages));
	for (size_t i = 0; i < blocks->npages; i++)
		blocks->pages[i] = (struct small_page){0};
	for (size_t i = 0; i < nold; i++)
		if (is_used(&old[i]))
			*find_page(blocks, old[i].key - 1) = old[i];
	blocks->nused = nkept;
	memory->release(old);
}

/* Finds the bit of a granule in its page. */
static uint64_t *
word_of(struct small_page *page, uintptr_t granule, uint64_t *bit)
{
	*bit = (uint64_t)1 << granule % 64;
	return &page->starts[granule % GRANULES / 64];
}

/* Returns the page, which is added if it is not there. */
static struct small_page *
add_page(const struct live_memory *memory, struct small_blocks *blocks,
    uintptr_t number)
{
	struct small_page *page;

	if (4 * (blocks->nused + 1) > 3 * blocks->npages)
		grow_pages(memory, blocks);
	page = find_page(blocks, number);
	blocks->nused += page->key == 0;
	page->key = number + 1;
	return page;
}

static void
set_start(const struct live_memory *memory, struct small_blocks *blocks,
    uintptr_t granule)
{
	uint64_t bit,
	    *word = word_of(
		add_page(memory, blocks, granule / GRANULES), granule, &bit);

	blocks->is_crowded |= (*word & bit) != 0;
	*word |= bit;
}

/* Finds the last granule with a start among those from `first` to *granule.  False if
 * there is none. */
static bool
last_start(
    const struct small_blocks *blocks, uintptr_t first, uintptr_t *granule)
{
	uintptr_t at = *granule;

	for (;;) {
		const struct small_page *page =
		    find_page(blocks, at / GRANULES);
		uintptr_t begin = at / GRANULES * GRANULES;

		for (size_t word = at % GRANULES / 64 + 1;
		     page->key != 0 && word-- > 0;) {
			uint64_t bits = page->starts[word];

			if (word == at % GRANULES / 64)
				bits &= ~(uint64_t)0 >> (63 - at % 64);
			if (bits == 0)
				continue;
			*granule = begin + word * 64 + 63 -
				   (uintptr_t)__builtin_clzll(bits);
			return *granule >= first;
		}
		if (begin <= first)
			return false;
		at = begin - 1;
	}
}

/* --- slots ---------------------------------------------------------------- */

/* Returns the number of the slot for a granule.  Granules that are close together have
 * slots that are close together, as the program uses such blocks one after the other. */
static size_t
home_of(const struct small_blocks *blocks, uintptr_t granule)
{
	size_t cluster = hash(granule >> CLUSTER_BITS, blocks->nslots);

	return (cluster + (granule & ((1 << CLUSTER_BITS) - 1))) &
	       (blocks->nslots - 1);
}

static struct small_block *
first_slot(const struct small_blocks *blocks, uintptr_t granule)
{
	return &blocks->slots[home_of(blocks, granule)];
}

static struct small_block *
next_slot(const struct small_blocks *blocks, const struct small_block *slot)
{
	size_t i = (size_t)(slot - blocks->slots);

	return &blocks->slots[(i + 1) & (blocks->nslots - 1)];
}

static void
put(struct small_blocks *blocks, const struct small_block *new)
{
	struct small_block *slot = first_slot(blocks, granule_of(new->start));

	while (slot->owner != 0)
		slot = next_slot(blocks, slot);
	*slot = *new;
}

static void
grow_slots(const struct live_memory *memory, struct small_blocks *blocks)
{
	struct small_block *old = blocks->slots;
	size_t nold = blocks->nslots;

	blocks->nslots = nold == 0 ? FIRST_SIZE : 2 * nold;
	blocks->slots =
	    memory->resize(NULL, blocks->nslots * sizeof(*blocks->slots));
	for (size_t i = 0; i < blocks->nslots; i++)
		blocks->slots[i] = (struct small_block){0};
	for (size_t i = 0; i < nold; i++)
		if (old[i].owner != 0)
			put(blocks, &old[i]);
	memory->release(old);
}

/* True if a block starts in the granule. */
static bool
is_start(const struct small_blocks *blocks, uintptr_t granule)
{
	const struct small_block *slot = first_slot(blocks, granule);

	while (slot->owner != 0 && granule_of(slot->start) != granule)
		slot = next_slot(blocks, slot);
	return slot->owner != 0;
}

/* --- search --------------------------------------------------------------- */

/* True if the block starts before the other one, or surrounds it. */
static bool
is_before(const struct small_block *block, const struct small_block *other)
{
	return block->start != other->start ? block->start < other->start
					    : block->size > other->size;
}

/* Returns the last block of the granule that starts at the address or before it, the
 * smallest one if there are several; NULL: there is none. */
static struct small_block *
last_in(const struct small_blocks *blocks, uintptr_t granule, uintptr_t address)
{
	struct small_block *slot = first_slot(blocks, granule), *last = NULL;

	for (; slot->owner != 0; slot = next_slot(blocks, slot)) {
		if (granule_of(slot->start) != granule || slot->start > address)
			continue;
		if (last == NULL || is_before(last, slot))
			last = slot;
		if (!blocks->is_crowded)
			break;
	}
	return last;
}

/* Returns the block that starts last from the first address on, at `address` or before
 * it; NULL: there is none. */
static struct small_block *
last_before(
    const struct small_blocks *blocks, uintptr_t first, uintptr_t address)
{
	uintptr_t at = granule_of(address);

	if (blocks->n == 0)
		return NULL;
	while (last_start(blocks, granule_of(first), &at)) {
		struct small_block *slot = last_in(blocks, at, address);

		if (slot != NULL)
			return slot->start >= first ? slot : NULL;
		/* the blocks of its granule start after the address */
		if (at-- == 0)
			return NULL;
	}
	return NULL;
}

/* Returns the smallest block that starts there and has so many bytes, or NULL. */
static const struct small_block *
smallest_at(const struct small_blocks *blocks, uintptr_t start, unsigned least)
{
	const struct small_block *slot, *smallest = NULL;

	for (slot = first_slot(blocks, granule_of(start)); slot->owner != 0;
	     slot = next_slot(blocks, slot)) {
		if (slot->start != start || slot->size < least)
			continue;
		if (!blocks->has_nested)
			return slot;
		if (smallest == NULL || slot->size < smallest->size)
			smallest = slot;
	}
	return smallest;
}

/* Returns the smallest block that surrounds another one, or NULL. */
static const struct small_block *
outer_of(const struct small_blocks *blocks, const struct small_block *inner)
{
	if (inner->above == OUTERMOST)
		return NULL;
	return smallest_at(blocks, inner->start - inner->above,
	    (unsigned)inner->size + (inner->above > 0 ? inner->above : 1));
}

/* Returns the block that starts last in the page of the address, at it or before; if there
 * is none, the innermost one that has the first byte of the page, or NULL. */
static const struct small_block *
last_in_page(const struct small_blocks *blocks, uintptr_t address)
{
	uintptr_t begin = address >> PAGE_BITS << PAGE_BITS;
	const struct small_page *page;
	const struct small_block *slot;

	page = find_page(blocks, address >> PAGE_BITS);
	if (page->key == 0)
		return NULL;
	slot = last_before(blocks, begin, address);
	if (slot != NULL || page->cover == 0)
		return slot;
	return smallest_at(
	    blocks, page->cover - 1, (unsigned)(begin - (page->cover - 1)) + 1);
}

const struct small_block *
small_blocks_find(const struct small_blocks *blocks, uintptr_t address)
{
	const struct small_block *slot;

	if (blocks->n == 0 || address < blocks->lowest ||
	    (address > blocks->highest &&
		address - blocks->highest >= SMALL_END))
		return NULL;
	slot = last_in_page(blocks, address);
	while (slot != NULL && address - slot->start >= slot->size)
		slot = outer_of(blocks, slot);
	return slot;
}

const struct small_block *
small_blocks_at(
    const struct small_blocks *blocks, uintptr_t start, bool innermost)
{
	const struct small_block *slot, *largest = NULL;

	if (blocks->n == 0)
		return NULL;
	if (innermost || !blocks->has_nested)
		return smallest_at(blocks, start, 1);
	for (slot = first_slot(blocks, granule_of(start)); slot->owner != 0;
	     slot = next_slot(blocks, slot))
		if (slot->start == start &&
		    (largest == NULL || slot->size > largest->size))
			largest = slot;
	return largest;
}

/* --- changes -------------------------------------------------------------- */

/* Frees the slot.  A slot after it moves there if it would not be found beyond a
 * free one. */
static void
empty_slot(struct small_blocks *blocks, const struct small_block *slot)
{
	uintptr_t granule = granule_of(slot->start);
	size_t mask = blocks->nslots - 1;
	size_t hole = (size_t)(slot - blocks->slots);
	uint64_t *word, bit;

	for (size_t i = hole;;) {
		size_t home;

		i = (i + 1) & mask;
		if (blocks->slots[i].owner == 0)
			break;
		home = home_of(blocks, granule_of(blocks->slots[i].start));
		if (((i - home) & mask) < ((i - hole) & mask))
			continue;
		blocks->slots[hole] = blocks->slots[i];
		hole = i;
	}
	blocks->slots[hole].owner = 0;
	blocks->n--;
	if (blocks->is_crowded && is_start(blocks, granule))
		return;
	word = word_of(find_page(blocks, granule / GRANULES), granule, &bit);
	*word &= ~bit;
}

/* The pages that begin in the block are of the one that surrounds it from now on. */
static void
end_cover(struct small_blocks *blocks, const struct small_block *block)
{
	uintptr_t last = block->start + (block->size - 1u);
	const struct small_block *outer = outer_of(blocks, block);

	for (uintptr_t number = (block->start >> PAGE_BITS) + 1;
	     number <= last >> PAGE_BITS; number++)
		find_page(blocks, number)->cover =
		    outer != NULL ? outer->start + 1 : 0;
}

/* Frees the slot.  No other block lies in its block. */
static void
free_slot(struct small_blocks *blocks, const struct small_block *slot)
{
	end_cover(blocks, slot);
	empty_slot(blocks, slot);
}

void
small_blocks_remove(
    struct small_blocks *blocks, const struct small_block *block)
{
	const struct small_block old = *block;
	struct small_block removed = old;

	if (!blocks->has_nested) {
		free_slot(blocks, block);
		return;
	}
	/* from its end on, so it is the last one itself */
	do {
		struct small_block *slot =
		    last_before(blocks, old.start, old.start + (old.size - 1u));

		if (slot == NULL)
			return;
		removed = *slot;
		free_slot(blocks, slot);
	} while (is_before(&old, &removed));
}

static struct live_block
range_of(const struct small_block *block)
{
	return (struct live_block){
	    .start = block->start,
	    .size = block->size,
	    .owner = block->owner,
	};
}

/* Removes the blocks that the new one ends.  Returns how far it is above the start of
 * the block that it lies in, or OUTERMOST. */
static uint16_t
end_older(struct small_blocks *blocks, const struct live_block *new, bool nests)
{
	const struct small_block *old;
	uint16_t above = OUTERMOST;

	while ((old = small_blocks_find(blocks, new->start)) != NULL) {
		struct live_block range = range_of(old);

		if (nests && live_block_surrounds(&range, new)) {
			above = (uint16_t)(new->start - old->start);
			break;
		}
		small_blocks_remove(blocks, old);
	}
	if (new->size == 1)
		return above;
	while ((old = last_before(
		    blocks, new->start + 1, live_block_last(new))) != NULL)
		small_blocks_remove(blocks, old);
	return above;
}

void
small_blocks_add(const struct live_memory *memory, struct small_blocks *blocks,
    const struct live_block *block, bool nests)
{
	struct small_block new = {
	    .start = block->start,
	    .size = (uint16_t)block->size,
	    .above = end_older(blocks, block, nests),
	    .owner = block->owner,
	};

	blocks->has_nested |= new.above != OUTERMOST;
	if (block->start < blocks->lowest)
		blocks->lowest = block->start;
	if (block->start > blocks->highest)
		blocks->highest = block->start;
	if (4 * (blocks->n + 1) > 3 * blocks->nslots)
		grow_slots(memory, blocks);
	put(blocks, &new);
	blocks->n++;
	set_start(memory, blocks, granule_of(block->start));
	for (uintptr_t number = (block->start >> PAGE_BITS) + 1;
	     number <= live_block_last(block) >> PAGE_BITS; number++)
		add_page(memory, blocks, number)->cover = block->start + 1;
}

/* Removes the blocks that start from `first` to `last`. */
static void
remove_starts(struct small_blocks *blocks, uintptr_t first, uintptr_t last)
{
	const struct small_block *slot;

	while ((slot = last_before(blocks, first, last)) != NULL)
		free_slot(blocks, slot);
}

/* Removes them page by page, if these are fewer than those of the range. */
static void
remove_all_starts(struct small_blocks *blocks, uintptr_t first, uintptr_t last)
{
	uintptr_t number = first >> PAGE_BITS;
	uintptr_t n = (last >> PAGE_BITS) - number;

	if (n < blocks->npages) {
		remove_starts(blocks, first, last);
		return;
	}
	for (size_t i = 0; i < blocks->npages; i++) {
		uintptr_t page = blocks->pages[i].key - 1;
		uintptr_t begin = page << PAGE_BITS;
		uintptr_t end = begin + (((uintptr_t)1 << PAGE_BITS) - 1);

		if (blocks->pages[i].key != 0 && page - number <= n)
			remove_starts(blocks, begin > first ? begin : first,
			    end < last ? end : last);
	}
}

void
small_blocks_clear(struct small_blocks *blocks, const struct live_block *range)
{
	uintptr_t first = range->start, last = live_block_last(range);
	const struct small_block *slot;

	if (blocks->n == 0)
		return;
	while ((slot = small_blocks_find(blocks, last)) != NULL)
		small_blocks_remove(blocks, slot);
	while ((slot = small_blocks_find(blocks, first)) != NULL)
		small_blocks_remove(blocks, slot);
	remove_all_starts(blocks, first, last);
}
