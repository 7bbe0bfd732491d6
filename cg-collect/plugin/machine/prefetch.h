/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PREFETCH_H
#define CGCOLLECT_PREFETCH_H

#include "datacache.h"

/*
 * Models of prefetchers.  All see only lines of data that are absent in D1, those of D1
 * only those of reads, and none asks for a line outside of the page of 4 KiB.
 *
 *	next		asks for the next line
 *	stream		keeps the last line of each of 64 pages.  If the third absent
 *			line of a page lies in the same direction from the second one as
 *			that from the first, and so on, it asks for the next two lines
 *			that it has not asked for, up to 20 lines ahead
 *	stride		keeps the last line of each of 256 instructions.  If it is as far
 *			from the one before as that from the one before, up to 2 KiB,
 *			asks for the line that is as far again
 *	adjacent	asks for the other line of a pair, if L2 misses
 *
 * A line that the level has is not asked for.  1,024 lines that were asked for D1 and not
 * used yet are remembered, and 4,096 for L2.  Each of these tables has one place for a page,
 * an instruction or a line, by the lowest bits of its number or address.
 */
enum prefetcher {
	D1_NEXT,
	D1_STREAM,
	D1_STRIDE,
	L2_ADJACENT,
	L2_STREAM,
	NPREFETCHERS
};

#define NSTREAMS 64
#define NSTRIDES 256
#define NASKED_BY_D1 1024
#define NASKED_BY_L2 4096

struct stream {
	uintptr_t page;     /* its number; 0: none */
	uintptr_t last;     /* line */
	uintptr_t furthest; /* line asked for, or the last one */
	int direction;      /* 1 or -1; 0: not known yet */
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
	uintptr_t asked_by_D1[NASKED_BY_D1]; /* 0: none */
	uintptr_t asked_by_L2[NASKED_BY_L2];
	struct stream D1_streams[NSTREAMS], L2_streams[NSTREAMS];
	struct stride strides[NSTRIDES];
};

/* Whose prefetchers had asked for a line. */
enum { ASKED_BY_D1 = 1, ASKED_BY_L2 = 2 };

/* Forgets that a line was asked for, and returns by whom. */
unsigned prefetch_take(struct prefetchers *prefetchers, uintptr_t line);

/* Shows the prefetchers a line that was absent in D1: those of D1 only if it was read. */
void prefetch_into_D1(
    struct prefetchers *prefetchers, uintptr_t line, uintptr_t instruction);
void prefetch_into_L2(
    struct prefetchers *prefetchers, uintptr_t line, bool is_absent_in_L2);

#endif
