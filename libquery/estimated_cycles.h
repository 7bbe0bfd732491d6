/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Estimated cycles, the event CEst with KCachegrind's weights: 10 for a miss of
 * the first level or a misprediction, 100 for one of the last level.
 */
#ifndef ESTIMATED_CYCLES_H
#define ESTIMATED_CYCLES_H

#include "projection.h"

extern const char estimated_cycles_event[];

/*
 * Derives CEst if the profile has the events for it and none of that name; one
 * that the profile itself derives is shown instead.  Returns the formula in
 * short, or NULL if nothing was derived.
 */
const char *estimated_cycles_derive(
    struct projection *columns, const struct cg_header *profile);

/* CEst, as estimated_cycles_derive would have it, of counts of the profile's
 * events */
__int128
estimated_cycles_of(const struct cg_header *profile, const int64_t *counts);

#endif
