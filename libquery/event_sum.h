/* SPDX-License-Identifier: BSD-2-Clause */
/* Sums of events that are known by name, such as both kinds of misses. */
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

/* finds the events, "A B ..."; false where one is missing */
bool event_sum_find(
    struct event_sum *sum, const struct cg_header *header, const char *names);

/* wide enough for any of the events' counts */
__int128 event_sum_of(const struct event_sum *sum, const int64_t *counts);

#endif
