/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SUPERBLOCK_H
#define CGCOLLECT_SUPERBLOCK_H

#include "codecache.h"

#include "pub_tool_basics.h"

/* Cachegrind reports events in batches of up to this many.  A fault in the
 * middle of a batch loses it, so to be equal the batches have to be. */
#define BATCH_EVENTS 16

/* What a segment has at most. */
#define SEGMENT_ACCESSES 5
#define SEGMENT_LINES 2

/* The addresses of its accesses are arguments of a call, after one other; if it
 * ends with a branch, before one more.  VEX passes so many. */
#if defined(VGA_s390x)
#define CALL_ARGUMENTS 5
#else
#define CALL_ARGUMENTS (1 + SEGMENT_ACCESSES)
#endif

/* The counts that a fetch or an access may add to lie one after the other:
 * how many, first and last level misses. */

struct fetch {
	ULong *counts;
	struct codeline *code; /* the line that it begins in, */
	UInt offset;           /* and where in it */
	UShort size;
	UShort naccesses; /* of its segment that come before it */
};

/* A read or a write of data. */
struct access {
	ULong *counts;
	UInt size;
};

/* A count that grows by n whenever the segment is executed. */
struct tally {
	ULong *count;
	UInt n;
};

/*
 * What is looked at whenever a segment is executed that needs more than to be
 * counted: most often all its accesses hit, and no more is needed to know so.
 */
struct step {
	ULong executions;
	ULong mispredictions; /* of the branch that ends it, if one does */
	struct codeline *code[SEGMENT_LINES]; /* which it fetches, in order */
	struct segment *segment;
	UShort last_byte[SEGMENT_ACCESSES]; /* size of each access, less one */
	UShort branch;                      /* where its predictor keeps it */
	UShort nlines; /* at least one, which is always there if it fetches
			  none */
};

/*
 * A batch of events, which happen together or not at all, or a piece of one.
 * What they add is multiplied out from the number of its executions; only
 * misses and mispredictions are counted as they happen.
 */
struct segment {
	struct segment *next; /* of its superblock, NULL at the end */
	struct step *step;    /* if it has fetches, accesses or a branch */
	ULong *executions;
	ULong *mispredictions; /* what those of the step are added to */
	UInt nfetches, naccesses, ntallies;
	struct fetch *fetches; /* those that may miss, in order */
	struct access *accesses;
	struct tally *tallies;
};

/* What a segment is made of. */
struct segment_parts {
	UInt nlines, nfetches, naccesses, ntallies;
	struct codeline *lines[SEGMENT_LINES]; /* that are fetched, in order */
	struct fetch fetches[SEGMENT_LINES];
	struct access accesses[SEGMENT_ACCESSES];
	struct tally tallies[BATCH_EVENTS];
	UShort branch;
	ULong *mispredictions; /* NULL unless it ends with a branch */
};

/*
 * The superblock at addr, until superblock_discard was called as often as this
 * function.  Segments added to it go with it.
 */
struct superblock *superblock_new(Addr addr);
void superblock_discard(Addr addr);

/* A segment with a copy of the parts. */
struct segment *superblock_add_segment(
    struct superblock *superblock, const struct segment_parts *parts);

/* Adds what was executed so far to the costs and counts on from zero. */
void superblocks_settle(void);

#endif
