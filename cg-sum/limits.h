/* SPDX-License-Identifier: BSD-2-Clause */
/* --limit: judges whether the inputs keep their limits. */
#ifndef LIMITS_H
#define LIMITS_H

#include "libquery/projection.h"
#include "libquery/limit.h"
#include "aggregate.h"

/*
 * True if every input by itself keeps all limits; each one exceeded is named on
 * standard error.  `functions` is a grouping by function, or NULL if no limit
 * is on files or functions.
 */
bool limits_judge_inputs(struct limits *limits, struct projection *projection,
    const struct aggregate *aggregate, const struct grouping *functions);

#endif
