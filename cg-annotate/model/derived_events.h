/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Events that are computed from counted events: the header of the profile defines
 * some, and estimated cycles follow from its misses.
 */
#ifndef DERIVED_EVENTS_H
#define DERIVED_EVENTS_H

#include <stdbool.h>

#include "cgfmt.h"
#include "libquery/events/event_sum.h"

struct derived_events {
	struct cg_projection *projection; /* NULL: there are none */
	const struct cg_event *events; /* the counted ones, then the others */
	size_t ncounted;
	size_t n;
	/* the first of those that no option names; the others come before it */
	size_t first_unnamed;
	int64_t *factors; /* of each event, one for each counted event */
	/* no less than the sum of the absolute counts of all rows, of each
	 * counted event; are_huge: one does not fit in 64 bits */
	uint64_t *sizes;
	bool are_huge;
	bool fit; /* all sums of rows, of all events, fit in 64 bits */
	struct cg_error error;
};

/*
 * Finds the derived events that the lists of names, as --show and --sort have
 * them, may need; all: any that there is.  A list can be NULL.
 */
void derived_events_init(struct derived_events *derived,
    const struct cg_header *header, const char *show, const char *sort,
    bool all);

/* Call for each row, of any kind, if there are derived events: sums of rows can be smaller
 * than the row. */
void derived_events_add_negative(
    struct derived_events *derived, const int64_t *counts);

/*
 * Computes the derived events of totals, after the counted ones.  Call after
 * the last row and before functions are widened, with the sums of rows by
 * function and call, sorted.  Leaves out the events that no option names, with
 * a warning, if a sum of them may not fit in 64 bits.  Ends the program if
 * another sum does not fit, as these functions do.
 */
void derived_events_complete(struct derived_events *derived, int64_t *totals,
    const struct cg_profile *functions, const struct cg_profile *calls);

/* Adds the derived events to the counts of a row, which then live until the
 * next call. */
void
derived_events_apply(struct derived_events *derived, struct cg_record *row);

/* Returns the row's count of an event, derived or not. */
int64_t derived_events_compute(
    struct derived_events *derived, const struct cg_record *row, size_t event);

static inline int64_t
derived_events_count(
    struct derived_events *derived, const struct cg_record *row, size_t event)
{
	return event < derived->ncounted
		   ? row->counts[event]
		   : derived_events_compute(derived, row, event);
}

/* Replaces a sorted profile of counted events by one that has the derived
 * events, too, and uses the error. */
void derived_events_widen(struct derived_events *derived,
    struct cg_profile **rows, struct cg_error *error);

/* True if a derived event is the sum of these, each once, and of nothing else. */
bool derived_events_is_sum(const struct derived_events *derived, size_t event,
    const struct event_sum *sum);

void derived_events_release(struct derived_events *derived);

#endif
