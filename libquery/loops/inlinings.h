/* SPDX-License-Identifier: BSD-2-Clause */
/* What is inlined into what in the machine code of a function. */
#ifndef INLININGS_H
#define INLININGS_H

#include "libquery/machine_code/code_rows.h"

/* Names are those of the rows, so that equal ones have equal pointers. */
struct inlining {
	const char *callee;
	const char *caller; /* NULL: the function itself */
	const char *file;   /* of the call with the first line */
	int64_t line;       /* 0: not known */
};

struct inlinings {
	size_t n;
	struct inlining *list; /* each once, in order of both names */
};

void inlinings_init(struct inlinings *inlinings, const struct code_rows *rows,
    const struct code_function *function);

/* Returns how the callee is inlined into the caller, or NULL if it is not. */
const struct inlining *inlinings_find(
    const struct inlinings *inlinings, const char *callee, const char *caller);

void inlinings_release(struct inlinings *inlinings);

#endif
