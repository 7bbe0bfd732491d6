/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What misses cost that cg-collect --memory has counted: those of each level, without those that a
 * prefetcher covers, and walks of the page table.
 */
#ifndef MEMORY_COSTS_H
#define MEMORY_COSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cg-cycles/model/fused_jumps.h"
#include "cgfmt.h"

/* What is known of a processor.  Cycles are those that a miss takes longer than a hit of the
 * level. */
struct memory_figures {
	const char *model; /* NULL: the profile has no such misses */
	int64_t L2, LL;    /* cycles of a miss */
	int64_t walk;      /* cycles of a walk of the page table */
	int64_t window;    /* instructions that a core looks ahead */
	int64_t stores;    /* that can wait until their lines come */
	int64_t buffers;   /* misses that can be under way */
	int64_t walkers;   /* walks that can be */
	int64_t line;      /* cycles in which a line comes from memory */
	enum fused_jumps fuses;
};

struct memory_costs {
	struct memory_figures of;
	/* events of the profile; [1] is that of writes */
	int accesses[2], L1_misses[2], L1_covered[2], L2_misses[2],
	    L2_covered[2], LL_misses[2], LL_covered[2], walks[2];
};

/* Cycles in which a line comes from L2: 32 bytes in one, in AMD's guides 56305 and 56665.  The others
 * have 64, but zen5 takes 2 cycles. */
enum { L2_LINE = 2 };

/* Cycles for which misses take longer than those of L1 do, if each is waited for. */
struct memory_waits {
	double misses; /* that go farther than L2, or walk the page table */
	double LL, memory, walks;
};

/* The misses of one execution of an instruction, or of several. */
struct memory_misses {
	double near; /* reads that the next level has, or another one */
	struct memory_waits waits[2]; /* of reads, and of writes */
	double writes;
	double nwalks;
	double L2_lines; /* that L1 did not have */
	double lines;    /* from memory */
	double covered;  /* those of them that a prefetcher asked for */
};

/* A path through the code, and what a round of it waits for. */
struct memory_path {
	double instructions; /* a pair that is fused is one */
	double core;         /* cycles, if no miss went farther than L2 */
	struct memory_misses misses;
	double depth; /* cycles of reads that wait for each other in a round */
	double chain; /* and of those that do in all rounds, for each of them */
	double turns; /* mispredicted branches that wait for such a read */
	double restarts; /* cycles after the others, which pass meanwhile */
};

/* Finds the costs of the model that the header names.  Warns if they are not known. */
void
memory_costs_find(struct memory_costs *costs, const struct cg_header *header);

struct memory_misses memory_costs_of(
    const struct memory_costs *costs, const int64_t *counts, double executed);

static inline double
memory_waits_sum(const struct memory_waits *waits)
{
	return waits->LL + waits->memory + waits->walks;
}

void memory_misses_add(
    struct memory_misses *sum, const struct memory_misses *one, double times);

/* Returns the cycles by which misses make a round of a path longer.  *comes_slowly: because lines
 * come one after another, not because of their latency. */
double memory_costs_of_round(const struct memory_costs *costs,
    const struct memory_path *path, bool *comes_slowly);

#endif
