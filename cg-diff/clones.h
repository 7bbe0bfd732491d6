/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Clones of functions, such as handle.isra.0 or "handle(int) [clone .cold]".  A
 * compiler makes some in one build and inlines the function in another, so they
 * are compared by the name of the function.
 */
#ifndef CLONES_H
#define CLONES_H

#include <stdbool.h>

#include "cgfmt.h"

/* the names of the last record; zeroed at first */
struct clones {
	char *function, *host, *target;
};

/* True if the sorted profile has any. */
bool clones_are_in(const struct cg_profile *rows);

/* Gives a record the names of the functions themselves, which live until the next
 * call. */
void clones_forget(struct clones *clones, struct cg_record *record);

void clones_release(struct clones *clones);

#endif
