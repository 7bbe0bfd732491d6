/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes a sum of profiles with estimated cycles. */
#ifndef ESTIMATED_SUM_H
#define ESTIMATED_SUM_H

#include "cg-cycles/cycles_profile.h"
#include "profile_sum.h"

/*
 * Estimates cycles, and writes rows of lines.  If there is no estimate, writes the profile of
 * instructions to another file, PATH.instr, says so, and returns -1: a run may have been
 * long.  Sets the error of the sum and returns -1 on an error in writing.
 */
int estimated_sum_write(struct profile_sum *sum, const char *path,
    const struct cycles_options *options, int gzip_level, bool is_reproducible);

#endif
