// SPDX-License-Identifier: GPL-2.0-or-later
#include "live_blocks.h"

enum {
	PAGE_BITS = 12,
	GRANULE_BITS = 4, /* a bit for so many bytes, as a power of two */
	GRANULES = 1 << (PAGE_BITS - GRANULE_BITS),
	WORDS = GRANULES / 64,
	FIRST_SIZE = 1 << 10, /* of a table */
	MOST_NESTED = 64,     /* starts that are looked at before an address */
};

/* A page with starts of small blocks.  If it has none, it is free. */
struct live_page {
	uintptr_t number;
	uint64_t starts[WORDS];
};

/* A small block; its owner is 0 if the slot is free. */
struct live_slot {
	uintptr_t start;
	uint32_t size;
	live_owner owner;
};

void
live_blocks_init(struct live_blocks *blocks,
    void *(*resize)(void *memory, size_t size), void (*release)(void *memory))
{
	*blocks = (struct live_blocks){
	    .resize = resize,
	    .release = release,
	    .lowest = UINTPTR_MAX,
	};
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
has_starts(const struct live_page *page)
{
	uint64_t any = 0;

	for (size_t i = 0; i < WORDS; i++)
		any |= page->starts[i];
	return any != 0;
}

/* Returns the place of the page, which may be free.  A page without starts keeps
 * its place until the table grows, so that others are found beyond it. */
static struct live_page *
find_page(const struct live_blocks *blocks, uintptr_t number)
{
	size_t i = hash(number, blocks->npages);

	while (
	    blocks->pages[i].number != 0 && blocks->pages[i].number != number)
		i = (i + 1) & (blocks->npages - 1);
	return &blocks->pages[i];
}

static void
grow_pages(struct live_blocks *blocks)
{
	struct live_page *old = blocks->pages;
	size_t nold = blocks->npages, nkept = 0;

	for (size_t i = 0; i < nold; i++)
		nkept += has_starts(&old[i]);
	blocks->npages = nold == 0 ? FIRST_SIZE : nold;
	while (4 * nkept > blocks->npages)
		blocks->npages *= 2;
	blocks->pages =
	    blocks->resize(NULL, blocks->npages * sizeof(*blocks->pages));
	for (size_t i = 0; i < blocks->npages; i++)
		blocks->pages[i] = (struct live_page){0};
	for (size_t i = 0; i < nold; i++)
		if (has_starts(&old[i]))
			*find_page(blocks, old[i].number) = old[i];
	blocks->nused = nkept;
	blocks->release(old);
}

static void
set_start(struct live_blocks *blocks, uintptr_t start)
{
	uintptr_t granule = granule_of(start);
	struct live_page *page;

	if (4 * (blocks->nused + 1) > 3 * blocks->npages)
		grow_pages(blocks);
	page = find_page(blocks, start >> PAGE_BITS);
	if (page->number == 0) {
		page->number = start >> PAGE_BITS;
		blocks->nused++;
	}
	page->starts[granule % GRANULES / 64] |= (uint64_t)1 << granule % 64;
}

/*
 * Finds the last granule with a start among those from `first` to `last`.  False if
 * there is none.
 */
static bool
last_start(const struct live_blocks *blocks, uintptr_t first, uintptr_t last,
    uintptr_t *granule)
{
	uintptr_t at = last;

	if (blocks->npages == 0)
		return false;
	for (;;) {
		const struct live_page *page = find_page(blocks, at / GRANULES);
		uintptr_t begin = at / GRANULES * GRANULES;

		for (size_t word = at % GRANULES / 64 + 1;
		     page->number != 0 && word-- > 0;) {
			uint64_t bits = page->starts[word];

			if (word == at % GRANULES / 64)
				bits &= ~(uint64_t)0 >> (63 - at % 64);
			if (bits == 0)
				continue;
			*granule = begin + word * 64 + 63 -
				   (uintptr_t)__builtin_clzll(bits);
			return *granule >= first;
		}
		if (begin <= first || begin == 0)
			return false;
		at = begin - 1;
	}
}

/* --- small blocks --------------------------------------------------------- */

static struct live_slot *
first_slot(const struct live_blocks *blocks, uintptr_t granule)
{
	return &blocks->slots[hash(granule, blocks->nslots)];
}

static struct live_slot *
next_slot(const struct live_blocks *blocks, struct live_slot *slot)
{
	return ++slot == blocks->slots + blocks->nslots ? blocks->slots : slot;
}

/* Returns the block that starts there, or NULL. */
static struct live_slot *
find_slot(const struct live_blocks *blocks, uintptr_t start)
{
	struct live_slot *slot;

	if (blocks->nslots == 0)
		return NULL;
	slot = first_slot(blocks, granule_of(start));
	while (slot->owner != 0 && slot->start != start)
		slot = next_slot(blocks, slot);
	return slot->owner != 0 ? slot : NULL;
}

/* Returns the block that starts in the granule and has the address, or NULL. */
static struct live_slot *
slot_with(
    const struct live_blocks *blocks, uintptr_t granule, uintptr_t address)
{
	struct live_slot *slot = first_slot(blocks, granule);

	while (slot->owner != 0 && (granule_of(slot->start) != granule ||
				       address - slot->start >= slot->size))
		slot = next_slot(blocks, slot);
	return slot->owner != 0 ? slot : NULL;
}

static void
put_slot(struct live_blocks *blocks, const struct live_slot *new)
{
	struct live_slot *slot = first_slot(blocks, granule_of(new->start));

	while (slot->owner != 0)
		slot = next_slot(blocks, slot);
	*slot = *new;
}

static void
grow_slots(struct live_blocks *blocks)
{
	struct live_slot *old = blocks->slots;
	size_t nold = blocks->nslots;

	blocks->nslots = nold == 0 ? FIRST_SIZE : 2 * nold;
	blocks->slots =
	    blocks->resize(NULL, blocks->nslots * sizeof(*blocks->slots));
	for (size_t i = 0; i < blocks->nslots; i++)
		blocks->slots[i] = (struct live_slot){0};
	for (size_t i = 0; i < nold; i++)
		if (old[i].owner != 0)
			put_slot(blocks, &old[i]);
	blocks->release(old);
}

/* True if a block starts in the granule. */
static bool
is_start(const struct live_blocks *blocks, uintptr_t granule)
{
	struct live_slot *slot = first_slot(blocks, granule);

	while (slot->owner != 0 && granule_of(slot->start) != granule)
		slot = next_slot(blocks, slot);
	return slot->owner != 0;
}

/* Frees the slot.  A slot after it moves there if it would not be found beyond a
 * free one. */
static void
remove_slot(struct live_blocks *blocks, struct live_slot *slot)
{
	uintptr_t granule = granule_of(slot->start);
	size_t mask = blocks->nslots - 1;
	size_t hole = (size_t)(slot - blocks->slots);

	for (size_t i = hole;;) {
		size_t home;

		i = (i + 1) & mask;
		if (blocks->slots[i].owner == 0)
			break;
		home = hash(granule_of(blocks->slots[i].start), blocks->nslots);
		if (((i - home) & mask) < ((i - hole) & mask))
			continue;
		blocks->slots[hole] = blocks->slots[i];
		hole = i;
	}
	blocks->slots[hole].owner = 0;
	blocks->nsmall--;
	if (!is_start(blocks, granule))
		find_page(blocks, granule / GRANULES)
		    ->starts[granule % GRANULES / 64] &=
		    ~((uint64_t)1 << granule % 64);
}

/* Returns the small block that has the address and starts last, or NULL. */
static struct live_slot *
find_small(const struct live_blocks *blocks, uintptr_t address)
{
	uintptr_t at = granule_of(address);
	uintptr_t first =
	    address < LIVE_LARGE ? 0 : granule_of(address - LIVE_LARGE);
	int n = blocks->has_nested ? MOST_NESTED : 1;

	if (address < blocks->lowest ||
	    (address > blocks->highest &&
		address - blocks->highest >= LIVE_LARGE))
		return NULL;
	for (; n > 0 && last_start(blocks, first, at, &at); n--) {
		struct live_slot *slot = slot_with(blocks, at, address);

		if (slot != NULL)
			return slot;
		/* another one may start before it in this granule */
		if (at == granule_of(address))
			n++;
		if (at == 0)
			break;
		at--;
	}
	return NULL;
}

/* Removes the small blocks that start in the range, even one that starts there. */
static void
remove_small(struct live_blocks *blocks, uintptr_t start, uintptr_t size)
{
	uintptr_t last = start + size - 1, at;

	for (at = granule_of(last);
	     last_start(blocks, granule_of(start), at, &at);) {
		struct live_slot *slot = first_slot(blocks, at);
		bool removed = false;

		while (slot->owner != 0 && !removed) {
			removed = granule_of(slot->start) == at &&
				  slot->start - start < size;
			if (removed)
				remove_slot(blocks, slot);
			else
				slot = next_slot(blocks, slot);
		}
		/* others may start in the same granule */
		if (!removed && at-- == 0)
			break;
	}
}

/* The same for a range of any size: looks at all pages if they are fewer. */
static void
clear_small(struct live_blocks *blocks, uintptr_t start, uintptr_t size)
{
	uintptr_t first = start >> PAGE_BITS;
	uintptr_t last = (start + size - 1) >> PAGE_BITS;

	if (blocks->nsmall == 0)
		return;
	if (last - first < blocks->npages) {
		remove_small(blocks, start, size);
		return;
	}
	for (size_t i = 0; i < blocks->npages; i++) {
		uintptr_t number = blocks->pages[i].number;

		if (number - first <= last - first)
			remove_small(blocks, number << PAGE_BITS,
			    (uintptr_t)1 << PAGE_BITS);
	}
}

/* --- ranges --------------------------------------------------------------- */

/* Returns the number of ranges that start at the address or before it. */
static size_t
count_until(const struct live_ranges *ranges, uintptr_t address)
{
	size_t low = 0, high = ranges->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ranges->list[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct live_block *
live_ranges_find(const struct live_ranges *ranges, uintptr_t address)
{
	size_t n = count_until(ranges, address);
	const struct live_block *last = &ranges->list[n - 1];

	return n > 0 && address - last->start < last->size ? last : NULL;
}

/* Replaces the ranges from `first` to `end` - 1 by n others. */
static void
splice(struct live_blocks *memory, struct live_ranges *ranges, size_t first,
    size_t end, const struct live_block *others, size_t n)
{
	size_t rest = ranges->n - end;

	if (ranges->n + n > ranges->room) {
		ranges->room = 2 * ranges->room + 16;
		ranges->list = memory->resize(
		    ranges->list, ranges->room * sizeof(*ranges->list));
	}
	if (n > end - first)
		for (size_t i = rest; i-- > 0;)
			ranges->list[first + n + i] = ranges->list[end + i];
	else
		for (size_t i = 0; i < rest; i++)
			ranges->list[first + n + i] = ranges->list[end + i];
	for (size_t i = 0; i < n; i++)
		ranges->list[first + i] = others[i];
	ranges->n = first + n + rest;
}

void
live_ranges_set(struct live_blocks *memory, struct live_ranges *ranges,
    const struct live_block *range)
{
	uintptr_t last = range->start + range->size - 1;
	struct live_block parts[3];
	size_t first = count_until(ranges, range->start), end, n = 0;

	if (range->size == 0 || last < range->start)
		return;
	end = count_until(ranges, last);
	if (first > 0 && live_ranges_find(ranges, range->start) != NULL) {
		parts[0] = ranges->list[--first];
		parts[0].size = range->start - parts[0].start;
		n += parts[0].size > 0;
	}
	if (range->owner != 0)
		parts[n++] = *range;
	if (end > first) {
		const struct live_block *old = &ranges->list[end - 1];
		uintptr_t old_last = old->start + old->size - 1;

		if (old_last > last) {
			parts[n] = *old;
			parts[n].start = last + 1;
			parts[n++].size = old_last - last;
		}
	}
	splice(memory, ranges, first, end, parts, n);
}

/* --- both ----------------------------------------------------------------- */

/* Removes the older blocks that the small block ends. */
static void
end_older(struct live_blocks *blocks, const struct live_block *block)
{
	struct live_slot *old = find_small(blocks, block->start);

	if (old != NULL && old->start != block->start) {
		if (block->start - old->start + block->size > old->size)
			remove_slot(blocks, old);
		else
			blocks->has_nested = true;
	}
	remove_small(blocks, block->start, block->size);
}

void
live_blocks_add(struct live_blocks *blocks, const struct live_block *block)
{
	const struct live_slot slot = {
	    .start = block->start,
	    .size = (uint32_t)block->size,
	    .owner = block->owner,
	};

	if (block->size == 0 || block->start + block->size - 1 < block->start)
		return;
	if (block->size >= LIVE_LARGE) {
		clear_small(blocks, block->start, block->size);
		live_ranges_set(blocks, &blocks->large, block);
		return;
	}
	if (blocks->nsmall > 0)
		end_older(blocks, block);
	blocks->has_in_large |=
	    live_ranges_find(&blocks->large, block->start) != NULL;
	if (block->start < blocks->lowest)
		blocks->lowest = block->start;
	if (block->start > blocks->highest)
		blocks->highest = block->start;
	if (4 * (blocks->nsmall + 1) > 3 * blocks->nslots)
		grow_slots(blocks);
	put_slot(blocks, &slot);
	blocks->nsmall++;
	set_start(blocks, block->start);
}

bool
live_blocks_remove(struct live_blocks *blocks, uintptr_t start)
{
	struct live_slot *slot = find_slot(blocks, start);
	const struct live_block *found;
	struct live_block range;

	if (slot != NULL) {
		uintptr_t size = slot->size;

		remove_slot(blocks, slot);
		if (blocks->has_nested)
			remove_small(blocks, start, size);
		return true;
	}
	found = live_ranges_find(&blocks->large, start);
	if (found == NULL || found->start != start)
		return false;
	range = *found;
	range.owner = 0;
	clear_small(blocks, range.start, range.size);
	live_ranges_set(blocks, &blocks->large, &range);
	return true;
}

bool
live_blocks_find(const struct live_blocks *blocks, uintptr_t address,
    struct live_block *found)
{
	const struct live_block *range =
	    live_ranges_find(&blocks->large, address);
	const struct live_slot *slot = NULL;

	if (range == NULL || blocks->has_in_large)
		slot = find_small(blocks, address);
	if (slot != NULL)
		*found = (struct live_block){
		    .start = slot->start,
		    .size = slot->size,
		    .owner = slot->owner,
		};
	else if (range != NULL)
		*found = *range;
	return slot != NULL || range != NULL;
}
