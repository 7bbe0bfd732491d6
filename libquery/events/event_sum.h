/* SPDX-License-Identifier: BSD-2-Clause */
/* Sums of events known by name, such as the misses of reads and of writes. */
#ifndef EVENT_SUM_H
#define EVENT_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgfmt.h"

struct event_sum {
	size_t n;
	size_t events[4]; /* indices in the header */
};

/* Adds the events, "A B ..."; false if one is missing. */
bool event_sum_add(
    struct event_sum *sum, const struct cg_header *header, const char *names);

/* Adds up the counts; the result is wide enough for any. */
__int128 event_sum_of(const struct event_sum *sum, const int64_t *counts);

#endif
