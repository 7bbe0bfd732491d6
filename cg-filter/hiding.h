/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hides functions of a profile with calls, and finds the names of what is
 * hidden in them, see hidden.h.
 */
#ifndef HIDING_H
#define HIDING_H

#include "libquery/callgraph.h"
#include "filter.h"

struct hiding {
	struct options *options;
	struct callgraph graph;
	/* of each function: */
	bool *large;        /* the ranking keeps it */
	bool *kept;         /* as caller and as callee */
	bool *named;        /* a row that was passed on is its own */
	const char **names; /* of what stands for it if it is hidden */
	/* and what those names lie in: */
	size_t nlevels;
	char **levels;
	char **cycles;
	size_t at; /* the function of the row that was looked at last: */
	struct cg_record last;
};

/*
 * Decides what to keep of a sorted profile, of which `hidden` has the costs
 * that the selection hides, by function, sorted too.  Both must outlive it.
 * `total` is what 100 % is.
 */
void hiding_init(struct hiding *hiding, struct options *options,
    const struct cg_profile *profile, const struct cg_profile *hidden,
    const int64_t *total, size_t nevents);

/*
 * Gives hidden functions in a row of the profile the name that stands for
 * them.  False if nothing is left of the row: a jump of a hidden function, or a
 * call between two functions that have the same such name; and with --drop
 * each call with a hidden end.  Rows come in order.
 */
bool hiding_apply(struct hiding *hiding, struct cg_record *record);

/* the same for costs that the selection hides */
void hiding_apply_hidden(struct hiding *hiding, struct cg_record *record);

/*
 * Function number i is kept, another object has one of its name, and no row
 * that was passed on is its own: without a row, calls to it would be taken for
 * calls to that other one.  Sets such a row, whose costs are 0.
 */
bool
hiding_lacks(const struct hiding *hiding, size_t i, struct cg_record *record);

void hiding_release(struct hiding *hiding);

#endif
