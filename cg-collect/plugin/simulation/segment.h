/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SEGMENT_H
#define CGCOLLECT_SEGMENT_H

#include "events.h"
#include "machine/codecache.h"

#include "pub_tool_basics.h"

struct cost;
struct function;
struct jump;

/* The maximum of a segment. */
#define SEGMENT_ACCESSES 5
#define SEGMENT_LINES 2

/* How many arguments VEX can pass to the function that executes a segment: the
 * segment, the addresses of its accesses and, if it ends with a branch, one
 * more. */
#if defined(VGA_s390x)
#define CALL_ARGUMENTS 5
#else
#define CALL_ARGUMENTS (1 + SEGMENT_ACCESSES)
#endif

/* A fetch of an instruction that may miss. */
struct fetch {
	struct cost *cost;      /* NULL before the first miss */
	struct code_line *code; /* the line in which it begins */
	UInt offset;            /* of the instruction in that line */
	UShort size;
	UChar naccesses; /* of the segment's accesses that come before it */
	UChar step;      /* the instruction */
};

/* A read or a write of data. */
struct access {
	struct cost *cost; /* NULL before the first miss */
	UInt size;
	UChar event; /* EV_DR or EV_DW */
	UChar step;
	UChar kind; /* for misses by data: enum access_kind */
};

/* Where the data of an access come from, with --forwarding.  A bit is a read of the superblock. */
struct data_flow {
	ULong from;       /* of a write: the reads that its data depend on */
	ULong bit;        /* of a read; 0: there are too many */
	Bool is_register; /* it reads what a general register holds */
};

/* The events that executions of a segment alone determine. */
#define STEP_EVENTS 5
static const enum event step_events[STEP_EVENTS] = {
    EV_IR, EV_DR, EV_DW, EV_BC, EV_BI};

/* What one instruction does in each execution of a segment. */
struct step {
	UShort offset;             /* from the segment's address */
	UChar counts[STEP_EVENTS]; /* of those events */
};

/*
 * The part of a segment that the fast path touches: enough to tell that every
 * fetch and access hits.
 */
struct hot_segment {
	/* without --calls: executions, and mispredictions of the branch that ends it, if
	 * any */
	UInt counts[2];
	UWord counter; /* with --calls, as in struct segment */
	struct code_line *code[SEGMENT_LINES]; /* fetched lines, in order */
	struct segment *segment;
	UShort last_byte[SEGMENT_ACCESSES]; /* size of each access, less one */
	UShort branch; /* index of the branch in its predictor */
	UShort nlines; /* at least 1: a segment without fetches has a line that
			  is never absent */
	UShort writes; /* a bit for each access, from the lowest one on */
	ULong data;    /* reads, and writes in the upper half, as in
			  callstack_data */
};

/*
 * A batch of events that happen all or not at all, or a part of a batch that is
 * too long.  The number of its executions is counted, and multiplied out into
 * its events later; only misses and mispredictions are counted one by one.
 */
struct segment {
	struct segment *next;    /* of its superblock, NULL at the end */
	struct hot_segment *hot; /* NULL if it has no fetch that may miss, no
				    access and no branch */
	/* The address of the number of its executions, after which comes the
	 * number of mispredictions if there is a branch at its end; with
	 * --calls, their offset in the block of a context. */
	UWord counter;
	struct function *function;
	Addr address;        /* of its first step, in the object; or 0 */
	struct cost **costs; /* of its steps; NULL before they are needed */
	UShort ninstructions;
	UChar nfetches, naccesses, nsteps;
	UChar mispredicted; /* the event of mispredictions of the branch at its
			       end; 0: there is none */
	/* with --calls, the function's next segment */
	struct segment *next_of_function, **link;
	/* with --collect-jumps, the jumps that come at its end and right before
	 * it, or NULL */
	struct jump *executed, *passed;
	struct fetch
	    fetches[]; /* in order; then come accesses, steps and flows */
};

static inline struct access *
segment_accesses(const struct segment *segment)
{
	return (struct access *)(segment->fetches + segment->nfetches);
}

static inline const struct step *
segment_steps(const struct segment *segment)
{
	return (const struct step *)(segment_accesses(segment) +
				     segment->naccesses);
}

/* With --forwarding, of its accesses. */
static inline struct data_flow *
segment_flows(const struct segment *segment)
{
	return (struct data_flow *)(segment_steps(segment) + segment->nsteps);
}

/* Returns the address of a step in the object, or 0. */
static inline Addr
segment_step_address(const struct segment *segment, UInt step)
{
	return segment->address
		   ? segment->address + segment_steps(segment)[step].offset
		   : 0;
}

#endif
