// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The levels after the first.  They see few accesses, so they keep the lines of a
 * set in order of use.  This file knows nothing of Valgrind, so that a test can
 * run it next to a plainer model.
 */
#include "cachesim.h"

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

bool
geometry_is_of_many_cores(const struct geometry *shape)
{
	return shape->assoc < 8 && shape->size > 16 << 20;
}

static uintptr_t *
set_of(const struct cache *cache, uintptr_t line)
{
	size_t set = line >> cache->line_bits & cache->set_mask;

	return cache->lines + set * cache->assoc;
}

/* Moves the lines before it, or all if it is absent, down by one and puts the
 * line first: it is the MRU line now, and the last one is dropped. */
static inline bool
touch(struct cache *cache, uintptr_t line, uintptr_t *dropped)
{
	uintptr_t *lines = set_of(cache, line);
	uintptr_t moved = line;

	for (unsigned i = 0; i < cache->assoc; i++) {
		uintptr_t here = lines[i];

		lines[i] = moved;
		if (here == line)
			return false;
		moved = here;
	}
	*dropped = moved;
	return true;
}

bool
cache_load(struct cache *cache, uintptr_t line, uintptr_t *dropped)
{
	*dropped = 0;
	return touch(cache, line, dropped);
}

bool
cache_has(const struct cache *cache, uintptr_t line)
{
	const uintptr_t *lines = set_of(cache, line);

	for (unsigned i = 0; i < cache->assoc; i++)
		if (lines[i] == line)
			return true;
	return false;
}

bool
cache_remove(struct cache *cache, uintptr_t line)
{
	uintptr_t *lines = set_of(cache, line);
	unsigned i = 0;

	while (i < cache->assoc && lines[i] != line)
		i++;
	if (i == cache->assoc)
		return false;
	for (; i + 1 < cache->assoc; i++)
		lines[i] = lines[i + 1];
	lines[i] = 0;
	return true;
}

bool
cache_misses(struct cache *cache, uintptr_t addr, unsigned size)
{
	uintptr_t mask = ((uintptr_t)1 << cache->line_bits) - 1;
	uintptr_t first = addr & ~mask;
	uintptr_t last = (addr + size - 1) & ~mask;
	uintptr_t dropped;
	bool missed = touch(cache, first, &dropped);

	if (last != first)
		missed |= touch(cache, last, &dropped);
	return missed;
}
