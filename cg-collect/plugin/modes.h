/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_MODES_H
#define CGCOLLECT_MODES_H

#include "events.h"

#include "pub_tool_basics.h"

/*
 * What is recorded.  Options say so before the program runs; the program's requests
 * can change all but the modes of data.
 */
extern struct modes {
	/* 1 if events of the running thread are counted now; 0 if it is outside the
	 * functions to be counted.  Generated code adds this to a count instead of 1 */
	ULong counting;
	Bool toggles; /* that changes: generated code must look at it */
	Bool caches;  /* what misses in them */
	Bool memory;  /* more levels of them, TLBs and prefetchers */
	UInt cores;   /* of which each has caches of its own; 0: there is one */
	Bool forwarding; /* reads that wait for writes */
	Bool miss_kinds; /* the kinds of misses on data */
	Bool branches;   /* mispredictions */
	Bool calls;      /* there are call stacks */
	Bool threads;    /* are separated in what is written */
	Bool jumps;
	Bool dumps;        /* parts have been dumped, here or in the parent */
	Bool regions;      /* the program has named one */
	Bool data;         /* misses by data */
	Bool line_use;     /* the bytes that are used of lines */
	Bool sharing;      /* accesses to lines that threads share */
	Bool allocations;  /* as events */
	Bool all_accesses; /* are looked at, not only misses */
	Bool addresses;    /* of instructions; otherwise lines */
	Bool build_ids;    /* of objects, unless addresses are recorded */
	/* code that was translated and never executed has no row of zeros */
	Bool omits_zeros;
} modes;

/* True if the event is one of what is recorded. */
Bool event_is_recorded(enum event event);

#endif
