/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SIMULATE_H
#define CGCOLLECT_SIMULATE_H

#include "branchsim.h"
#include "cachesim.h"
#include "codecache.h"
#include "datacache.h"
#include "superblock.h"

/*
 * The simulated machine.  There is one, at a fixed address, because generated
 * code reads the caches' newest lines and writes the data addresses.
 */
extern struct simulation {
	struct codecache I1;
	struct datacache D1;
	struct cache LL;
	struct predictor predictor;
	ULong clock; /* runs on by SEGMENT_TICKS with each segment */
	Addr data_address[SEGMENT_EVENTS];
} simulation;

/* The n-th reference of a segment happens REF_TICKS * n ticks after its begin;
 * its second line, if it has one, a tick later. */
#define REF_TICKS 2
#define SEGMENT_TICKS (REF_TICKS * SEGMENT_EVENTS)

void simulation_init(const struct geometry *I1, const struct geometry *D1,
    const struct geometry *LL);

/* The record of the line of code that addr is in, for good. */
struct codeline *simulation_codeline(Addr addr);

/*
 * Called by generated code.  replay makes a segment's references in order,
 * after the clock was moved to its end; the others count a segment that
 * consists of one access, or judge the branch that ends a segment.
 */
VG_REGPARM(1) void replay_segment(struct segment *segment);
VG_REGPARM(2) void guarded_segment(struct segment *segment, Addr addr);
VG_REGPARM(2) void conditional_branch(struct segment *segment, UWord taken);
VG_REGPARM(2) void indirect_branch(struct segment *segment, Addr target);

#endif
