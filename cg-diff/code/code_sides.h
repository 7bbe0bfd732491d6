/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of both profiles whose machine code is compared. */
#ifndef CODE_SIDES_H
#define CODE_SIDES_H

#include "libquery/matching/clones.h"
#include "libquery/header/build_ids.h"
#include "libquery/machine_code/machine_code.h"
#include "libquery/patterns/pattern.h"
#include "libquery/patterns/rename.h"

/* One of the profiles. */
struct code_side {
	const char *path;
	struct cg_error error;
	struct cg_reader *reader; /* stays open for its header */
	struct build_ids build_ids;
	struct clones clones;
	struct code_rows rows;
	size_t event; /* Ir, the number of executions */
};

/* A function of both profiles; NULL: the profile has no code of it. */
struct code_function_pair {
	const struct code_function *old, *new;
	int64_t old_count, new_count; /* instructions executed */
};

struct code_sides {
	struct code_side old, new;
	size_t n;
	struct code_function_pair *list; /* the largest change first */
};

struct code_sides_request {
	const char *option;   /* that needs the costs of instructions, */
	const char *recorder; /* and the options of cg-collect for them */
	const char *old_path, *new_path;
	struct renames *renames;
	bool partial;
	const pcre2_code
	    *pattern; /* that names of functions match; NULL: all */
};

/* Reads both profiles.  Ends the program if a profile has no addresses or no Ir. */
void code_sides_read(
    struct code_sides *sides, const struct code_sides_request *request);

/*
 * Pairs functions by name; of several ones with a name, those whose objects and files have the
 * same names.  Without a pattern, a pair whose counts are the same is left out.
 */
void code_sides_pair(struct code_sides *sides, const pcre2_code *pattern);

void code_sides_release(struct code_sides *sides);

#endif
