/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_MEMORY_MODEL_H
#define CGCOLLECT_MEMORY_MODEL_H

#include "machine/hierarchy.h"

#include "pub_tool_basics.h"

/* The memory system of --memory, but for its caches, which geometry.h has. */
extern struct memory_model {
	const HChar *name; /* NULL without --memory */
	enum filling L2_filling, LL_filling;
	/* of TLBs, with pages as lines; second_tlb[1].size is 0 if instructions and data
	 * have the same second level */
	struct geometry code_tlb, data_tlb, second_tlb[2];
	UInt prefetchers; /* as in struct prefetchers */
} memory_model;

/* Takes --memory, --cores, --filling, --tlb and --prefetch, of which the first must come before the
 * others and before the options of caches.  False if arg is another option; a bad value
 * ends the run. */
Bool memory_model_option(const HChar *arg);

/* Call when the caches are known.  Ends the run if anything is missing; cg-collect has
 * checked that the caches fit together. */
void memory_model_check(void);

/* Calls the function for each line of the description in a profile. */
void memory_model_describe(void (*put)(const HChar *key, const HChar *text));

#endif
