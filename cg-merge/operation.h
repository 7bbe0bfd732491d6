/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How the counts of one row of many profiles become one.  A profile that lacks
 * the row counts as one where it is 0.
 */
#ifndef OPERATION_H
#define OPERATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum operation { OP_SUM, OP_MEAN, OP_MIN, OP_MAX };

/* whether counts are added up, not compared */
bool operation_adds_up(enum operation operation);

/* takes in one profile's count; `first`: no profile before had the row; false
 * where the result does not fit */
bool operation_combine(
    enum operation operation, int64_t *to, int64_t count, bool first);

/*
 * What nprofiles' counts came to, of which all or not all had the row.  A mean
 * is rounded to the nearest whole number, ties to the even one.
 */
int64_t operation_result(
    enum operation operation, int64_t combined, size_t nprofiles, bool all);

#endif
