/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The few counts that matter most: the events to sort by, then misses, added up
 * over instructions, reads and writes.
 */
#ifndef KEY_EVENTS_H
#define KEY_EVENTS_H

#include "libquery/events/event_sum.h"
#include "model/report.h"

struct key_event {
	const char *name; /* "Ir", "D1 miss" */
	struct event_sum sum;
	struct event_sum of; /* it is a share of these; n is 0: a count */
	__int128 whole;      /* 100 % of it */
	bool is_change;      /* its counts have a sign */
};

struct key_events {
	size_t n; /* at least 1, the most important first */
	struct key_event *list;
};

/*
 * Takes the events of --show; or else the events of --sort, the two sides of a
 * difference, and misses and other events that any function counts.
 * The report must outlive them.
 */
void key_events_init(struct key_events *events, const struct report *report);

void key_events_release(struct key_events *events);

#endif
