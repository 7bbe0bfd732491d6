/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SUPERBLOCK_H
#define CGCOLLECT_SUPERBLOCK_H

#include "calls/costs.h"
#include "calls/transfer.h"
#include "simulation/segment.h"

#include "pub_tool_basics.h"

/* Cachegrind counts events in batches of up to this many.  A fault in the
 * middle of a batch loses its events, so counts are equal to Cachegrind's only
 * if the batches are. */
#define BATCH_EVENTS 16

/* The contents of a segment while it is put together. */
struct segment_parts {
	struct function *function;
	Addr address; /* of the first step, in the object; or 0 */
	UInt nlines, nfetches, naccesses, nsteps;
	struct code_line *lines[SEGMENT_LINES]; /* fetched lines, in order */
	struct fetch fetches[SEGMENT_LINES];
	struct access accesses[SEGMENT_ACCESSES];
	struct data_flow flows[SEGMENT_ACCESSES];
	/* the first may be of an instruction whose events began before */
	struct step steps[BATCH_EVENTS + 1];
	UShort branch;
	enum event mispredicted; /* as in struct segment */
};

/*
 * Returns the superblock at addr for another translation.  It is freed, with
 * its segments, when superblock_discard has been called for each of them.
 */
struct superblock *superblock_new(Addr addr);
void superblock_discard(Addr addr);

/* Adds a segment with a copy of the parts. */
struct segment *superblock_add_segment(
    struct superblock *superblock, const struct segment_parts *parts);

/* Adds a transfer, freed with the superblock. */
struct transfer *superblock_add_transfer(
    struct superblock *superblock, const struct transfer *parts);

/* Adds all executions so far to the costs, and forgets all segments: their code
 * must not run again. */
void superblocks_retire(void);

/* Adds all executions so far to the costs and sets their numbers to zero. */
void superblocks_settle(void);

/* Adds all executions so far in the context to the costs, and sets their numbers to zero. */
void superblocks_settle_context(const struct context *context);

/* Keeps numbers of executions from overflowing.  Call each time the program goes on, with
 * how many superblocks have run. */
void superblocks_run(ULong nblocks);

/* Adds all executions so far in the context that are in no cost yet to the counts. */
void
superblocks_add_context(const struct context *context, ULong counts[NEVENTS]);

/* Computes the total of each event, in costs and in executions. */
void superblocks_total(ULong totals[NEVENTS]);

/* Returns the number of superblocks that are translated. */
UInt superblocks_count(void);

/* Sets the numbers of executions to zero. */
void superblocks_clear(void);

/*
 * Calls the function for each step of each segment that has been executed, or of
 * each segment without --calls, with the context whose counts they are, NULL
 * without --calls, and the counts that are in no cost yet.
 */
void superblocks_visit(costs_visitor *visit);

/* The same for the segments of the context's function. */
void
superblocks_visit_context(const struct context *context, costs_visitor *visit);

#endif
