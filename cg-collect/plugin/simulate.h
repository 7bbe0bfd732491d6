/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SIMULATE_H
#define CGCOLLECT_SIMULATE_H

#include "branchsim.h"
#include "cachesim.h"
#include "codecache.h"
#include "datacache.h"
#include "superblock.h"

/* The simulated machine. */
extern struct simulation {
	struct codecache I1;
	struct datacache D1;
	struct cache LL;
	struct predictor predictor;
	ULong clock;
	Addr address[SEGMENT_ACCESSES]; /* of the accesses of a segment */
} simulation;

void simulation_init(const struct geometry *I1, const struct geometry *D1,
    const struct geometry *LL);

/* The record of the line of code that addr is in, for good. */
struct codeline *simulation_codeline(Addr addr);

/*
 * All that a segment fetches and accesses, in order, for it meets in the last
 * level; and its accesses from the first-th to before the end-th.  The data is
 * at simulation.address.  SEGMENT_TICKS from now are taken.
 */
void simulate_segment(const struct segment *segment, ULong now);
void simulate_accesses(
    const struct segment *segment, UInt first, UInt end, ULong now);

/* A fetch or an access happens at a tick, and its second line, if it has one,
 * at the next. */
#define SEGMENT_TICKS (2 * SEGMENT_ACCESSES)

#endif
