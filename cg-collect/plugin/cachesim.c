// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The models of the caches.  They know nothing of Valgrind, so that a test
 * can run them beside a plainer one.
 *
 * The last level sees few accesses: it keeps the lines of a set in order of
 * use.  The first level sees them all, and must be left alone by those that
 * hit: order is kept as times of use, looked at when a line must go.
 */
#include "cachesim.h"

#define EMPTY_WAY ((uintptr_t)1) /* no line, nor ever in `seen` */

size_t
cache_nsets(const struct geometry *shape)
{
	return (size_t)(shape->size / shape->line_size / shape->assoc);
}

void
cache_init(struct cache *cache, const struct geometry *shape, uintptr_t *lines)
{
	cache->line_bits = (unsigned)__builtin_ctz((unsigned)shape->line_size);
	cache->set_mask = cache_nsets(shape) - 1;
	cache->assoc = (unsigned)shape->assoc;
	cache->lines = lines;
}

/* The lines up to the one wanted move down, and it goes first. */
static bool
line_misses(struct cache *cache, uintptr_t line)
{
	size_t set = line >> cache->line_bits & cache->set_mask;
	uintptr_t *lines = cache->lines + set * cache->assoc;
	uintptr_t moved = line;

	for (unsigned i = 0; i < cache->assoc; i++) {
		uintptr_t here = lines[i];

		lines[i] = moved;
		if (here == line)
			return false;
		moved = here;
	}
	return true;
}

bool
cache_misses(struct cache *cache, uintptr_t addr, unsigned size)
{
	uintptr_t mask = ((uintptr_t)1 << cache->line_bits) - 1;
	uintptr_t first = addr & ~mask;
	uintptr_t last = (addr + size - 1) & ~mask;
	bool missed = line_misses(cache, first);

	if (last != first)
		missed |= line_misses(cache, last);
	return missed;
}

void
level1_init(struct level1 *cache, const struct geometry *shape,
    struct sighting *ways, struct sighting *seen)
{
	size_t nways = cache_nsets(shape) * (size_t)shape->assoc;
	cache->line_bits = (unsigned)__builtin_ctz((unsigned)shape->line_size);
	cache->set_mask = cache_nsets(shape) - 1;
	cache->assoc = (unsigned)shape->assoc;
	cache->ways = ways;
	cache->seen = seen;
	for (size_t i = 0; i < nways; i++)
		ways[i] = (struct sighting){.line = EMPTY_WAY};
	for (size_t i = 0; i < LEVEL1_PLACES; i++)
		seen[i] = (struct sighting){.line = LEVEL1_NO_LINE};
	/* line 0 goes when all the empty ways before it are taken */
	ways[cache->assoc - 1].line = 0;
}

static struct sighting *
set_of(const struct level1 *cache, uintptr_t line)
{
	return cache->ways +
	       (line >> cache->line_bits & cache->set_mask) * cache->assoc;
}

/* NULL when the line is not in the cache. */
static struct sighting *
find_way(const struct level1 *cache, uintptr_t line)
{
	struct sighting *set = set_of(cache, line);

	for (unsigned i = 0; i < cache->assoc; i++)
		if (set[i].line == line)
			return &set[i];
	return NULL;
}

static uint64_t
last_use(const struct level1 *cache, const struct sighting *way)
{
	const struct sighting *place = level1_place(cache, way->line);

	uint64_t in_seen = -(uint64_t)(place->line == way->line);

	return (place->when & in_seen) | (way->when & ~in_seen);
}

/* Makes room in the set that the line belongs to. */
static struct sighting *
replace_oldest(struct level1 *cache, uintptr_t line)
{
	struct sighting *set = set_of(cache, line);
	struct sighting *oldest = set;
	uint64_t age = last_use(cache, oldest);

	for (unsigned i = 1; i < cache->assoc; i++) {
		uint64_t when = last_use(cache, &set[i]);

		oldest = when < age ? &set[i] : oldest;
		age = when < age ? when : age;
	}

	struct sighting *place = level1_place(cache, oldest->line);

	if (place->line == oldest->line)
		place->line = LEVEL1_NO_LINE;
	oldest->line = line;
	return oldest;
}

/* Its way takes over the time of use of the line in this place. */
static void
empty_place(struct level1 *cache, struct sighting *place)
{
	if (place->line == LEVEL1_NO_LINE)
		return;
	find_way(cache, place->line)->when = place->when;
	place->line = LEVEL1_NO_LINE;
}

bool
level1_misses(struct level1 *cache, uintptr_t line, uint64_t when)
{
	struct sighting *place = level1_place(cache, line);
	bool missed = false;

	if (place->line != line) {
		empty_place(cache, place);
		missed = !find_way(cache, line);
		if (missed)
			replace_oldest(cache, line);
		place->line = line;
	}
	place->when = when;
	return missed;
}

bool
level1_misses_unseen(struct level1 *cache, uintptr_t line, uint64_t when)
{
	struct sighting *place = level1_place(cache, line);
	struct sighting *way = find_way(cache, line);
	bool missed = !way;

	if (place->line == line)
		place->line = LEVEL1_NO_LINE;
	if (missed)
		way = replace_oldest(cache, line);
	way->when = when;
	return missed;
}
