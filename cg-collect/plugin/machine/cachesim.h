/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CACHESIM_H
#define CGCOLLECT_CACHESIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Models of three set-associative caches: the first level for instructions, I1
 * (codecache.h), the first level for data, D1 (datacache.h), and the last level
 * that both share, LL (below).  With --memory there are more of them and some of the
 * following is otherwise: see hierarchy.h.  The bits of an address are, from the lowest on,
 * the offset in its line, the number of its set, and the tag; a set has room
 * for assoc lines.  The models store the address of a line, its first byte,
 * instead of the tag.  Their policy is Cachegrind's:
 *
 *	- A line that is loaded replaces the least recently used (LRU) line of
 *	  its set.
 *	- Write-allocate: a write that misses loads the line as a read does.
 *	  Lines are never dirty; writing them back costs nothing.
 *	- An access that straddles two lines touches both, the lower one first.
 *	  It counts one miss, if either line or both were absent.
 *	- LL sees an access only if it missed in I1 or D1, and then all of it,
 *	  even if one of its two lines was there.
 *	- The levels are neither inclusive nor exclusive: a line replaced in LL
 *	  stays in I1 and D1, and a hit there leaves its age in LL.
 *	- I1 and D1 never affect each other: after a program has overwritten its
 *	  code, I1 still holds the line.
 *	- There are no prefetches, and no accesses of the kernel or of other
 *	  programs.  Addresses are virtual.
 *	- At first a cache holds line 0 and nothing else.
 */

/* The shape of a cache, in bytes, ways and bytes. */
struct geometry {
	int size;
	int assoc;
	int line_size;
};

/* of a page of memory, 4 KiB: what TLBs translate, and what prefetchers stay in */
#define PAGE_SHIFT 12

/* Returns the number of sets.  That and the line size are powers of two. */
size_t cache_nsets(const struct geometry *shape);

/* True if the shape cannot be a last level: a virtual machine reports those of all
 * cores as one, with the few ways that fit in its answer. */
bool geometry_is_of_many_cores(const struct geometry *shape);

/*
 * A level after the first.  Its lines are kept in order of use: in each set, the most
 * recently used (MRU) line comes first, and the last one is replaced.
 */
struct cache {
	unsigned line_bits;
	uintptr_t set_mask;
	unsigned assoc;
	uintptr_t *lines; /* assoc for each set, MRU first; 0 is line 0 or an
			     empty way */
};

/* The caller owns lines, zeroed: assoc for each set. */
void
cache_init(struct cache *cache, const struct geometry *shape, uintptr_t *lines);

/* Call a while before cache_misses, so that the lines of its set are at hand then. */
static inline void
cache_expect(const struct cache *cache, uintptr_t addr)
{
	size_t set = addr >> cache->line_bits & cache->set_mask;

	__builtin_prefetch(cache->lines + set * cache->assoc);
}

/* Touches the one or two lines of the access.  True if any was absent. */
bool cache_misses(struct cache *cache, uintptr_t addr, unsigned size);

/* Touches a line.  True if it was absent; then `dropped` is the line that it
 * replaces, 0 if that was an empty way. */
bool cache_load(struct cache *cache, uintptr_t line, uintptr_t *dropped);

/* True if the line is there. */
bool cache_has(const struct cache *cache, uintptr_t line);

/* Makes the line absent, and its way the next one that is filled.  True if the line
 * was there. */
bool cache_remove(struct cache *cache, uintptr_t line);

#endif
