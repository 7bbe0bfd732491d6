/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_COSTS_H
#define CGCOLLECT_COSTS_H

#include "events.h"

#include "pub_tool_basics.h"

/* The cost of one line of source.  The names are interned. */
struct cost {
	struct cost *next;
	UWord hash;
	const HChar *file;
	const HChar *function;
	Int line;
	ULong counts[NEVENTS];
};

/* Returns the cost of the source line of the instruction at addr.  It stays
 * valid for good, even if the code and its debug information are unloaded. */
struct cost *cost_at(Addr addr);

/* To be called before the first cost_at of a superblock, because debug
 * information may have been unloaded since the last one.  The addresses are
 * those of the first and the last byte of a contiguous part of it. */
void costs_begin_superblock(Addr first, Addr last);

/* Returns all costs, after costs_clear only those that grew since, sorted by
 * file, function and line; the caller frees the array.  NULL if there are
 * none. */
struct cost **costs_sorted(UInt *ncosts);

/* Computes the total of each event. */
void costs_add_up(ULong totals[NEVENTS]);

/* Sets all counts to zero. */
void costs_clear(void);

#endif
