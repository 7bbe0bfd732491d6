// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The model of the first level of data.  It sees all accesses and must be
 * left alone by those that hit, so it keeps no order of use but times, which
 * are looked at when a line must go.  It knows nothing of Valgrind, so that a
 * test can run it beside a plainer one.
 */
#include "datacache.h"

#define EMPTY_WAY ((uintptr_t)1) /* no line, nor ever in `seen` */

void
datacache_init(struct datacache *cache, const struct geometry *shape,
    uintptr_t *lines, uint64_t *when)
{
	size_t nsets = cache_nsets(shape);

	cache->line_bits = (unsigned)__builtin_ctz((unsigned)shape->line_size);
	cache->place_shift =
	    cache->line_bits - __builtin_ctz(sizeof(struct sighting));
	cache->line_size = (uintptr_t)shape->line_size;
	cache->set_mask = nsets - 1;
	cache->assoc = (unsigned)shape->assoc;
	cache->lines = lines;
	cache->when = when;
	for (size_t i = 0; i < nsets * cache->assoc; i++) {
		lines[i] = EMPTY_WAY;
		when[i] = 0;
	}
	for (size_t i = 0; i < DATACACHE_PLACES; i++) {
		cache->seen[i] = (struct sighting){.line = DATACACHE_NO_LINE};
		cache->nhidden[i] = 0;
	}
	/* line 0 is there, but no use is as old as an empty way */
	lines[0] = 0;
	when[0] = 1;
	cache->seen[0] = (struct sighting){.line = 0, .when = &when[0]};
}

/* Two searches, of either half, go on at once.  Which way is older is no
 * branch: a guess would mostly be wrong. */
static size_t
oldest_way(const struct datacache *cache, size_t set)
{
	size_t half = cache->assoc / 2, rest = cache->assoc - half;
	const uint64_t *left = &cache->when[set * cache->assoc];
	const uint64_t *right = left + half;
	uint64_t left_age = left[0], right_age = right[0];
	size_t left_way = 0, right_way = half;

	for (size_t i = 1; i < rest; i++) {
		/* the middle way of an odd number is looked at twice */
		uint64_t age = left[i];

		left_way = age < left_age ? i : left_way;
		left_age = age < left_age ? age : left_age;
		age = right[i];
		right_way = age < right_age ? half + i : right_way;
		right_age = age < right_age ? age : right_age;
	}
	return set * cache->assoc +
	       (left_age < right_age ? left_way : right_way);
}

/* The way that held the line which was used the longest time ago. */
static size_t
free_way(struct datacache *cache, size_t set)
{
	size_t way = oldest_way(cache, set);
	uintptr_t gone = cache->lines[way];
	struct sighting *place = datacache_place(cache, gone);

	if (gone == EMPTY_WAY)
		return way;
	if (place->line == gone)
		place->line = DATACACHE_NO_LINE;
	else
		cache->nhidden[place - cache->seen]--;
	return way;
}

/* The way that holds a hidden line: there is one, unless another of the same
 * place is hidden. */
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
datacache_search(struct datacache *cache, struct sighting *place,
    uintptr_t line, uint64_t when)
{
	size_t set = line >> cache->line_bits & cache->set_mask;
	uint32_t *nhidden = &cache->nhidden[place - cache->seen];
	size_t way;
	bool missed = *nhidden == 0 || !find_way(cache, set, line, &way);

	if (missed)
		way = free_way(cache, set);
	else
		--*nhidden;
	if (place->line != DATACACHE_NO_LINE)
		++*nhidden;
	cache->lines[way] = line;
	cache->when[way] = when;
	place->line = line;
	place->when = &cache->when[way];
	return missed;
}
