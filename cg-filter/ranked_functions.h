/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of a profile with their own costs, to find the largest.  The
 * size of a function in an event is the absolute value of its own cost.
 */
#ifndef RANKED_FUNCTIONS_H
#define RANKED_FUNCTIONS_H

#include "cgfmt.h"
#include "libquery/rank.h"

struct ranked_functions {
	size_t n;
	size_t nevents;
	__int128 *sums; /* each function's own cost, nevents each */
	bool *kept;     /* one for each function, since ranked_functions_rank */
};

/* Appends a function without costs. */
void ranked_functions_append(struct ranked_functions *functions);

/* Adds the counts of a record to the cost of the last function. */
void ranked_functions_add(
    struct ranked_functions *functions, const struct cg_record *record);

/* Decides which functions the ranking keeps, and warns if its threshold keeps none; `total` is 100 %. */
void ranked_functions_rank(struct ranked_functions *functions,
    const struct ranking *ranking, const int64_t *total);

void ranked_functions_release(struct ranked_functions *functions);

#endif
