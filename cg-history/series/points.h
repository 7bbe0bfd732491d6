/* SPDX-License-Identifier: BSD-2-Clause */
/* The recordings of a benchmark as points of a line, which has the commits of the range from left to
 * right. */
#ifndef POINTS_H
#define POINTS_H

#include "steps.h"

struct cost_point {
	size_t place; /* the commit, counted from the first one of the range */
	size_t from;  /* the point that it is compared with; SIZE_MAX: none */
	bool is_next; /* all commits between both are recorded */
	size_t step;  /* its index */
	size_t settings; /* a number of its settings, from 0 */
	int64_t cost;    /* set by the caller */
};

/* the first commit first */
struct points {
	size_t n;
	struct cost_point *list;
};

void points_find(struct points *points, const struct commits *commits,
    const struct entries *entries, const struct steps *steps);

/* Returns the index of the commit at a place of the range. */
size_t points_commit_at(const struct commits *commits, size_t place);

void points_release(struct points *points);

#endif
