/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What Cachegrind's events are: misses and mispredictions, the accesses that
 * they are a share of, and the cycles that they are estimated to cost.
 */
#ifndef KNOWN_EVENTS_H
#define KNOWN_EVENTS_H

#include "event_sum.h"

enum {
	KNOWN_I1,
	KNOWN_LLI,
	KNOWN_D1,
	KNOWN_LLD,
	KNOWN_LL,
	KNOWN_BRANCHES,
	NRATES,
	KNOWN_L1 = NRATES, /* nobody asks for its rate */
	NKNOWN
};

/*
 * Sums of events, "A B ...", of both kinds: of reads and of writes, or of
 * conditional and of indirect branches; the second NULL: there is one kind.
 */
struct known_misses {
	const char *name; /* of the rate */
	const char
	    *sum; /* in the formula of estimated cycles; NULL: not there */
	const char *misses[2];
	const char *accesses[2];
	int cycles; /* of a miss, if it has a sum */
};

extern const struct known_misses known_misses[NKNOWN];

/* Finds the events of both kinds; false if one is missing. */
bool known_events_find(struct event_sum *sum, const struct cg_header *header,
    const char *const kinds[2]);

/* True if known misses or accesses include the event. */
bool known_events_have(const char *event);

#endif
