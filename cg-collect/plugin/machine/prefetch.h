/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PREFETCH_H
#define CGCOLLECT_PREFETCH_H

#include "datacache.h"

/*
 * Models of prefetchers.  All see only lines of data that are absent in D1.  The prefetchers of
 * D1 see only reads, but its stream sees writes, too, if there is D1_WRITES.  Only the stream of
 * D1 asks for lines outside of the page of 4 KiB.
 *
 *	next		asks for the next line
 *	stream		keeps the last line of each of 64 pages.  If the third absent
 *			line of a page lies in the same direction from the second one as
 *			that from the first, and so on, it asks for the next two lines
 *			that it has not asked for, up to 20 lines ahead.  In D1, the first
 *			absent line of the next page in that direction is the next of the
 *			stream, if it is at most 20 lines away
 *	stride		keeps the last line of each of 256 instructions.  If it is as far
 *			from the one before as that from the one before, up to 2 KiB,
 *			asks for the line that is as far again
 *	adjacent	asks for the other line of a pair, if L2 misses
 *
 * A line that the level has is not asked for.  1,024 lines that were asked for D1 and not
 * used yet are remembered, and 4,096 for L2.  The table of pages has sets of four and drops the
 * page that was not used for longest; the tables of lines have sets of four, too, and drop the line
 * that was asked for longest ago.  The table of instructions has one place for each, by the lowest
 * bits of its address.
 */
enum prefetcher {
	D1_NEXT,
	D1_STREAM,
	D1_STRIDE,
	D1_WRITES,
	L2_ADJACENT,
	L2_STREAM,
	NPREFETCHERS
};

#define NSTREAM_SETS 16
#define STREAM_WAYS 4
#define NSTRIDES 256
#define NASKED_SETS_OF_D1 256
#define NASKED_SETS_OF_L2 1024
#define ASKED_WAYS 4

struct stream {
	uintptr_t page;     /* its number; 0: none */
	uintptr_t last;     /* line */
	uintptr_t furthest; /* line asked for, or the last one */
	int direction;      /* 1 or -1; 0: not known yet */
};

/* Most recently used first. */
struct streams {
	struct stream sets[NSTREAM_SETS][STREAM_WAYS];
};

struct stride {
	uintptr_t instruction;
	uintptr_t last;    /* line */
	intptr_t distance; /* from the one before */
};

/* All but the first four members are zero at first. */
struct prefetchers {
	unsigned kinds; /* bit 1 << kind for each that there is */
	unsigned line_bits;
	struct datacache *D1;
	const struct cache *L2;
	uintptr_t asked_by_D1[NASKED_SETS_OF_D1][ASKED_WAYS]; /* 0: none */
	uintptr_t asked_by_L2[NASKED_SETS_OF_L2][ASKED_WAYS];
	struct streams D1_streams, L2_streams;
	struct stride strides[NSTRIDES];
};

/* Whose prefetchers had asked for a line. */
enum { ASKED_BY_D1 = 1, ASKED_BY_L2 = 2 };

/* Forgets that a line was asked for, and returns by whom. */
unsigned prefetch_take(struct prefetchers *prefetchers, uintptr_t line);

/* Shows the prefetchers a line that was absent in D1. */
void prefetch_into_D1(struct prefetchers *prefetchers, uintptr_t line,
    uintptr_t instruction, bool is_read);
void prefetch_into_L2(
    struct prefetchers *prefetchers, uintptr_t line, bool is_absent_in_L2);

#endif
