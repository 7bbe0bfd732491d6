/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds the rows of a profile to the parts of the sum that they belong to. */
#ifndef SUM_ROWS_H
#define SUM_ROWS_H

#include "profile_sum.h"

/* True if the description says why the tool dumped the profile. */
bool sum_rows_is_of_dump(const char *desc);

/*
 * Adds all parts of the profile that the reader has, whose events are in the order of the
 * sum's, or names their rows if the sum is being named.  Returns 0, or -1 with sum->error set.
 */
int sum_rows_add(struct profile_sum *sum, struct cg_reader *reader,
    struct sum_source *source);

#endif
