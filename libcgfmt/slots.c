/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hash table reads a slot before it writes it.  In fresh memory from calloc
 * that is two page faults, the second of which stops all other threads for a
 * while; here it is one.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "slots.h"

enum { CACHE_LINE = 64 };

void *
slots_new(size_t n, size_t size)
{
	size_t total;
	void *slots;

	if (__builtin_mul_overflow(n, size, &total) ||
	    total > SIZE_MAX - CACHE_LINE)
		return NULL;
	total = (total + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
	/* not malloc: compilers make calloc of malloc and memset */
	slots = aligned_alloc(CACHE_LINE, total);
	return slots != NULL ? memset(slots, 0, total) : NULL;
}
