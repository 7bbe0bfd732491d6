/* SPDX-License-Identifier: BSD-2-Clause */
/* Sums of counts.  These functions end the program if a sum does not fit in 64
 * bits, with a message that begins with its name. */
#ifndef COUNT_SUM_H
#define COUNT_SUM_H

#include <stddef.h>
#include <stdint.h>

/* Adds n counts to n sums. */
void
count_sum_add(int64_t *sums, const int64_t *counts, size_t n, const char *name);

/* Returns a sum as a count. */
int64_t count_of_sum(__int128 sum, const char *name_format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
