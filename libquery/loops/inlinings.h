/* SPDX-License-Identifier: BSD-2-Clause */
/* What is inlined into what in the machine code of a function. */
#ifndef INLININGS_H
#define INLININGS_H

#include "libquery/machine_code/code_rows.h"

/* Names are those of the rows, so that equal ones have equal pointers. */
struct inlining {
	const char *caller; /* NULL: the function itself */
	const char *callee;
	size_t marked; /* for the user */
};

/* In order of their callers, then of their callees. */
struct inlinings {
	size_t n;
	struct inlining *list;
};

void inlinings_init(struct inlinings *inlinings, const struct code_rows *rows,
    const struct code_function *function);

/* Returns the first inlining into a caller, and those after it, or the end of the list. */
size_t inlinings_find(const struct inlinings *inlinings, const char *caller);

void inlinings_release(struct inlinings *inlinings);

#endif
