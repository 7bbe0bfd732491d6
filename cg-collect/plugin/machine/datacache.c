// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The first level for data: accesses to a line that is not in its lookaside
 * entry.
 * It knows nothing of Valgrind, so that a test can run it next to a plainer
 * model.
 */
#include "datacache.h"

#define EMPTY_WAY ((uintptr_t)1) /* no line has this address */

void
datacache_init(struct datacache *cache, const struct geometry *shape,
    uintptr_t *lines, uint64_t *last_use)
{
	size_t nsets = cache_nsets(shape);

	cache->line_bits = (unsigned)__builtin_ctz((unsigned)shape->line_size);
	cache->lookaside_shift =
	    cache->line_bits - __builtin_ctz(sizeof(struct lookaside_entry));
	cache->line_size = (uintptr_t)shape->line_size;
	cache->set_mask = nsets - 1;
	cache->assoc = (unsigned)shape->assoc;
	cache->lines = lines;
	cache->last_use = last_use;
	for (size_t i = 0; i < nsets * cache->assoc; i++) {
		lines[i] = EMPTY_WAY;
		last_use[i] = 0;
	}
	for (size_t i = 0; i < DATACACHE_LOOKASIDE_SIZE; i++) {
		cache->lookaside[i].line = DATACACHE_NO_LINE;
		cache->lookaside[i].last_use = NULL;
		cache->nshadowed[i] = 0;
	}
	/* line 0 is there; its time is before all others, but after the time of
	 * empty ways, which are filled first */
	lines[0] = 0;
	last_use[0] = 1;
	cache->lookaside[0].line = 0;
	cache->lookaside[0].last_use = &last_use[0];
}

/* Searches both halves of the set at once, without branches: a branch on which
 * way is older would mostly be mispredicted. */
static size_t
oldest_way(const struct datacache *cache, size_t set)
{
	size_t half = cache->assoc / 2, rest = cache->assoc - half;
	const uint64_t *left = &cache->last_use[set * cache->assoc];
	const uint64_t *right = left + half;
	uint64_t left_time = left[0], right_time = right[0];
	size_t left_way = 0, right_way = half;

	for (size_t i = 1; i < rest; i++) {
		/* if their number is odd, the middle way is in both halves */
		uint64_t time = left[i];

		left_way = time < left_time ? i : left_way;
		left_time = time < left_time ? time : left_time;
		time = right[i];
		right_way = time < right_time ? half + i : right_way;
		right_time = time < right_time ? time : right_time;
	}
	return set * cache->assoc +
	       (left_time < right_time ? left_way : right_way);
}

/* Removes the least recently used line of the set and returns its way. */
static size_t
free_way(struct datacache *cache, size_t set)
{
	size_t way = oldest_way(cache, set);
	uintptr_t victim = cache->lines[way];
	struct lookaside_entry *entry = datacache_lookaside(cache, victim);

	if (victim == EMPTY_WAY)
		return way;
	if (entry->line == victim)
		entry->line = DATACACHE_NO_LINE;
	else
		cache->nshadowed[entry - cache->lookaside]--;
	return way;
}

/* Finds the way of a shadowed line.  False if the line is absent and others of
 * its lookaside entry are shadowed. */
static bool
find_way(const struct datacache *cache, size_t set, uintptr_t line, size_t *way)
{
	size_t first = set * cache->assoc;

	for (*way = first; *way < first + cache->assoc; ++*way)
		if (cache->lines[*way] == line)
			return true;
	return false;
}

bool
datacache_has(struct datacache *cache, uintptr_t line)
{
	size_t set = line >> cache->line_bits & cache->set_mask, way;
	const struct lookaside_entry *entry = datacache_lookaside(cache, line);

	return entry->line == line ||
	       (cache->nshadowed[entry - cache->lookaside] > 0 &&
		   find_way(cache, set, line, &way));
}

void
datacache_remove(struct datacache *cache, uintptr_t line)
{
	size_t set = line >> cache->line_bits & cache->set_mask, way;
	struct lookaside_entry *entry = datacache_lookaside(cache, line);

	if (!datacache_has(cache, line) || !find_way(cache, set, line, &way))
		return;
	cache->lines[way] = EMPTY_WAY;
	cache->last_use[way] = 0;
	if (entry->line == line)
		entry->line = DATACACHE_NO_LINE;
	else
		cache->nshadowed[entry - cache->lookaside]--;
}

void
datacache_put_aside(struct datacache *cache, struct datacache_aside *aside)
{
	size_t n = (cache->set_mask + 1) * cache->assoc;

	aside->lines = cache->lines;
	aside->last_use = cache->last_use;
	for (size_t i = 0; i < n; i++) {
		struct lookaside_entry *entry =
		    datacache_lookaside(cache, cache->lines[i]);

		entry->line = DATACACHE_NO_LINE;
		cache->nshadowed[entry - cache->lookaside] = 0;
	}
}

void
datacache_take_back(
    struct datacache *cache, const struct datacache_aside *aside)
{
	size_t n = (cache->set_mask + 1) * cache->assoc;

	cache->lines = aside->lines;
	cache->last_use = aside->last_use;
	for (size_t i = 0; i < n; i++) {
		uintptr_t line = cache->lines[i];
		struct lookaside_entry *entry =
		    datacache_lookaside(cache, line);

		if (line == EMPTY_WAY)
			continue;
		if (entry->line != DATACACHE_NO_LINE) {
			cache->nshadowed[entry - cache->lookaside]++;
			continue;
		}
		entry->line = line;
		entry->last_use = &cache->last_use[i];
	}
}

/* Returns the way of a line, or NULL. */
static uintptr_t *
way_aside(const struct datacache *cache, const struct datacache_aside *aside,
    uintptr_t line)
{
	size_t set = line >> cache->line_bits & cache->set_mask;
	uintptr_t *lines = &aside->lines[set * cache->assoc];

	for (size_t i = 0; i < cache->assoc; i++)
		if (lines[i] == line)
			return &lines[i];
	return NULL;
}

bool
datacache_has_aside(const struct datacache *cache,
    const struct datacache_aside *aside, uintptr_t line)
{
	return way_aside(cache, aside, line) != NULL;
}

bool
datacache_remove_aside(const struct datacache *cache,
    const struct datacache_aside *aside, uintptr_t line)
{
	uintptr_t *way = way_aside(cache, aside, line);

	if (!way)
		return false;
	*way = EMPTY_WAY;
	aside->last_use[way - aside->lines] = 0;
	return true;
}

bool
datacache_search(struct datacache *cache, struct lookaside_entry *entry,
    uintptr_t line, uint64_t now)
{
	size_t set = line >> cache->line_bits & cache->set_mask;
	uint32_t *nshadowed = &cache->nshadowed[entry - cache->lookaside];
	size_t way;
	bool missed = *nshadowed == 0 || !find_way(cache, set, line, &way);

	/* the line leaves the shadowed ones, if it was there */
	if (missed)
		way = free_way(cache, set);
	else
		--*nshadowed;
	/* it takes the entry, and shadows the line that had it */
	if (entry->line != DATACACHE_NO_LINE)
		++*nshadowed;
	cache->lines[way] = line;
	cache->last_use[way] = now;
	entry->line = line;
	entry->last_use = &cache->last_use[way];
	return missed;
}
