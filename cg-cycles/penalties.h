/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What misses and mispredictions cost, which the simulation counted and LLVM's model does not
 * know of.
 */
#ifndef PENALTIES_H
#define PENALTIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PENALTY_L1,
	PENALTY_LL,
	PENALTY_BRANCH,     /* a conditional one */
	PENALTY_INDIRECT,   /* an indirect one */
	PENALTY_STORE,      /* a store that misses the first level */
	PENALTY_FORWARDING, /* a load that waits for a store, each in a row */
	PENALTY_WALK, /* of a page table; 0: as the memory system has it */
	NPENALTIES
};

/* Zeroed, none is given. */
struct penalties {
	bool is_given[NPENALTIES];
	int64_t cycles[NPENALTIES];
	/* a general register stands for memory that is always at one address, so such loads
	 * do not wait for stores; set by penalties_complete */
	bool renames;
};

/* as options and headers name them */
extern const char *const penalty_names[NPENALTIES];

/* Takes "LL:90" or several, "L1:8,LL:90".  Ends the program if it is something else. */
void penalties_option(
    struct penalties *penalties, const char *option, const char *argument);

/* Sets those that are not given to the ones of a processor, as LLVM names it. */
void penalties_complete(struct penalties *penalties, const char *cpu);

#endif
