/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SUPERBLOCK_H
#define CGCOLLECT_SUPERBLOCK_H

#include "codecache.h"

#include "pub_tool_basics.h"

/* Cachegrind reports events in batches of up to this many.  A fault in the
 * middle of a batch loses it, so to be equal the batches have to be. */
#define SEGMENT_EVENTS 16

/* One access to memory, by an instruction fetch or by data. */
struct ref {
	struct codeline *code, *code_end; /* first and last line that a fetch
					     is in; of data, NULL */
	const Addr *address; /* where to find it: known, or a slot of the
				simulation's data_address */
	Addr known;
	ULong *counts; /* accesses, first and last level misses */
	UInt size;
};

/* A count that grows by n whenever the segment is executed. */
struct tally {
	ULong *count;
	UInt n;
};

/*
 * A stretch of a superblock whose events happen together or not at all.  What
 * they add is multiplied out from the number of its executions; only misses
 * and mispredictions are counted as they happen.
 */
struct segment {
	struct segment *next; /* of its superblock, NULL at the end */
	ULong *executions;
	Addr branch; /* the instruction that ends it, if that is a branch */
	ULong *mispredictions;
	UInt nrefs;
	UInt ntallies;
	struct tally *tallies;
	struct ref refs[]; /* those that may miss, in order */
};

/*
 * The superblock at addr, until superblock_discard; there is only one at a
 * time.  Segments added to it go with it.
 */
struct superblock *superblock_new(Addr addr);
void superblock_discard(Addr addr);

/* A segment with copies of the refs and tallies. */
struct segment *
superblock_add_segment(struct superblock *superblock, const struct ref *refs,
    UInt nrefs, const struct tally *tallies, UInt ntallies);

/* Adds what was executed so far to the costs and counts on from zero. */
void superblocks_settle(void);

#endif
