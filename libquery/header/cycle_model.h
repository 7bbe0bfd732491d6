/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of estimated cycles, and the description of their model, "Cycle model: ...". */
#ifndef CYCLE_MODEL_H
#define CYCLE_MODEL_H

#include "cgfmt.h"

/* The event of estimated cycles, Cy, and its long name. */
extern const struct cg_event cycle_event;

/*
 * The parts of Cy, which add up to it in each row.  Their names are made as those of misses: 2 is
 * L2, L the last level, T the TLB.
 */
enum {
	CYCLES_OF_CORE,
	CYCLES_OF_BRANCHES, /* mispredicted */
	CYCLES_OF_FETCHES,
	/* waiting for data from */
	CYCLES_OF_L2,
	CYCLES_OF_LL,
	CYCLES_OF_MEMORY,
	CYCLES_OF_TLB,
	NCYCLE_PARTS
};
extern const struct cg_event cycle_parts[NCYCLE_PARTS];

/*
 * What the cycles of the core would be if one thing alone limited them, whatever else goes on
 * meanwhile: so they do not add up.  Those of instructions that have no part in it are 0.
 */
enum {
	CYCLE_BOUND_STORED,  /* loads that wait for stores in a row */
	CYCLE_BOUND_DIVIDER, /* the unit that divides */
	CYCLE_BOUND_STORES,  /* the unit that stores */
	CYCLE_BOUND_LOADS,   /* the unit that loads */
	CYCLE_BOUND_CHAIN,   /* instructions that wait for results in a row */
	CYCLE_BOUND_FRONT,   /* instructions that enter, and jumps */
	CYCLE_BOUND_UNITS,   /* the busiest of the other units */
	NCYCLE_BOUNDS
};
extern const struct cg_event cycle_bounds[NCYCLE_BOUNDS];

extern const char cycle_model_key[], cycle_share_key[];

/* Returns the index of the event in the header, or -1. */
int cycle_event_in(const struct cg_header *header);

/* Returns the first event of the header that is cycles or a part of them, or NULL. */
const char *cycles_in(const struct cg_header *header);

/* Ends the program if both have cycles, or parts of them, by different models. */
void cycle_model_demand_same(const struct cg_header *first,
    const char *first_path, const struct cg_header *header, const char *path);

/*
 * Keeps the description of the share that the model has estimated, "Cycles estimated: ...", of
 * the profile with the least, in memory that the caller frees.  *least is NULL at first.
 */
void cycle_share_keep_least(char **least, const struct cg_header *header);

/* Returns the description, or NULL. */
const char *cycle_model_desc(const struct cg_header *header);

#endif
