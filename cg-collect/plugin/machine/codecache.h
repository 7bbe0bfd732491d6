/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CODECACHE_H
#define CGCOLLECT_CODECACHE_H

#include "cachesim.h"

/*
 * The first level for instructions.  Its policy is in cachesim.h.  The lines of
 * an instruction are known when its code is translated, so there is one record
 * per I1 line, held by the generated code.  If the record has a time of last
 * use, the line is in the cache, and a fetch only has to set the time.  As in
 * datacache.h, the line of a set with the lowest time is the least recently
 * used.
 */
struct code_line {
	struct code_line *next; /* for the table of its owner */
	uintptr_t line;
	uint64_t last_use;           /* 0: the line is absent */
	struct code_line *following; /* the next line in memory, or NULL if no
					instruction straddles both */
};

struct codecache {
	unsigned line_bits;
	unsigned assoc;
	uintptr_t set_mask;
	struct code_line **ways; /* assoc for each set, in no order */
	struct code_line empty;  /* stands in a way that was never used */
};

/* The caller owns ways, assoc for each set, and the record of line 0. */
void codecache_init(struct codecache *cache, const struct geometry *shape,
    struct code_line **ways, struct code_line *line_zero);

/* Puts an absent line in the place of the least recently used of its set. */
void codecache_load(struct codecache *cache, struct code_line *line);

/* Makes the line of this address absent, if it is there, and its way the next one that is
 * filled. */
void codecache_remove(struct codecache *cache, uintptr_t line);

/* What the cache of another core holds: ways, and the time of last use of each. */
struct codecache_aside {
	struct code_line **ways;
	uint64_t *last_use; /* the caller owns them: assoc for each set */
};

/* Moves all lines out of the cache, which then needs others: from codecache_init or
 * codecache_take_back. */
void
codecache_put_aside(struct codecache *cache, struct codecache_aside *aside);
void codecache_take_back(
    struct codecache *cache, const struct codecache_aside *aside);

/* As codecache_remove. */
void codecache_remove_aside(
    struct codecache *cache, struct codecache_aside *aside, uintptr_t line);

/* Touches the line.  True if it was absent.  Times start at two, and each touch
 * has a later one than all before. */
static inline bool
codecache_misses(struct codecache *cache, struct code_line *line, uint64_t now)
{
	bool missed = line->last_use == 0;

	if (missed)
		codecache_load(cache, line);
	line->last_use = now;
	return missed;
}

#endif
