/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether the inputs keep their limits. */
#ifndef BUDGET_H
#define BUDGET_H

#include "libquery/projection.h"
#include "libquery/limit.h"
#include "tally.h"

/*
 * Judges each input alone; what exceeds a limit is named on standard error.
 * The aggregate is of functions; it may be NULL where no limit has a scope.
 */
bool budget_kept(struct limits *limits, struct projection *columns,
    const struct tally *tally, const struct aggregate *functions);

#endif
