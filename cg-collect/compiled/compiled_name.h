/* SPDX-License-Identifier: BSD-2-Clause */
/* What the name of a function says that an interpreter gives to perf. */
#ifndef COMPILED_NAME_H
#define COMPILED_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Texts are parts of the name.  0 bytes, or 0: not known. */
struct compiled_name {
	const char *function, *file;
	size_t nfunction; /* 0 with a file: it is anonymous */
	size_t nfile;
	uint32_t line, column; /* where the function begins */
	bool is_v8;            /* the name has V8's form */
};

/*
 * Splits a name of len bytes.  The forms are V8's, "JS:*fib /a.js:3:13", and
 * Python's, "py::fib:/a.py"; any other name is the function's.
 */
void
compiled_name_split(struct compiled_name *split, const char *name, size_t len);

#endif
