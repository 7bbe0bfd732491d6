// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The last level.  It sees few accesses, so it keeps the lines of a set in
 * order of use.  It knows nothing of Valgrind, so that a test can run it next
 * to a plainer model.
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

/* Moves the lines before it, or all if it is absent, down by one and puts the
 * line first: it is the MRU line now, and the last one is dropped. */
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
