/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tells differences of profiles, whose counts are changes, from other profiles.
 * cg-diff --keep-sides writes the events X@old and X@new beside X.
 */
#ifndef DIFFERENCE_H
#define DIFFERENCE_H

#include "report.h"

/* True if the event is a side of another event. */
bool difference_is_side(const struct cg_header *header, size_t event);

/*
 * Of a difference with sides, shows only the event that functions are sorted by
 * and its sides, unless --show asked for others.  All of them, three columns for
 * each event, would make lines too long to read.
 */
void difference_show_sides(struct report *report);

/* True if cg-diff wrote the profile, or if a shown event has sides or negative
 * counts. */
bool difference_is_reported(const struct report *report);

/* True if the report is of a difference, and all its costs are of functions
 * and none of lines: cg-diff keeps lines only with --lines. */
bool difference_lacks_lines(const struct report *report);

/* Returns 100 % of an event (events_whole). */
__int128 difference_whole(const struct report *report, size_t event);

#endif
