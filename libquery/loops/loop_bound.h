/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What limits a round of a loop, from the parts of its cycles and the bounds of the core, as
 * cg-cycles --loops writes them.
 */
#ifndef LOOP_BOUND_H
#define LOOP_BOUND_H

#include "libquery/header/cycle_model.h"
#include "loop_copies.h"

enum loop_bound_kind {
	LOOP_BOUND_NONE, /* nothing that can be told */
	LOOP_BOUND_CORE, /* the number is of cycle_bounds */
	LOOP_BOUND_PART, /* the number is of cycle_parts */
};

struct loop_bound {
	enum loop_bound_kind kind;
	size_t number;
	int event;      /* the number of the event in the header */
	int64_t cycles; /* of all rounds */
};

/* All cycles are of all rounds. */
struct loop_bounds {
	int64_t cycles; /* Cy */
	struct loop_bound first;
	int64_t
	    without; /* what is left without the first one, if there is one */
	struct loop_bound second; /* limits that */
};

/* True if the profile has all that bounds are told from. */
bool loop_bounds_are_known(const struct cg_header *header);

/* True unless the model has not looked at the loop, so that the cycles of the core are a mean of other
 * code: then it has no bounds.  Without events that tell, true. */
bool
loop_is_estimated(const struct loop_row *row, const struct cg_header *header);

/* Returns the bounds of a loop, from its counts. */
struct loop_bounds
loop_bounds_of(const struct loop_row *row, const struct cg_header *header);

/* Returns the instruction that has most of a bound; NULL: it is not known, or all have the same, as of
 * the front end. */
const struct loop_top *
loop_bound_top(const struct loop_row *row, const struct loop_bound *bound);

/* Returns "latency", "stores", "mispredictions"; NULL: there is no such bound. */
const char *loop_bound_name(const struct loop_bound *bound);

#endif
