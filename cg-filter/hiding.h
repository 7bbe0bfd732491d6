/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hides functions of a profile with calls: gives them, as callers and callees,
 * too, the names that hidden.h lists.
 */
#ifndef HIDING_H
#define HIDING_H

#include "libquery/calls/callgraph.h"
#include "filter.h"

struct hiding {
	struct options *options;
	struct callgraph graph;
	/* one for each function: */
	bool *is_large;     /* the ranking keeps it */
	bool *is_kept;      /* the selection, too: calls have its name */
	bool *has_row;      /* costs were kept under its name */
	const char **names; /* to be written instead of its own, or for its
			       hidden lines */
	/* the memory of these names: */
	size_t nlevels;
	char **levels;
	char **cycles;
	/* the row that was looked up last, and its function */
	struct cg_record last;
	size_t last_function;
};

/*
 * Decides which functions of a sorted profile to keep.  `hidden` has the costs
 * that the selection hides, a row for each function, and is sorted, too.  Both
 * profiles must outlive the struct hiding.  `total` is 100 %.
 */
void hiding_init(struct hiding *hiding, struct options *options,
    const struct cg_profile *profile, const struct cg_profile *hidden,
    const int64_t *total, const struct cg_header *header);

/*
 * Replaces the names of hidden functions in a row of the profile.  Returns
 * false if the row is to be dropped: a jump of a hidden function; a call
 * between two hidden functions that get the same name; and with --drop any call
 * from or to a hidden function.  Takes the rows in their order.
 */
bool hiding_apply(struct hiding *hiding, struct cg_record *record);

/* The same for a row of `hidden`, which is never dropped. */
void hiding_apply_hidden(struct hiding *hiding, struct cg_record *record);

/*
 * A function may have lines that are kept and others that are hidden, which then
 * are two functions.  Sets a call, made 0 times, from the one that has the
 * callers to the other one, with the cost of a row; so a function still costs
 * what it is charged.  Returns false if the row does not need this.  The row has
 * its own names; is_hidden: it is a row of `hidden`.
 */
bool hiding_join(struct hiding *hiding, const struct cg_record *row,
    bool is_hidden, struct cg_record *call);

/*
 * True if function number i is kept and needs a row, because no row has its
 * name and another object has a function of that name: calls to it would be
 * taken for calls to the other one.  Sets such a row, except for its counts.
 */
bool hiding_needs_row(
    const struct hiding *hiding, size_t i, struct cg_record *record);

void hiding_release(struct hiding *hiding);

#endif
