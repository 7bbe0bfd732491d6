/* SPDX-License-Identifier: BSD-2-Clause */
/* What calls have of events that are computed for instructions. */
#ifndef CALL_COSTS_H
#define CALL_COSTS_H

#include "cgfmt.h"
#include "row_costs.h"

/*
 * Sets n events of the rows of calls of a sorted profile; those of kind CG_COSTS are set.  A call has
 * the share of the callee's inclusive cycles that it has of its inclusive instructions, rounded down,
 * so that no function is charged more than it costs; this also holds for each part.  Where the callee's
 * instructions are not known, each counts as the mean.  `ir` is the event of instructions.  Ends the
 * program if a sum does not fit in 64 bits.
 */
void call_costs_set(const struct cg_profile *rows,
    const struct row_costs *costs, size_t n, size_t ir);

#endif
