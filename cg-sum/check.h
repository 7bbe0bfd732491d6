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
#include "libquery/events/projection_options.h"
#include "aggregate.h"

/*
 * Reads each input to its end and prints a line with its number of rows and its
 * totals.  Ends the program at the first input that is damaged, or has rows
 * that do not add up to its summary.
 */
void check_inputs(const struct inputs *inputs, const struct cli_output *output);

/* The groupings whose rows limits of a scope judge; NULL: there are no such
 * limits.  Of two blocks of counts, the inclusive ones are judged. */
struct limit_rows {
	const struct grouping *of[NLIMIT_SCOPES];
};

/*
 * True if every input by itself keeps all limits.  Names each limit that is
 * exceeded on standard error.
 */
bool check_limits(struct limits *limits, struct projection *projection,
    const struct aggregate *aggregate, const struct limit_rows *rows);

#endif
