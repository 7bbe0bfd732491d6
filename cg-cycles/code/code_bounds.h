/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What limits the paths of zones: how long each of them would take if one thing alone did.
 *
 *	code_bounds_want(f, zone, &bodies[i], &bodies[n]);
 *	core_model_run(...);
 *	code_bounds_set(f, zone, bodies, executed, chain);
 */
#ifndef CODE_BOUNDS_H
#define CODE_BOUNDS_H

#include "code_sites.h"

/*
 * Asks for the bounds of a zone with this body, which has no misses.  True if there is a chain of
 * latencies, which is another body then.
 */
bool code_bounds_want(struct code_sites *f, struct code_zone *zone,
    struct core_body *body, struct core_body *chain);

/*
 * Spreads the bounds over the instructions that they are of.
 * executed: instructions of the zone.
 * stored: cycles in which its loads wait for stores.
 */
void code_bounds_set(struct code_sites *f, const struct code_zone *zone,
    const struct core_body *bodies, double executed, double stored);

void code_bounds_release(struct core_body *body);

#endif
