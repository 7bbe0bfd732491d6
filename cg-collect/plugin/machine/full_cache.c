// SPDX-License-Identifier: GPL-2.0-or-later
/* It knows nothing of Valgrind, so that a test can run it next to a plainer model. */
#include "full_cache.h"

static uint32_t
nlines_of(const struct geometry *shape)
{
	return (uint32_t)(shape->size / shape->line_size);
}

/* Twice as many places as lines, or up to four times. */
static unsigned
table_bits(const struct geometry *shape)
{
	unsigned bits = 1;

	while ((uint32_t)1 << bits < 2 * nlines_of(shape))
		bits++;
	return bits;
}

size_t
full_cache_size(const struct geometry *shape)
{
	return ((size_t)nlines_of(shape) + 1) * sizeof(struct full_line) +
	       ((size_t)1 << table_bits(shape)) * sizeof(uint32_t);
}

void
full_cache_init(
    struct full_cache *cache, const struct geometry *shape, void *memory)
{
	*cache = (struct full_cache){
	    .line_bits = (unsigned)__builtin_ctz((unsigned)shape->line_size),
	    .table_bits = table_bits(shape),
	    .nlines = nlines_of(shape),
	    .lines = memory,
	};
	cache->table = (uint32_t *)(cache->lines + cache->nlines + 1);
}

/* By Fibonacci hashing: Knuth, The Art of Computer Programming 3, 6.4. */
static uint32_t *
place_of(const struct full_cache *cache, uintptr_t line)
{
	uint64_t product = line * UINT64_C(0x9e3779b97f4a7c15);

	return &cache->table[product >> (64 - cache->table_bits)];
}

static void
leave_order(struct full_cache *cache, const struct full_line *line)
{
	if (line->newer != 0)
		cache->lines[line->newer].older = line->older;
	else
		cache->newest = line->older;
	if (line->older != 0)
		cache->lines[line->older].newer = line->newer;
	else
		cache->oldest = line->newer;
}

static void
become_newest(struct full_cache *cache, uint32_t number)
{
	struct full_line *line = &cache->lines[number];

	line->newer = 0;
	line->older = cache->newest;
	if (cache->newest != 0)
		cache->lines[cache->newest].newer = number;
	else
		cache->oldest = number;
	cache->newest = number;
}

/* Removes the least recently used line, and returns its number. */
static uint32_t
drop_oldest(struct full_cache *cache)
{
	uint32_t number = cache->oldest;
	struct full_line *dropped = &cache->lines[number];
	uint32_t *link = place_of(cache, dropped->line);

	while (*link != number)
		link = &cache->lines[*link].next;
	*link = dropped->next;
	leave_order(cache, dropped);
	return number;
}

bool
full_cache_misses(struct full_cache *cache, uintptr_t addr)
{
	uintptr_t line = addr >> cache->line_bits;
	uint32_t *first = place_of(cache, line), number = *first;

	while (number != 0 && cache->lines[number].line != line)
		number = cache->lines[number].next;
	if (number != 0) {
		if (number == cache->newest)
			return false;
		leave_order(cache, &cache->lines[number]);
		become_newest(cache, number);
		return false;
	}
	number =
	    cache->nused < cache->nlines ? ++cache->nused : drop_oldest(cache);
	cache->lines[number].line = line;
	cache->lines[number].next = *first;
	*first = number;
	become_newest(cache, number);
	return true;
}
