/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Estimated cycles: the event CEst with KCachegrind's weights, 10 for a miss of
 * the first level or a misprediction, 100 for a miss of the last level.
 */
#ifndef ESTIMATED_CYCLES_H
#define ESTIMATED_CYCLES_H

#include "projection_options.h"

struct ranking;

extern const char estimated_cycles_event[];

/*
 * Returns the definition of CEst, "CEst = Ir + 10 ...", for the events of the
 * profile, which the caller frees.  With side "@old" or "@new", instead of "",
 * defines that side of a difference from the sides of these events.  Returns
 * NULL if the profile lacks one of them, or has or derives CEst.  Sets
 * *in_short, unless it is NULL, to the formula in short, which the caller frees,
 * too.
 */
char *estimated_cycles_formula(
    const struct cg_header *profile, const char *side, char **in_short);

/* True if an option names CEst: --event, --events, --threshold, --top, or the one with
 * the text `sort`, which may be NULL. */
bool estimated_cycles_are_named(const struct projection *projection,
    const struct ranking *ranking, const char *sort);

/*
 * Adds CEst to the projection if the profile has its events and no event of
 * that name.  If the profile's header derives an event CEst, that one is shown
 * instead.  Leaves CEst out with a warning if it is not named, no events are
 * selected, and fit(arg) says that not all of it fits in 64 bits.  Returns the
 * formula in short, which the caller frees, or NULL if nothing was added.
 */
char *estimated_cycles_derive(struct projection *projection,
    const struct cg_header *profile, bool is_named,
    bool (*fit)(const void *arg), const void *arg);

/* True if CEst of counts of the profile's events fits in 64 bits. */
bool
estimated_cycles_fit(const struct cg_header *profile, const int64_t *counts);

/* Computes CEst from counts of the profile's events. */
__int128
estimated_cycles_of(const struct cg_header *profile, const int64_t *counts);

/* Returns the weight of each event of the profile in CEst, in new memory. */
int64_t *estimated_cycles_weights(const struct cg_header *profile);

#endif
