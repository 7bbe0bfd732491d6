/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_COSTS_H
#define CGCOLLECT_COSTS_H

#include "events.h"

#include "pub_tool_basics.h"

struct context;

/* Counts of a line in one context of its function. */
struct context_counts {
	struct context_counts *next;
	const struct context *context;
	ULong counts[NEVENTS];
};

/* The cost of one line of source.  The names are interned. */
struct cost {
	struct cost *next;
	UWord hash;
	const HChar *file;
	const HChar *function;
	struct function *owner; /* the function, with --calls; else NULL */
	Addr address;           /* in the object, with --dump-instr; else 0 */
	Int line;
	ULong counts[NEVENTS]; /* with --calls, in the first context */
	struct context_counts *others, *ended; /* of threads that have ended */
};

/* What distinguishes costs besides their line. */
struct cost_rules {
	Bool functions; /* of the same name, in different objects or files */
	Bool addresses;
};

/* Call before the first cost_at, if there are such rules. */
void costs_init(const struct cost_rules *rules);

/* Returns the cost of the source line of the instruction at addr.  It stays
 * valid for good, even if the code and its debug information are unloaded. */
struct cost *cost_at(Addr addr);

/* Returns the counts in a context of the function, NULL for the first one.
 * They stay valid. */
ULong *cost_counts(struct cost *cost, const struct context *context);

/* Returns the counts in all contexts but the first, as a list. */
struct context_counts *cost_others(struct cost *cost);

/* Call before the first cost_at of a superblock, because debug information may
 * have been unloaded since the last one; with the addresses of the first and
 * the last byte of a contiguous part of it. */
void costs_begin_superblock(Addr first, Addr last);

/* Returns all costs, after costs_clear only those that grew since, sorted by
 * file, function and line; the caller frees the array.  NULL if there are
 * none. */
struct cost **costs_sorted(UInt *ncosts);

/* Calls the function for each of them, in no order. */
void costs_visit(void (*visit)(struct cost *cost));

/* Computes the total of each event. */
void costs_add_up(ULong totals[NEVENTS]);

/* Sets all counts to zero. */
void costs_clear(void);

#endif
