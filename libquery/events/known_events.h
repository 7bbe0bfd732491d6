/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What Cachegrind's events are: misses and mispredictions, the accesses that
 * they are a share of, and the cycles that they are estimated to cost.  And the
 * events of operations.
 */
#ifndef KNOWN_EVENTS_H
#define KNOWN_EVENTS_H

#include "event_sum.h"

enum {
	KNOWN_I1,
	KNOWN_LLI,
	KNOWN_D1,
	KNOWN_L2, /* of --memory */
	KNOWN_LLD,
	KNOWN_LL,
	KNOWN_TLB, /* the second level: what walks the page table */
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

/* What executed instructions do, which cg-mix adds to a profile. */
enum {
	OPERATIONS_FLOAT,
	OPERATIONS_FLOAT_VECTOR, /* those of them in vectors */
	OPERATIONS_INTEGER_VECTOR,
	OPERATIONS_DIVISIONS,
	OPERATIONS_READ, /* bytes */
	OPERATIONS_WRITTEN,
	OPERATIONS_BRANCHES,
	OPERATIONS_CALLS,
	NOPERATIONS
};

extern const struct cg_event known_operations[NOPERATIONS];

/* Returns the first event of the header that is one of these, or NULL. */
const char *known_operations_in(const struct cg_header *header);

/* Finds the events of both kinds; false if one is missing. */
bool known_events_find(struct event_sum *sum, const struct cg_header *header,
    const char *const kinds[2]);

/* True if the names, "A B ...", include the event; NULL: no names. */
bool known_events_include(const char *names, const char *event);

/* True if known misses or accesses include the event. */
bool known_events_have(const char *event);

#endif
