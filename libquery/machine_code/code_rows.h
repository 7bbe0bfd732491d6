/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of a profile by the function whose machine code they are: rows of inlined code
 * belong to its host, and the levels of a recursion ("f'2") are one function.
 *
 *	code_rows_init(&rows, nevents, &error);
 *	while (cg_reader_next(reader, &record) == 1)
 *		code_rows_add(&rows, &record);
 *	code_rows_complete(&rows);
 */
#ifndef CODE_ROWS_H
#define CODE_ROWS_H

#include "cgfmt.h"
#include "libquery/patterns/pattern.h"

/* Rows that follow one another and are of one function. */
struct code_run {
	const char *object, *file, *function; /* the file defines it */
	size_t first, end;
};

struct code_function {
	const char *object, *file, *function;
	const int64_t *costs; /* its own, with what is inlined into it */
	size_t first_run, end_run;
};

struct code_rows {
	struct cg_error *error;
	size_t nevents;
	struct cg_profile *rows;
	bool has_jumps;
	bool has_hidden; /* costs of some rows are hidden by cg-filter */
	char *name, *host, *target; /* names without the level of recursion */
	/* from here on since code_rows_complete */
	size_t nruns;
	struct code_run *runs;
	size_t nfunctions;
	struct code_function *functions; /* in order of their names */
	int64_t *costs;                  /* of all functions */
};

/* These set *error and return -1 on an error. */
int
code_rows_init(struct code_rows *rows, size_t nevents, struct cg_error *error);

/* Adds a row, without its context and region; ignores data. */
int code_rows_add(struct code_rows *rows, const struct cg_record *record);

/* Finds the functions.  Ends the program if a cost does not fit in 64 bits. */
int code_rows_complete(struct code_rows *rows);

/* True if the pattern matches the name of the function, or of code that is inlined into
 * it; NULL: true. */
bool code_rows_match(const struct code_rows *rows,
    const struct code_function *function, const pcre2_code *pattern);

void code_rows_release(struct code_rows *rows);

/* Returns the name of the function whose machine code a row is. */
const char *code_rows_function_of(const struct cg_record *record);

/* Returns the name without the level of a recursion, "f'2"; NULL for NULL.  Frees *memory and
 * puts the name there, if it has a level. */
const char *code_name(const char *name, char **memory);

#endif
