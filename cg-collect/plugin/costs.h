/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_COSTS_H
#define CGCOLLECT_COSTS_H

#include "pub_tool_basics.h"

/*
 * The events, in the order in which a profile lists them.  Of a kind of
 * access the misses of the first level and of the last follow the count; of a
 * kind of branch, the mispredictions.
 */
enum event {
	EV_IR,
	EV_I1MR,
	EV_ILMR,
	EV_DR,
	EV_D1MR,
	EV_DLMR,
	EV_DW,
	EV_D1MW,
	EV_DLMW,
	EV_BC,
	EV_BCM,
	EV_BI,
	EV_BIM,
	NEVENTS
};

/* What one line of source cost; the names are interned. */
struct cost {
	struct cost *next;
	UWord hash;
	const HChar *file;
	const HChar *function;
	Int line;
	ULong counts[NEVENTS];
};

/* The cost of the line that the instruction at addr belongs to.  It stays
 * valid, whatever becomes of the instruction and its debug information. */
struct cost *cost_at(Addr addr);

/* To be called before the first cost_at of a superblock, with the addresses of
 * the first and the last byte of a piece of it: debug information may have been
 * unloaded since the last one. */
void costs_begin_superblock(Addr first, Addr last);

/* All costs sorted by file, function and line, in an array that the caller
 * frees; after costs_clear those that grew since.  NULL when there are none. */
struct cost **costs_sorted(UInt *ncosts);

void costs_add_up(ULong totals[NEVENTS]);
void costs_clear(void);

#endif
