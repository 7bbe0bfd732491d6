/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the executed instructions of a function led, and how often: jumps that were taken, and
 * the next instruction.  The counts tell, so code is needed neither in a file nor at all.
 */
#ifndef FLOW_H
#define FLOW_H

#include "libquery/calls/components.h"
#include "libquery/machine_code/machine_code.h"

struct flow {
	const struct machine_code *code;
	size_t n; /* instructions */
	size_t nedges;
	struct edges edges; /* within the function */
	int64_t *counts;    /* of each edge, more than 0 */
	/* how often each instruction was begun: one that repeats itself, as "rep movs", counts each
	 * time as an execution */
	int64_t *begun;
	int64_t *entries; /* how often each instruction was begun without an
			     edge to it: after a call of the function */
};

/* The code must know how often each instruction was executed, and outlive the flow. */
void flow_init(struct flow *flow, const struct machine_code *code);

void flow_release(struct flow *flow);

#endif
