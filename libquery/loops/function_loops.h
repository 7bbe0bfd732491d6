/* SPDX-License-Identifier: BSD-2-Clause */
/* The loops of a function with what they cost and where they are in the source. */
#ifndef FUNCTION_LOOPS_H
#define FUNCTION_LOOPS_H

#include "call_rings.h"
#include "loop_nest.h"

/* The instruction of a loop that has most of an event. */
struct loop_top {
	int64_t count; /* 0: there is none */
	uint64_t address;
	const char *file;
	int64_t line; /* 0: not known */
};

struct function_loop {
	size_t parent;        /* the loop that it is in, or NO_LOOP */
	size_t nheads;        /* more than one: it has several entries */
	uint64_t first, last; /* addresses of its instructions */
	int64_t entered, rounds;
	int64_t *own;          /* with the loops in it */
	struct loop_top *tops; /* of each event */
	int64_t *calls;        /* inclusive costs of calls in it; NULL: none */
	bool
	    is_recursive; /* a call leads back to the function: it is no cost */
	/* the function whose source it is: the function itself, or what is inlined into it */
	const char *file, *function;
	bool is_inlined;
	int64_t first_line, last_line; /* 0: not known */
	int64_t jump_line; /* of the jump back that was taken most often */
};

struct function_loops {
	const struct code_function *function;
	size_t n;
	struct function_loop *list; /* a loop stands before those in it */
};

/* Finds the loops; the header, of the rows, has the event Ir.  All arguments but the last two must
 * outlive them.  Ends the program if a sum does not fit in 64 bits. */
void function_loops_find(struct function_loops *loops,
    const struct code_rows *rows, const struct code_function *function,
    const struct call_rings *rings, const struct cg_header *header);

void function_loops_release(struct function_loops *loops);

#endif
