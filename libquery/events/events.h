/* SPDX-License-Identifier: BSD-2-Clause */
/* Looks up and compares the events of profiles. */
#ifndef EVENTS_H
#define EVENTS_H

#include "cgfmt.h"

/* True if the header has an event of that name. */
bool events_have(const struct cg_header *header, const char *name);

/* True if the header derives an event of that name from others. */
bool events_derive(const struct cg_header *header, const char *name);

/* Ends the program: an option names an event, the len bytes, that the header
 * lacks.  The message lists those that it has. */
_Noreturn void events_reject(const struct cg_header *header, const char *option,
    const char *name, size_t len);

/*
 * Returns the index of the counted event named by the len bytes.  Ends the
 * program, naming the option, if there is none.
 */
size_t events_find(const struct cg_header *header, const char *option,
    const char *name, size_t len);

/*
 * Ends the program unless both headers have the same events, in any order.  The
 * paths and the hint, " (...)", are for the message; "": cg-filter helps.
 */
void events_demand_same(const struct cg_header *first, const char *first_path,
    const struct cg_header *other, const char *path, const char *hint);

/* Returns the event "X@old" or "X@new" of an event X; -1 if there is none. */
int events_side(const struct cg_header *header, size_t event, const char *side);

/*
 * Sets *whole to 100 % of an event: its total.  Of changes, as in a difference,
 * it is the old total, of the event "X@old", because a share of the sum of all
 * changes looks like the growth of a row.  Returns false, and sets it to 0, if
 * that is not known: then there are no shares.
 */
bool events_whole(const struct cg_header *header, const int64_t *totals,
    size_t event, bool are_changes, int64_t *whole);

/*
 * Copies to `kept` the derived events of the input whose formulas need only
 * events of the output, in their order; returns their number.  There must be
 * room for all.
 */
size_t events_keep_derived(const struct cg_header *output,
    const struct cg_header *input, struct cg_event *kept);

#endif
