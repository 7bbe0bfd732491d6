/* SPDX-License-Identifier: BSD-2-Clause */
/* The estimated cycles of calls, from those of instructions. */
#ifndef CALL_COSTS_H
#define CALL_COSTS_H

#include "cgfmt.h"
#include "row_costs.h"

/*
 * Sets the cycles of the rows of calls of a sorted profile.  `cycles` has those of each
 * row; those of kind CG_COSTS are set.  A call has the share of the callee's inclusive cycles
 * that it has of its inclusive instructions, rounded down, so that no function is charged more
 * than it costs; this also holds for each part.  `ir` is the event of instructions, and `mean` the
 * cycles of one where the callee's are not known, with their parts.  Ends the program if a sum does
 * not fit in 64 bits.
 */
void call_costs_set(const struct cg_profile *rows, struct row_costs *cycles,
    size_t ir, double mean, const struct part_cycles *mean_parts);

#endif
