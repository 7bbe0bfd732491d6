/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_HIERARCHY_H
#define CGCOLLECT_HIERARCHY_H

#include "cachesim.h"
#include "prefetch.h"

/*
 * The levels of --memory after the first one: L2 and LL, which instructions and data
 * share.  What cachesim.h says of LL holds for both, except:
 *
 *	- They see one line at a time, and only the lines that were absent in the
 *	  level before.
 *	- A line that an inclusive level drops is removed from the levels before it.
 *	- A victim cache gets the lines that the level before it drops, and nothing
 *	  else.  A line that is found there moves to the level before.
 *
 * Prefetchers do not change what is in the caches, so the misses of each level are what
 * they would be without.  A miss is covered if a prefetcher had asked for its line.
 */

enum filling {
	FILLED,    /* by its own misses */
	INCLUSIVE, /* the same; it has all lines of the levels before it */
	VICTIM,
};

/* What is known of the line of an access that was absent in the first level.  The facts of
 * two lines are or'ed. */
enum {
	ABSENT_IN_L2 = 1,
	ABSENT_IN_LL = 2,
	/* it was absent in this level, and no prefetcher had asked for it */
	UNCOVERED_IN_1 = 4,
	UNCOVERED_IN_L2 = 8,
	UNCOVERED_IN_LL = 16,
};

struct hierarchy {
	struct cache L2, LL;
	enum filling L2_filling, LL_filling;
	struct prefetchers *prefetchers;
};

/* A line of data that was absent in D1. */
struct data_line {
	uintptr_t line;
	bool is_read;
	uintptr_t instruction; /* that reads it; else unused */
};

/* Touches a line that was absent in the first level, and returns the facts.  The caller
 * removes the lines `removed` from the first levels; 0: none. */
unsigned hierarchy_fetch(
    struct hierarchy *hierarchy, uintptr_t line, uintptr_t removed[2]);
unsigned hierarchy_access(struct hierarchy *hierarchy,
    const struct data_line *access, uintptr_t removed[2]);

#endif
