/* SPDX-License-Identifier: BSD-2-Clause */
/* The descriptions of the caches that were simulated, "D1 cache: ...". */
#ifndef CACHES_H
#define CACHES_H

#include "cgfmt.h"

/*
 * Returns how the caches of two profiles differ on which some of the n events depend, "D1 A and B;
 * LL C and D", to be freed; NULL: they do not differ, or one profile does not say.  NULL also if
 * both name different memory systems: this says more.
 */
char *caches_difference(const struct cg_header *first,
    const struct cg_header *other, const struct cg_event *events, size_t n);

#endif
