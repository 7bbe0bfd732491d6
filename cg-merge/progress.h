/* SPDX-License-Identifier: BSD-2-Clause */
/* The status line of a long merge. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "libcli/cli.h"
#include "libcli/inputs.h"

/*
 * Shows from now on, every second, how much was read, until cli_status_end.
 * Does nothing unless standard error is a terminal and the output is a file:
 * another program that gets the output may use the terminal itself.
 */
void
progress_start(const struct inputs *inputs, const struct cli_output *output);

#endif
