/* SPDX-License-Identifier: BSD-2-Clause */
/* Sums and ranges of counts. */
#ifndef COUNT_SUMS_H
#define COUNT_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- sums: these end the program if one does not fit in 64 bits, with a message
 * that begins with its name ------------------------------------------------- */

/* Adds n counts to n sums. */
void
count_sum_add(int64_t *sums, const int64_t *counts, size_t n, const char *name);

/* Returns a sum as a count. */
int64_t count_of_sum(__int128 sum, const char *name_format, ...)
    __attribute__((format(printf, 2, 3)));

/* --- ranges --------------------------------------------------------------- */

/*
 * The smallest and the largest count of each event among some rows: columns
 * are made as wide, and colours as strong, as these need.
 */
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
