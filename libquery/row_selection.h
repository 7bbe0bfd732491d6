/* SPDX-License-Identifier: BSD-2-Clause */
/* Ranks the rows of a table, and selects those that are large enough to be shown. */
#ifndef ROW_SELECTION_H
#define ROW_SELECTION_H

#include "rank.h"

/* The rows.  Counts are of the events of the first input, then of the second, ... */
struct row_counts {
	size_t n, ninputs, nevents;
	const int64_t *list;   /* row after row */
	const int64_t *totals; /* one row, 100 % */
};

struct row_selection {
	size_t *order; /* the numbers of all rows, the largest first */
	bool *kept;    /* one a row */
};

/* Ranks by the event of the ranking, which is resolved.  A row is as large as its
 * largest count of any input, and reaches a threshold if it does so in one input. */
void row_selection_make(struct row_selection *selection,
    const struct row_counts *rows, const struct ranking *ranking);

void row_selection_release(struct row_selection *selection);

#endif
