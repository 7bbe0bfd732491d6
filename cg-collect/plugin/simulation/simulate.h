/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SIMULATE_H
#define CGCOLLECT_SIMULATE_H

#include "machine/branchsim.h"
#include "machine/cachesim.h"
#include "machine/codecache.h"
#include "machine/datacache.h"
#include "machine/hierarchy.h"
#include "machine/tlb.h"
#include "segment.h"

/* The simulated machine. */
extern struct simulation {
	struct codecache I1;
	struct datacache D1;
	struct cache LL;
	struct predictor predictor;
	ULong clock;                    /* time of the next segment */
	Addr address[SEGMENT_ACCESSES]; /* of the accesses of a segment */
} simulation;

/* What --memory adds to it, and simulates instead of LL. */
extern struct memory_system {
	struct hierarchy levels;
	struct tlb code, data;
	Addr code_page; /* the last one fetched from */
} memory_system;

/* Call once when the caches are known. */
void simulation_init(void);

/* Makes all that a core has new: everything but LL and the clock. */
void simulation_begin_core(void);

/* The lines of an access that were absent in the first level. */
enum { FIRST_ABSENT = 1, LAST_ABSENT = 2 };

/* True if the line is in another page than the last fetch. */
static inline Bool
simulation_changes_page(const struct code_line *code)
{
	/* the line of a segment without fetches is line 0 */
	return code->line != 0 &&
	       (code->line ^ memory_system.code_page) >= TLB_PAGE;
}

/* Returns the record of the line of code that holds addr.  It is never freed.
 */
struct code_line *simulation_code_line(Addr addr);

/*
 * Simulate all fetches and accesses of a segment, or its accesses from number
 * `first` to `end` - 1, in program order, because fetches and accesses share
 * the last level.  simulation.address has the addresses.  Times from `now` to
 * `now` + SEGMENT_TICKS - 1 are used.
 */
void simulate_segment(struct segment *segment, ULong now);
void
simulate_accesses(struct segment *segment, UInt first, UInt end, ULong now);

/* Each fetch and each access takes two ticks: the second one is for its second
 * line, if it has one. */
#define SEGMENT_TICKS (2 * SEGMENT_ACCESSES)

#endif
