// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The first level for instructions: loads lines that are absent.  It knows
 * nothing of Valgrind, so that a test can run it next to a plainer model.
 */
#include "codecache.h"

void
codecache_init(struct codecache *cache, const struct geometry *shape,
    struct code_line **ways, struct code_line *line_zero)
{
	size_t nsets = cache_nsets(shape);

	*cache = (struct codecache){
	    .line_bits = (unsigned)__builtin_ctz((unsigned)shape->line_size),
	    .assoc = (unsigned)shape->assoc,
	    .set_mask = nsets - 1,
	    .ways = ways,
	};
	for (size_t i = 0; i < nsets * cache->assoc; i++)
		ways[i] = &cache->empty;
	/* line 0 is replaced when all empty ways are filled */
	ways[cache->assoc - 1] = line_zero;
	line_zero->line = 0;
	line_zero->last_use = 1;
}

void
codecache_remove(struct codecache *cache, uintptr_t line)
{
	size_t set = line >> cache->line_bits & cache->set_mask;
	struct code_line **ways = &cache->ways[set * cache->assoc];

	for (unsigned i = 0; i < cache->assoc; i++) {
		if (ways[i]->line != line)
			continue;
		ways[i]->last_use = 0;
		ways[i] = &cache->empty;
	}
}

void
codecache_put_aside(struct codecache *cache, struct codecache_aside *aside)
{
	size_t n = (cache->set_mask + 1) * cache->assoc;

	aside->ways = cache->ways;
	for (size_t i = 0; i < n; i++) {
		aside->last_use[i] = cache->ways[i]->last_use;
		cache->ways[i]->last_use = 0;
	}
}

void
codecache_take_back(
    struct codecache *cache, const struct codecache_aside *aside)
{
	size_t n = (cache->set_mask + 1) * cache->assoc;

	cache->ways = aside->ways;
	for (size_t i = 0; i < n; i++)
		cache->ways[i]->last_use = aside->last_use[i];
}

void
codecache_remove_aside(
    struct codecache *cache, struct codecache_aside *aside, uintptr_t line)
{
	size_t set = line >> cache->line_bits & cache->set_mask;
	size_t first = set * cache->assoc;

	for (size_t i = first; i < first + cache->assoc; i++) {
		if (aside->ways[i]->line != line)
			continue;
		aside->ways[i] = &cache->empty;
		aside->last_use[i] = 0;
	}
}

void
codecache_load(struct codecache *cache, struct code_line *line)
{
	size_t set = line->line >> cache->line_bits & cache->set_mask;
	struct code_line **ways = &cache->ways[set * cache->assoc];
	unsigned oldest = 0;
	uint64_t oldest_time = ways[0]->last_use;

	for (unsigned i = 1; i < cache->assoc; i++) {
		uint64_t time = ways[i]->last_use;

		oldest = time < oldest_time ? i : oldest;
		oldest_time = time < oldest_time ? time : oldest_time;
	}
	ways[oldest]->last_use = 0;
	ways[oldest] = line;
}
