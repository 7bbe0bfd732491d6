/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows that are written, the largest first.  What the ranking hides, and what
 * cg-filter hid, is the last row, of the file and function cg_filtered.
 */
#ifndef RANKED_ROWS_H
#define RANKED_ROWS_H

#include "libquery/events/projection_options.h"
#include "libquery/rank.h"

/* members of a struct cg_record, which takes three times the memory */
struct ranked_row {
	const char *file;
	const char *function;
	const char *def_file;
	const char *host_file;
	const char *host;
	const struct cg_context *context;
	int64_t line;
	const int64_t *counts; /* of the projection's events */
};

struct ranked_rows {
	size_t n;
	struct ranked_row *list;
	size_t nevents;
	int64_t *counts;
};

/*
 * Takes the rows of a profile that are not all 0.  The profile is sorted, and must
 * outlive the rows; `total` has counts of its events.  The projection and the ranking
 * are resolved.  Ends the program if a count does not fit in 64 bits.
 */
void ranked_rows_make(struct ranked_rows *rows,
    const struct cg_profile *profile, const int64_t *total,
    struct projection *projection, const struct ranking *ranking);

void ranked_rows_release(struct ranked_rows *rows);

#endif
