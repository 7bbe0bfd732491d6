/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Estimated cycles, the event CEst with KCachegrind's weights: 10 for a miss of
 * the first level or a misprediction, 100 for one of the last level.
 */
#ifndef CYCLES_H
#define CYCLES_H

#include "columns.h"

extern const char cycles_event[];

/*
 * Derives CEst where the profile has the events for it and none of that name.
 * Returns the formula in short, or NULL where nothing was derived.
 */
const char *
cycles_derive(struct columns *columns, const struct cg_header *profile);

#endif
