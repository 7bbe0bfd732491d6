/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that a process has compiled at run time, as it describes them in
 * files for perf: see perf_map.h and jitdump.h.
 */
#ifndef COMPILED_H
#define COMPILED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgfmt.h"
#include "compiled_name.h"

/* The line of the code from an offset on. */
struct compiled_line {
	uint32_t offset; /* from the start of the function */
	uint32_t line;   /* 0: not known */
	const char *file;
};

struct compiled_function {
	uint64_t start, end;
	const char *name;
	const char *file;      /* NULL: not known */
	uint32_t line, column; /* where it begins; 0: not known */
	size_t first, nlines;  /* of compiled->lines, sorted by offset */
};

/* Code that no later function was compiled to. */
struct compiled_part {
	uint64_t start, end;
	size_t function;
};

/* Zeroed, it is empty. */
struct compiled {
	/* in the order in which they were compiled */
	struct compiled_function *functions;
	size_t n;
	struct compiled_line *lines;
	size_t nlines;
	struct compiled_part *parts; /* sorted, after compiled_complete */
	size_t nparts;
	void *strings;  /* a tree; equal strings have equal pointers */
	size_t nbytes;  /* of memory, about */
	bool is_full;   /* it has taken so much that nothing more is added */
	char *names[2]; /* the last names that compiled_name_record made */
};

/* Adds a function.  False if it was not added, because it has no code or
 * because of is_full. */
bool compiled_add(struct compiled *compiled, uint64_t start, uint64_t size,
    const struct compiled_name *name);

/* Adds a line to the function that was added last, for its code from the offset
 * on.  file has len bytes; 0: the function's. */
void compiled_add_line(struct compiled *compiled, uint32_t offset,
    uint32_t line, const char *file, size_t len);

/* Adds a copy of the n-th function at another address.  False as above. */
bool compiled_move(
    struct compiled *compiled, size_t n, uint64_t start, uint64_t size);

/* Call once, after all was added. */
void compiled_complete(struct compiled *compiled);

/*
 * Gives names, files and lines to a row of code of no object.  These are valid
 * until the next call.
 */
void compiled_name_record(struct compiled *compiled, struct cg_record *record);

void compiled_release(struct compiled *compiled);

#endif
