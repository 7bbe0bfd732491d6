/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of several profiles. */
#ifndef EVENTS_H
#define EVENTS_H

#include "cgfmt.h"

/* whether the header has an event of that name */
bool events_have(const struct cg_header *header, const char *name);

/* whether the header derives an event of that name from others */
bool events_derive(const struct cg_header *header, const char *name);

/*
 * Index of the event whose name is the len bytes, which an option names; ends
 * the program where there is none.
 */
size_t events_find(const struct cg_header *header, const char *option,
    const char *name, size_t len);

/*
 * Ends the program unless both headers have the same events, in any order; the
 * paths and the hint, "" or " (...)", are for the message.
 */
void events_demand_same(const struct cg_header *first, const char *first_path,
    const struct cg_header *other, const char *path, const char *hint);

/*
 * Writes those of the input's derived events to `kept` whose formulas need only
 * events that the output has, in their order; returns how many.  There must be
 * room for all.
 */
size_t events_keep_derived(const struct cg_header *output,
    const struct cg_header *input, struct cg_event *kept);

#endif
