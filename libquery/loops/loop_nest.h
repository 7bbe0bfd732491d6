/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The loops of a function, and which are in which: a loop nesting forest as G. Ramalingam
 * defines it, "On loops, dominators, and dominance frontiers" (2002).  A loop is a strongly
 * connected component; its heads are all instructions at which it is entered, as in
 * B. Steensgaard, "Sequentializing program dependence graphs for irreducible programs" (1993).
 * The loops in it are the components that are left without the jumps to its heads.
 */
#ifndef LOOP_NEST_H
#define LOOP_NEST_H

#include "flow.h"

enum { LOOP_DEPTH = 64 /* loops that are in more loops are no loops */ };

#define NO_LOOP SIZE_MAX

struct nested_loop {
	size_t parent;   /* the loop that it is in, or NO_LOOP */
	size_t depth;    /* 0: in no other */
	size_t nheads;   /* more than one: the loop has several entries */
	size_t head;     /* the first of them */
	size_t tail;     /* what jumped to a head most often, or the last one */
	int64_t entered; /* from outside of it */
	int64_t rounds;  /* how often a head was begun */
};

struct loop_nest {
	size_t n;
	struct nested_loop *list; /* a loop stands before those in it */
	size_t *innermost;        /* the loop of each instruction, or NO_LOOP */
};

void loop_nest_init(struct loop_nest *nest, const struct flow *flow);

void loop_nest_release(struct loop_nest *nest);

#endif
