/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The laws of a call graph, for --check.
 *
 * The cost of a function is its own cost and the cost of the calls that it makes.  A
 * cycle of functions costs the own costs of its functions and the cost of the
 * calls that leave it.  Callers from outside are charged at most this cost, and
 * so is each line that makes calls within the cycle.  It follows that no call
 * costs more than the total.
 *
 * The laws do not apply to differences, nor to minimums or maximums of profiles.
 */
#ifndef CALL_CHECK_H
#define CALL_CHECK_H

#include "libquery/calls/callgraph.h"

struct call_check {
	bool is_used;   /* the format has calls */
	bool is_exempt; /* from the laws */
	struct callgraph graph;
	struct cg_profile *most; /* of each pair, the most that a line costs */
};

/* The first function or cycle for which too much is charged. */
struct call_excess {
	bool found;
	const char *function; /* lives as long as the check */
	size_t event;
	int64_t charged;
	int64_t cost;
};

/* The header must outlive the check. */
void call_check_init(struct call_check *check, const struct cg_header *header);

void call_check_add(struct call_check *check, const struct cg_record *record);

/* Call after all rows were added. */
void call_check_end(struct call_check *check, struct call_excess *excess);

void call_check_release(struct call_check *check);

#endif
