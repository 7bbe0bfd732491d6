/* SPDX-License-Identifier: BSD-2-Clause */
/* Joins loops of the same source: what a compiler unrolled, split or inlined several times. */
#ifndef LOOP_COPIES_H
#define LOOP_COPIES_H

#include "function_loops.h"

struct loop_row {
	size_t parent; /* the row of the loop that it is in, or NO_LOOP */
	size_t depth;  /* 0: in no other */
	const struct code_function *host;  /* has the code of the first copy */
	const struct function_loop *first; /* the copy at the lowest address */
	int64_t first_line, last_line;     /* 0: not known */
	size_t ncopies;
	bool has_several_hosts; /* some copies are in other functions' code */
	/* how many copies of its body a round has, as the compiler says; 0: not known */
	int64_t unrolled;
	size_t nheads; /* the most that a copy has */
	bool
	    is_recursive; /* calls lead back to the function: they are no cost */
	int64_t entered, rounds; /* of all copies */
	int64_t *own;            /* with the loops in it */
	int64_t *calls;          /* inclusive costs of calls; NULL: none */
	int64_t *inclusive;      /* both */
	struct loop_top *tops;   /* of each event */
};

/*
 * Makes a row of each loop of the functions, and one row of the copies that are in the same loop.  A
 * row stands before those in it.  Ends the program if a sum does not fit in 64 bits.
 */
struct loop_row *loop_copies_join(const struct function_loops *functions,
    size_t nfunctions, size_t nevents, size_t *nrows);

void loop_row_release(struct loop_row *row);

#endif
