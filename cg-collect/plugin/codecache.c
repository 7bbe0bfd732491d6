// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The model of the first level of instructions: which of the known lines of
 * code are in it.  It knows nothing of Valgrind, so that a test can run it
 * beside a plainer one.
 */
#include "codecache.h"

void
codecache_init(struct codecache *cache, const struct geometry *shape,
    struct codeline **ways, struct codeline *line_zero)
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
	/* line 0 goes when all the empty ways before it are taken */
	ways[cache->assoc - 1] = line_zero;
	*line_zero = (struct codeline){.when = 1};
}

void
codecache_load(struct codecache *cache, struct codeline *line)
{
	size_t set = line->line >> cache->line_bits & cache->set_mask;
	struct codeline **ways = &cache->ways[set * cache->assoc];
	unsigned oldest = 0;
	uint64_t age = ways[0]->when;

	for (unsigned i = 1; i < cache->assoc; i++) {
		uint64_t time = ways[i]->when;

		oldest = time < age ? i : oldest;
		age = time < age ? time : age;
	}
	ways[oldest]->when = 0;
	ways[oldest] = line;
}
