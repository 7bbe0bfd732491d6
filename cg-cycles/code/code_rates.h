/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The estimated cycles of each instruction of a profile, by LLVM's model and the paths that the
 * program took.  Misses of the first level that loads have are in it, because what does not
 * wait for them goes on; other misses, and mispredictions, are not.
 *
 * The cycles of a path are spread over its instructions in proportion to how often they
 * were executed and to their latencies, so a division or a load that others wait for
 * has most of them.
 */
#ifndef CODE_RATES_H
#define CODE_RATES_H

#include "cg-cycles/memory_costs.h"
#include "cg-cycles/model/core_model.h"
#include "cg-cycles/penalties.h"
#include "libquery/calls/row_costs.h"
#include "libquery/machine_code/machine_code.h"

/* An instruction. */
struct code_rate {
	const char *object;
	uint64_t address;
	double cycles;                /* of one execution */
	struct part_cycles parts;     /* if they are wanted */
	double bounds[NCYCLE_BOUNDS]; /* if they are wanted */
	/* It ends a loop that goes round equally often each time, and not often: processors
	 * predict that, and the simulation does not. */
	bool is_steady;
};

struct code_rates {
	struct core_model *model;
	size_t n;
	struct code_rate *list; /* in order of object and address, each once */
	double mean;            /* of an instruction that is not there */
	struct part_cycles mean_parts;
	double covered; /* share of the instructions that are, of 1 */
	size_t cached_first,
	    cached_end; /* the rates of the object asked last */
	const char *cached;
};

/* Estimates the functions with most instructions, which are nearly all of them.  Says why
 * others have no estimate.
 * memory: what misses of the others cost, if it has a model.
 * Ends the program if instructions were executed and none has an estimate. */
void code_rates_find(struct code_rates *rates, struct core_model *model,
    const struct code_rows *rows, const struct cg_header *header,
    const struct penalties *penalties, const struct memory_costs *memory,
    bool wants_parts, bool wants_bounds, const char *path);

/* Returns an instruction, or NULL.  Equal objects have equal pointers. */
const struct code_rate *code_rates_find_one(
    struct code_rates *rates, const char *object, uint64_t address);

void code_rates_release(struct code_rates *rates);

#endif
