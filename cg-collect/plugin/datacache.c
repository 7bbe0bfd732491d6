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
    uintptr_t *lines, uint64_t *when, struct sighting *seen)
{
	size_t nsets = cache_nsets(shape);

	*cache = (struct datacache){
	    .line_bits = (unsigned)__builtin_ctz((unsigned)shape->line_size),
	    .assoc = (unsigned)shape->assoc,
	    .set_mask = nsets - 1,
	    .lines = lines,
	    .when = when,
	    .seen = seen,
	};
	for (size_t i = 0; i < nsets * cache->assoc; i++) {
		lines[i] = EMPTY_WAY;
		when[i] = 0;
	}
	for (size_t i = 0; i < DATACACHE_PLACES; i++)
		datacache_empty_place(cache, &seen[i]);
	/* line 0 goes when all the empty ways before it are taken */
	lines[cache->assoc - 1] = 0;
}

bool
datacache_search(struct datacache *cache, struct sighting *place,
    uintptr_t line, uint64_t when)
{
	size_t set = line >> cache->line_bits & cache->set_mask;
	size_t first = set * cache->assoc, end = first + cache->assoc;
	size_t way = first, oldest = first;
	uint64_t age = cache->when[first];

	/* which is the oldest is no branch: a guess would mostly be wrong */
	for (; way < end && cache->lines[way] != line; way++) {
		uint64_t time = cache->when[way];

		oldest = time < age ? way : oldest;
		age = time < age ? time : age;
	}

	bool missed = way == end;

	if (missed) {
		uintptr_t gone = cache->lines[oldest];
		struct sighting *its_place = datacache_place(cache, gone);

		if (its_place->line == gone)
			datacache_empty_place(cache, its_place);
		cache->lines[oldest] = line;
		way = oldest;
	}
	cache->when[way] = when;
	place->line = line;
	place->when = &cache->when[way];
	return missed;
}
