/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_MISSES_H
#define CGCOLLECT_MISSES_H

#include "pub_tool_basics.h"

struct cost;
struct datum;

/* Misses of D1 and LL, of reads and of writes. */
struct miss_counts {
	ULong d1_read, ll_read, d1_write, ll_write;
};

/*
 * The misses of an instruction on a datum, at one offset.  If there are more than a
 * few offsets, all are one, and their distances from the first are multiples of the
 * step.  0: there is one offset only.
 */
struct miss_offset {
	Addr offset, step;
	struct miss_counts counts;
};

struct misses {
	struct misses *next;
	UWord hash;
	struct datum *datum;
	const struct cost *cost;
	UInt noffsets, room;
	struct miss_offset *offsets;
};

void misses_init(void);

/* Returns the counts of misses there. */
struct miss_counts *
misses_at(struct datum *datum, const struct cost *cost, Addr offset);

/* Returns all of a datum one after the other; the caller frees the array. */
struct misses **misses_all(UInt *nmisses);

void misses_clear(void);

#endif
