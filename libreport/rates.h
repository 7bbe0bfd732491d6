/* SPDX-License-Identifier: BSD-2-Clause */
/* Miss rates: the share of accesses that missed, in percent. */
#ifndef RATES_H
#define RATES_H

#include "numfmt.h"
#include "libquery/events/known_events.h"

struct rate {
	const char *name; /* "I1" */
	struct event_sum misses;
	struct event_sum accesses;
};

struct rates {
	size_t n;
	struct rate list[NRATES];
};

/* Finds the rates that the header's events permit. */
void rates_find(struct rates *rates, const struct cg_header *header);

/* Compute a rate; false if there were no accesses, and thus no rate. */
bool rate_of(__int128 misses, __int128 accesses, double *percent);
bool
rate_compute(const struct rate *rate, const int64_t *counts, double *percent);

/* Writes a rate as Cachegrind does, without "%"; decimals <= 2.  Returns its
 * length. */
int rate_format(char to[FORMAT_SIZE], double percent, int decimals);

#endif
