/* SPDX-License-Identifier: BSD-2-Clause */
/* --check: verifies that the rows of profiles add up to their summaries. */
#ifndef CHECK_H
#define CHECK_H

#include "libcli/cli.h"
#include "libcli/inputs.h"

/*
 * Reads each input to its end and prints a line with its number of rows and its
 * totals.  Ends the program at the first one that is damaged or whose rows do
 * not add up to its summary.
 */
void check_inputs(const struct inputs *inputs, const struct cli_output *output);

#endif
