// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The model of one cache.  It knows nothing of Valgrind, so that a test can
 * run it beside a plainer one.  The newest line of each set is kept apart from
 * the others because generated code looks at it: an access to that line, and
 * to no other, changes nothing here and need not be reported.
 */
#include "cachesim.h"

size_t
cache_nsets(const struct geometry *shape)
{
	return (size_t)(shape->size / shape->line_size / shape->assoc);
}

void
cache_init(struct cache *cache, const struct geometry *shape, uintptr_t *newest,
    uintptr_t *older)
{
	cache->line_bits = (unsigned)__builtin_ctz((unsigned)shape->line_size);
	cache->set_mask = cache_nsets(shape) - 1;
	cache->nolder = (unsigned)shape->assoc - 1;
	cache->newest = newest;
	cache->older = older;
}

/* The ways up to the one that held the line move down, and it goes first. */
static bool
line_misses(struct cache *cache, uintptr_t line)
{
	size_t set = cache_set(cache, line);
	uintptr_t *older = cache->older + set * cache->nolder;
	uintptr_t moved = cache->newest[set];

	if (moved == line)
		return false;
	cache->newest[set] = line;
	for (unsigned i = 0; i < cache->nolder; i++) {
		uintptr_t here = older[i];

		older[i] = moved;
		if (here == line)
			return false;
		moved = here;
	}
	return true;
}

bool
cache_misses(struct cache *cache, uintptr_t addr, unsigned size)
{
	uintptr_t first = cache_line(cache, addr);
	uintptr_t last = cache_line(cache, addr + size - 1);
	bool missed = line_misses(cache, first);

	if (last != first)
		missed |= line_misses(cache, last);
	return missed;
}
