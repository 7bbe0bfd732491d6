/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What misses cost that cg-collect --memory has counted: those of each level, without those that a
 * prefetcher covers, and walks of the page table.
 */
#ifndef MEMORY_COSTS_H
#define MEMORY_COSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cgfmt.h"

/* What is known of a processor.  Cycles are those that a miss takes longer than a hit of the
 * level. */
struct memory_figures {
	const char *model; /* NULL: the profile has no such misses */
	int64_t L2, LL;    /* cycles of a miss */
	int64_t walk;      /* cycles of a walk of the page table */
	int64_t window;    /* instructions that a core looks ahead */
	int64_t buffers;   /* misses that can be under way */
	int64_t line;      /* cycles in which a line comes from memory */
};

struct memory_costs {
	struct memory_figures of;
	/* events of the profile */
	int L1_misses, L1_covered, L2_misses, L2_covered, LL_misses, LL_covered,
	    LL_writes, walks;
};

/* The misses of one execution of an instruction. */
struct memory_misses {
	double near; /* of L1: the next level has the line */
	double far;  /* that go farther, or walk the page table */
	double
	    waits; /* the cycles of these, if each was waited for: the sum of */
	double waits_LL, waits_memory, waits_walks;
	double lines; /* from memory, covered ones, too */
};

/* Finds the costs of the model that the header names.  Warns if they are not known. */
void
memory_costs_find(struct memory_costs *costs, const struct cg_header *header);

struct memory_misses memory_costs_of(
    const struct memory_costs *costs, const int64_t *counts, double executed);

/* Returns the share of the cycles of a far miss that a path takes longer for it.
 * dependent: the share for which the next steps wait; distance: the instructions from one to the
 * next. */
double memory_costs_share(
    const struct memory_costs *costs, double dependent, double distance);

#endif
