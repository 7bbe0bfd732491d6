/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Clones of functions, such as handle.isra.0 or "handle(int) [clone .cold]".  A
 * compiler makes some in one build and inlines the function in another, so they
 * are compared by the name of the function.
 */
#ifndef CLONES_H
#define CLONES_H

#include "cgfmt.h"

/* Returns where the suffix starts that makes the name one of a clone, or NULL if there is none. */
const char *clone_suffix(const char *function);

/* a function, and the name of the function that it is a clone of or is itself */
struct own_name {
	const char *of;
	const char *name;
	char *text; /* memory for the name */
};

/* the names of the last record; zeroed at first */
struct clones {
	struct own_name function, host, target;
};

/*
 * Gives a record the names of the functions themselves, which live until the next
 * call.  The record must be of the row of a reader that comes after the row of the
 * last call, or differ from it only in its line and costs: equal pointers mean equal
 * names.
 */
void clones_forget(struct clones *clones, struct cg_record *record);

void clones_release(struct clones *clones);

#endif
