/* SPDX-License-Identifier: BSD-2-Clause */
/* Miss rates: what part of the accesses, in percent, was a miss. */
#ifndef RATES_H
#define RATES_H

#include "numfmt.h"
#include "libquery/sums.h"

enum { NRATES = 6 };

struct rate {
	const char *name; /* "I1" */
	struct sum misses;
	struct sum accesses;
};

struct rates {
	size_t n;
	struct rate list[NRATES];
};

/* the rates whose events the header has */
void rates_find(struct rates *rates, const struct cg_header *header);

/* in percent; false where there were no accesses and so there is no rate */
bool rate_of(__int128 misses, __int128 accesses, double *percent);
bool
rate_compute(const struct rate *rate, const int64_t *counts, double *percent);

/* a rate as Cachegrind prints it, without "%" */
void rate_format(char to[FORMAT_SIZE], double percent, int decimals);

#endif
