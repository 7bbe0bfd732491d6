/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CACHESIM_H
#define CGCOLLECT_CACHESIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A model of a set-associative cache that replaces the least recently used
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

#endif
