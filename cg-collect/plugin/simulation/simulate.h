/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SIMULATE_H
#define CGCOLLECT_SIMULATE_H

#include "machine/branchsim.h"
#include "machine/cachesim.h"
#include "machine/codecache.h"
#include "machine/datacache.h"
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

/* Call once when the caches are known. */
void simulation_init(void);

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
