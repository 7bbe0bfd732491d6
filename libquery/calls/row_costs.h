/* SPDX-License-Identifier: BSD-2-Clause */
/* An event that is computed for the rows of a profile: estimated cycles, with the parts that add up to
 * them, or one of operations. */
#ifndef ROW_COSTS_H
#define ROW_COSTS_H

#include <stddef.h>
#include <stdint.h>

#include "libquery/header/cycle_model.h"

/* Cycles as fractions, by their parts. */
struct part_cycles {
	double of[NCYCLE_PARTS];
};

struct row_costs {
	const struct cg_event *event;
	int64_t *all;   /* of each row */
	int64_t *parts; /* NCYCLE_PARTS of each row; NULL: not wanted */
	/* what an instruction has if nothing is known of it, with its parts */
	double mean;
	struct part_cycles mean_parts;
};

/* Returns the parts of a row; only if they are wanted. */
static inline int64_t *
row_costs_parts(const struct row_costs *cycles, size_t row)
{
	return &cycles->parts[row * NCYCLE_PARTS];
}

/*
 * Divides cycles into whole parts that add up to them, each at least 0 and as near as possible to
 * what is wanted.  Subtracts them from what is wanted, so that the next cycles of a sum make up for
 * what was rounded.
 * most: the most that each part can get, and their sum is at least the cycles; NULL: no limit.
 */
void row_costs_divide(int64_t cycles, struct part_cycles *wanted,
    const int64_t *most, int64_t *parts);

void part_cycles_scale(struct part_cycles *parts, double factor);

/* Adds a multiple of some parts to others. */
void part_cycles_add(
    struct part_cycles *to, const struct part_cycles *from, double times);

#endif
