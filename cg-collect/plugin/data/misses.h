/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_MISSES_H
#define CGCOLLECT_MISSES_H

#include "events.h"

#include "pub_tool_basics.h"

struct cost;
struct datum;

/* Misses of D1 and LL, of reads and of writes; for --line-use, the sizes of lines
 * that were fetched into D1, and how many of these bytes were used. */
struct miss_counts {
	ULong d1_read, ll_read, d1_write, ll_write;
	ULong line_bytes, used_bytes;
	/* for --sharing: accesses to lines that threads share, to bytes that others
	 * use, too, and to bytes that no other uses */
	ULong truly_shared, falsely_shared;
	/* for --miss-kinds, the events from D1mnew on */
	ULong kinds[NMISS_KIND_EVENTS];
};

/* Of more offsets than these, an instruction that goes through an array has one
 * record. */
#define MOST_OFFSETS 8

/*
 * The misses of an instruction on a datum, by offset.  If there are more than a few
 * offsets, all are one, and their distances from the first are multiples of the step.
 */
struct misses {
	struct misses *next;
	UWord hash;
	struct datum *datum;
	const struct cost *cost;
	UShort noffsets, room;
	UInt last;      /* the number of the offset that was found last */
	Addr step;      /* 0: each has its own counts */
	Addr low, high; /* if not, the lowest of all offsets, and the highest */
	/* with whom it shares lines: what others do, with the counts of this one; and
	 * of such, the number of this one's offset */
	struct misses *partners;
	UInt of;
	struct miss_counts *counts;
	Addr offsets[MOST_OFFSETS + 1];
};

/* Where a miss is counted.  It stays valid until misses_clear. */
struct miss_place {
	struct misses *misses;
	UInt offset; /* its number, unless there is only one */
};

void misses_init(void);

/* Finds where misses there are counted. */
struct miss_place
misses_at(struct datum *datum, const struct cost *cost, Addr offset);

/* Finds where accesses there are counted that share their line with accesses by an
 * instruction to an offset in a datum. */
struct miss_place misses_shared_with(const struct miss_place *place,
    struct datum *datum, const struct cost *cost, Addr offset);

/* Returns the counts, which are valid until the next of these calls. */
static inline struct miss_counts *
miss_counts_at(const struct miss_place *place)
{
	const struct misses *misses = place->misses;

	return &misses->counts[misses->noffsets > 1 ? place->offset : 0];
}

/* Returns all of a datum one after the other; the caller frees the array. */
struct misses **misses_all(UInt *nmisses);

void misses_clear(void);

#endif
