/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CACHESIM_H
#define CGCOLLECT_CACHESIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The shape of a cache, in bytes, ways and bytes. */
struct geometry {
	int size;
	int assoc;
	int line_size;
};

/*
 * A set-associative cache that replaces the least recently used line.  A line
 * is known by the address of its first byte.  At first every way holds line 0.
 */
struct cache {
	unsigned line_bits;
	uintptr_t set_mask;
	unsigned nolder;   /* lines of a set besides the newest */
	uintptr_t *newest; /* each set's most recently used line */
	uintptr_t *older;  /* nolder lines a set, most recent first */
};

/* The number of sets, which must be a power of two as the line size is. */
size_t cache_nsets(const struct geometry *shape);

/*
 * The caller owns the two tables, zeroed and at least one word each:
 * cache_nsets(shape) lines, and assoc - 1 times as many.
 */
void cache_init(struct cache *cache, const struct geometry *shape,
    uintptr_t *newest, uintptr_t *older);

/*
 * Touches the one or two lines that hold the size bytes from addr, and tells
 * whether any of them was absent: a crossing access misses once at most.
 */
bool cache_misses(struct cache *cache, uintptr_t addr, unsigned size);

/* The address of the line that holds addr. */
static inline uintptr_t
cache_line(const struct cache *cache, uintptr_t addr)
{
	return addr >> cache->line_bits << cache->line_bits;
}

/* The number of the set that a line belongs to. */
static inline size_t
cache_set(const struct cache *cache, uintptr_t line)
{
	return line >> cache->line_bits & cache->set_mask;
}

#endif
