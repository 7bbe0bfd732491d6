/* SPDX-License-Identifier: BSD-2-Clause */
/* Judges limits on the growth from one profile to the other. */
#ifndef VERDICT_H
#define VERDICT_H

#include "libquery/matching/side.h"
#include "libquery/events/limit.h"

/* The costs of both programs. */
struct totals {
	const int64_t *old;
	const int64_t *new;
};

/* True if all limits are kept; the others are reported on standard error.  Sides need
 * by_file and by_region for limits on files and regions. */
bool verdict(struct limits *limits, const struct side *old,
    const struct side *new, struct totals totals);

#endif
