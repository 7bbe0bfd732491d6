/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The smallest and the largest count of each event among some rows: columns
 * are made as wide, and colours as strong, as these need.
 */
#ifndef COUNT_RANGE_H
#define COUNT_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct count_range {
	size_t nevents;
	/* of an event without any count, smallest > largest */
	int64_t *smallest;
	int64_t *largest;
};

/* Starts with no counts; count_range_release frees the arrays. */
void count_range_init(struct count_range *range, size_t nevents);

/* Adds the counts of one row that are present; present NULL: all are. */
void count_range_add(
    struct count_range *range, const int64_t *counts, const bool *present);

void count_range_release(struct count_range *range);

#endif
