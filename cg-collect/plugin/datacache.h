/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_DATACACHE_H
#define CGCOLLECT_DATACACHE_H

#include "cachesim.h"

/*
 * The first level of data, made so that hits, which are most of its work, need
 * little.  Each line has the time of its last use.  A line in its place in
 * `seen` is in the cache: code that finds it there has a hit, and needs to do
 * no more than to set that time.
 */
struct sighting {
	uintptr_t line;
	uint64_t *when; /* last use; nothing if the place is empty */
};

#define DATACACHE_PLACE_BITS 12
#define DATACACHE_PLACES ((size_t)1 << DATACACHE_PLACE_BITS)

struct datacache {
	unsigned line_bits;
	unsigned place_shift; /* see datacache_place */
	uintptr_t line_size;
	uintptr_t set_mask;
	unsigned assoc;
	uintptr_t *lines; /* assoc a set */
	uint64_t *when;   /* of each of them */

	/* a line's place is its number modulo the number of places */
	struct sighting seen[DATACACHE_PLACES];
	/* lines that are in the cache but, as another one is there, not in
	 * this place */
	uint32_t nhidden[DATACACHE_PLACES];
};

/* A line that no access has, in a place of `seen` that is empty: the last page
 * is the kernel's. */
#define DATACACHE_NO_LINE ((uintptr_t)0 - 4096)

/* The caller owns lines and when, assoc for each set. */
void datacache_init(struct datacache *cache, const struct geometry *shape,
    uintptr_t *lines, uint64_t *when);

/* datacache_misses for a line that is not in its place. */
bool datacache_search(struct datacache *cache, struct sighting *place,
    uintptr_t line, uint64_t when);

/* The address of the line that holds addr. */
static inline uintptr_t
datacache_line(const struct datacache *cache, uintptr_t addr)
{
	return addr >> cache->line_bits << cache->line_bits;
}

/* The place of the line that holds addr: its number becomes the place's offset
 * in bytes with a single shift. */
static inline struct sighting *
datacache_place(struct datacache *cache, uintptr_t addr)
{
	size_t offset = addr >> cache->place_shift &
			(DATACACHE_PLACES - 1) * sizeof(struct sighting);

	return (struct sighting *)((char *)cache->seen + offset);
}

/*
 * Touches the line, and tells whether it was absent; then it is in its place,
 * whichever was there.  Times are above one, and each touch has a later one
 * than the touch before.
 */
static inline bool
datacache_misses(struct datacache *cache, uintptr_t line, uint64_t when)
{
	struct sighting *place = datacache_place(cache, line);

	if (place->line != line)
		return datacache_search(cache, place, line, when);
	*place->when = when;
	return false;
}

#endif
