/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How the counts of one row of many profiles become one.  A profile that lacks
 * the row counts as one whose row is 0.  Numbers are wide: the mean of counts
 * fits in 64 bits although their sum may not.
 */
#ifndef OPERATION_H
#define OPERATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum operation { OP_SUM, OP_MEAN, OP_MIN, OP_MAX };

/* True if counts are added up, not compared. */
bool operation_adds_up(enum operation operation);

/* Combines the count of one more profile; `first`: no earlier one has the row
 */
void operation_combine(
    enum operation operation, __int128 *to, __int128 count, bool first);

/*
 * Returns the result for nprofiles whose counts were combined; `all`: all of
 * them have the row.  A mean is rounded to the nearest whole number, ties to
 * the even one.
 */
__int128 operation_result(
    enum operation operation, __int128 combined, size_t nprofiles, bool all);

#endif
