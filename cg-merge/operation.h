/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How the counts of one row of many profiles become one, and how merging them
 * may end.  A profile that lacks
 * the row counts as one whose row is 0.  The minimum or maximum of counts of 64
 * bits has 64 bits; a sum may need more.
 */
#ifndef OPERATION_H
#define OPERATION_H

#include <stdbool.h>

enum operation { OP_SUM, OP_MIN, OP_MAX };

enum merge_status {
	MERGE_DONE,
	/* sums take as much memory as is allowed; rows may follow */
	MERGE_FULL,
	/* rows are not in canonical order, a sum does not fit in 64 bits, a
	 * profile is damaged, or a file cannot be written: all profiles must be
	 * read again and merged in memory */
	MERGE_START_OVER,
	/* a reader failed; the program ends */
	MERGE_FAILED,
};

/* Combines the counts so far with one more; `first`: there are none so far */
static inline __int128
operation_combine(
    enum operation operation, __int128 combined, __int128 count, bool first)
{
	if (operation == OP_SUM)
		return combined + count;
	if (first || (operation == OP_MIN) == (count < combined))
		return count;
	return combined;
}

#endif
