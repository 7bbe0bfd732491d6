/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CODECACHE_H
#define CGCOLLECT_CODECACHE_H

#include "cachesim.h"

/*
 * The first level of instructions.  Which lines an instruction is in is known
 * when its code is generated, so each line has a record: if that has a time of
 * last use there is a hit, and no more to do than to set the time.
 */
struct codeline {
	struct codeline *next; /* its owner's */
	uintptr_t line;
	uint64_t when;              /* zero if the line is absent */
	struct codeline *following; /* the next line in memory, or NULL */
};

struct codecache {
	unsigned line_bits;
	unsigned assoc;
	uintptr_t set_mask;
	struct codeline **ways; /* assoc a set */
	struct codeline empty;  /* what is in a way at first */
};

/* The caller owns ways, assoc for each set, and the record of line 0. */
void codecache_init(struct codecache *cache, const struct geometry *shape,
    struct codeline **ways, struct codeline *line_zero);

/* Puts an absent line in the place of another. */
void codecache_load(struct codecache *cache, struct codeline *line);

/* Touches the line, and tells whether it was absent.  Times are above one,
 * and each touch has a later one than the touch before. */
static inline bool
codecache_misses(struct codecache *cache, struct codeline *line, uint64_t when)
{
	bool missed = line->when == 0;

	if (missed)
		codecache_load(cache, line);
	line->when = when;
	return missed;
}

#endif
