/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LINE_USE_H
#define CGCOLLECT_LINE_USE_H

#include "machine/datacache.h"
#include "misses.h"

/* How many bytes of a line are used between the miss that fetches it into D1 and the
 * one that replaces it.  The miss gets both counts. */

/* Call once with the cache, which each core has one of; without, line_use_count_all and line_use_forget do
 * nothing. */
void line_use_init(struct datacache *D1);

/* A way of D1. */
struct line_in_use {
	ULong used;              /* bits of its line, from the lowest byte on */
	struct miss_place place; /* of no misses: it is not counted */
};

/* private */
extern struct lines_in_use {
	struct datacache *D1;
	struct line_in_use *ways; /* of the core that runs, some of: */
	struct line_in_use *all;  /* of all cores */
	SizeT n;                  /* of a core */
	UInt ncores;
	UInt bit_shift; /* bytes for each bit, as a power of two */
} lines_in_use;

/* Call when a line is fetched into the way; place: the miss, or NULL if it does not
 * count. */
void line_use_begin(struct line_in_use *way, const struct miss_place *place);

/* Call after an access to bytes of a line in D1, which was fetched if `missed`, by the
 * miss, as above.  The line is in its lookaside entry, because it was accessed last. */
static inline void
line_use_see(Addr line, const struct miss_place *place, Bool missed, Addr first,
    Addr last)
{
	const struct lookaside_entry *entry =
	    datacache_lookaside(lines_in_use.D1, line);
	struct line_in_use *way =
	    &lines_in_use.ways[entry->last_use - lines_in_use.D1->last_use];
	Addr end = line + lines_in_use.D1->line_size - 1;
	UInt from = first > line ? (UInt)(first - line) : 0;
	UInt to = (UInt)((last < end ? last : end) - line);

	from >>= lines_in_use.bit_shift;
	to >>= lines_in_use.bit_shift;
	if (UNLIKELY(missed))
		line_use_begin(way, place);
	way->used |= ~(ULong)0 >> (63 - (to - from)) << from;
}

/* Call before the core runs, if there are several. */
void line_use_change_core(UInt core);

/* Counts the lines that are in D1 now; takes_out: no longer. */
void line_use_count_all(Bool takes_out);

/* Call before the misses are cleared. */
void line_use_forget(void);

#endif
