/* SPDX-License-Identifier: BSD-2-Clause */
/* Says of whole profiles that they are. */
#ifndef CHECK_H
#define CHECK_H

#include "libcli/cli.h"
#include "libcli/inputs.h"

/*
 * Reads each input to its end and prints a line with its rows and totals.  Ends
 * the program at the first whose rows do not add up to its summary.
 */
void check_inputs(const struct inputs *inputs, const struct cli_output *output);

#endif
