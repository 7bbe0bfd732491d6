/* SPDX-License-Identifier: BSD-2-Clause */
/* Sums of events that are known by name, such as both kinds of misses. */
#ifndef SUMS_H
#define SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgfmt.h"

struct sum {
	size_t n;
	size_t events[4]; /* indices in the header */
};

/* finds the events, "A B ..."; false where one is missing */
bool
sum_find(struct sum *sum, const struct cg_header *header, const char *names);

/* wide enough for any of the events' counts */
__int128 sum_of(const struct sum *sum, const int64_t *counts);

#endif
