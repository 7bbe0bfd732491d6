/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CACHESIM_H
#define CGCOLLECT_CACHESIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Two models of a set-associative cache that replaces the least recently used
 * line.  A line is known by the address of its first byte.  An access of size
 * bytes from addr lies in one line or in two and misses at most once.  At
 * first a cache holds line 0 and nothing else.
 */

/* The shape of a cache, in bytes, ways and bytes. */
struct geometry {
	int size;
	int assoc;
	int line_size;
};

/* The number of sets, which must be a power of two as the line size is. */
size_t cache_nsets(const struct geometry *shape);

/* The last level: called for every access that it sees. */
struct cache {
	unsigned line_bits;
	uintptr_t set_mask;
	unsigned assoc;
	uintptr_t *lines; /* assoc of them a set, most recently used first */
};

/* The caller owns lines, zeroed: assoc for each set. */
void
cache_init(struct cache *cache, const struct geometry *shape, uintptr_t *lines);

/* Touches one line or two, and tells whether any of them was absent. */
bool cache_misses(struct cache *cache, uintptr_t addr, unsigned size);

/*
 * The first level, made so that generated code can do most of its work.  Each
 * line has the time of its last use.  A line in `seen` is in the cache, and
 * its time of use is the one there: code that finds a line in its place in
 * `seen` has a hit, and needs to do no more than to set that time.
 */
struct sighting {
	uintptr_t line;
	uint64_t when;
};

struct level1 {
	unsigned line_bits;
	uintptr_t set_mask;
	unsigned assoc;
	struct sighting *ways; /* assoc a set; its `when` is stale while the
				  line is in seen */
	struct sighting *seen; /* a line's place is its number modulo the
				  number of places */
};

#define LEVEL1_PLACE_BITS 12
#define LEVEL1_PLACES ((size_t)1 << LEVEL1_PLACE_BITS)

/* A line that no access has, in a place of `seen` that is empty. */
#define LEVEL1_NO_LINE ((uintptr_t)1 << (sizeof(uintptr_t) * 8 - 2))

/* The caller owns the tables: assoc ways for each set, LEVEL1_PLACES seen. */
void level1_init(struct level1 *cache, const struct geometry *shape,
    struct sighting *ways, struct sighting *seen);

/*
 * Touches the line, and tells whether it was absent; then it is in `seen`, in
 * the place of whichever was.  Times are above zero, and each touch has a later
 * one than the touch before.
 */
bool level1_misses(struct level1 *cache, uintptr_t line, uint64_t when);

/* The same, but the line is not in `seen` afterwards, and no other line comes
 * to be there. */
bool level1_misses_unseen(struct level1 *cache, uintptr_t line, uint64_t when);

/* The address of the line that holds addr. */
static inline uintptr_t
level1_line(const struct level1 *cache, uintptr_t addr)
{
	return addr >> cache->line_bits << cache->line_bits;
}

static inline struct sighting *
level1_place(const struct level1 *cache, uintptr_t line)
{
	return &cache->seen[line >> cache->line_bits & (LEVEL1_PLACES - 1)];
}

#endif
