/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions that were executed, as linkers call them, and the calls between
 * them. */
#ifndef CALL_EDGES_H
#define CALL_EDGES_H

#include "executed.h"

struct hot_function {
	const struct names_function *function;
	int64_t cost;  /* instructions that it executed */
	int64_t calls; /* of it, also from other objects */
};

struct call_edge {
	size_t caller, callee; /* numbers of functions */
	int64_t count;
};

struct call_edges {
	struct hot_function *functions; /* by address */
	size_t nfunctions;
	struct call_edge *list; /* by caller and callee, each pair once */
	size_t n;
};

/* Finds them.  A call that goes through a stub for a shared library to a function of
 * this one is a call of that function.
 * Ends the program if no name is known. */
void call_edges_find(struct call_edges *edges, const struct executed *executed);

void call_edges_release(struct call_edges *edges);

#endif
