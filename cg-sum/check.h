/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Verdicts on the inputs: whether their rows add up (--check), and whether they
 * keep limits (--limit).
 */
#ifndef CHECK_H
#define CHECK_H

#include "libcli/cli.h"
#include "libcli/inputs.h"
#include "libquery/events/limit.h"
#include "libquery/events/projection.h"
#include "aggregate.h"

/*
 * Reads each input to its end and prints a line with its number of rows and its
 * totals.  Ends the program at the first input that is damaged, or has rows
 * that do not add up to its summary.
 */
void check_inputs(const struct inputs *inputs, const struct cli_output *output);

/*
 * True if every input by itself keeps all limits.  Names each limit that is
 * exceeded on standard error.  `functions` is a grouping by function, or NULL
 * if no limit is on files or functions; `inclusive` is one with inclusive costs,
 * by which functions are judged, or NULL.
 */
bool check_limits(struct limits *limits, struct projection *projection,
    const struct aggregate *aggregate, const struct grouping *functions,
    const struct grouping *inclusive);

#endif
