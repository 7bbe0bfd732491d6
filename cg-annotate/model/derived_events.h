/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Events that are computed from counted events: the header of the profile defines
 * some, and estimated cycles follow from its misses.
 */
#ifndef DERIVED_EVENTS_H
#define DERIVED_EVENTS_H

#include <stdbool.h>

#include "cgfmt.h"

struct derived_events {
	struct cg_projection *projection; /* NULL: there are none */
	const struct cg_event *events; /* the counted ones, then the others */
	size_t n;
	/* the first of those that no option names; the others come before it */
	size_t first_unnamed;
	/* an unnamed event does not fit in 64 bits: none of them is known */
	bool are_left_out;
	unsigned __int128 *sizes; /* sums of absolute counts, of each event */
	int64_t *counts;          /* of a row */
	struct cg_error error;
};

/*
 * Finds the derived events that the lists of names, as --show and --sort have
 * them, may need; all: any that there is.  A list can be NULL.
 */
void derived_events_init(struct derived_events *derived,
    const struct cg_header *header, const char *show, const char *sort,
    bool all);

/*
 * Adds the derived events to the counts of a row, which then live until the
 * next call.  Ends the program if an event that an option names does not fit in
 * 64 bits.
 */
void
derived_events_apply(struct derived_events *derived, struct cg_record *row);

/* Computes the derived events of totals, after the counted ones. */
void derived_events_of_totals(struct derived_events *derived, int64_t *totals);

void derived_events_release(struct derived_events *derived);

#endif
