/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacks of calls: the ones that were counted or, without these, an estimate. */
#ifndef CALL_STACKS_H
#define CALL_STACKS_H

#include "aggregate.h"
#include "libquery/events/projection_options.h"
#include "libquery/rank.h"
#include "libreport/printer.h"

/* what is printed of them */
struct call_stacks {
	struct projection *projection;
	const struct ranking *ranking; /* has a threshold, unless stacks
					  were counted */
	bool has_threshold; /* it is not the default, which is for estimates */
	size_t nevents;     /* 1 or 2 */
	size_t events[2];   /* of the projection */
};

/* Prints the folded stacks of a grouping that counted stacks or keeps its graph, and
 * warns if they are an estimate, or if costs have none.  Ends the program on an
 * error. */
void call_stacks_print(const struct call_stacks *stacks,
    struct grouping *functions, struct printer *printer);

#endif
