/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FOLDED_COSTS_H
#define FOLDED_COSTS_H

#include "cgfmt.h"
#include "libquery/calls/row_costs.h"

/*
 * Sets the cycles of rows of folded costs.  Those of a context's own cost are in
 * proportion to its instructions, at the rate of its function's rows without a context;
 * all others share what is left of the cycles of such rows, as they share instructions.
 * `cycles` has those of each row of the sorted profile, and `ir` is the event of
 * instructions.
 */
void folded_costs_set(
    const struct cg_profile *rows, struct row_costs *cycles, size_t ir);

#endif
