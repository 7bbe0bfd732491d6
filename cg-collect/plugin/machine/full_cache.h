/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_FULL_CACHE_H
#define CGCOLLECT_FULL_CACHE_H

#include "cachesim.h"

/*
 * A cache of one set: any line can be in any way, and a line that is loaded replaces the least
 * recently used one of all.  What another cache of this size misses and this one has, is a
 * conflict.
 *
 * A touch takes the same time whatever the number of lines: they are in a table by line, and in a
 * list by use.
 */
struct full_line {
	uintptr_t line;
	uint32_t newer, older; /* by use; 0: none */
	uint32_t next;         /* of the same place in the table; 0: none */
};

struct full_cache {
	unsigned line_bits;
	unsigned table_bits;
	uint32_t nlines, nused;
	uint32_t newest, oldest;
	uint32_t *table;         /* the first line of each place; 0: none */
	struct full_line *lines; /* from 1 on */
};

/* Returns the size of the memory that a cache of this shape needs, in bytes. */
size_t full_cache_size(const struct geometry *shape);

/* The caller owns the memory, zeroed and aligned for a pointer.  The cache is empty. */
void full_cache_init(
    struct full_cache *cache, const struct geometry *shape, void *memory);

/* Touches the line that holds addr.  True if it was absent. */
bool full_cache_misses(struct full_cache *cache, uintptr_t addr);

#endif
