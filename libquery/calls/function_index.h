/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the functions of a profile by name, file and object. */
#ifndef FUNCTION_INDEX_H
#define FUNCTION_INDEX_H

#include "cgfmt.h"

/* the names of a function, and the number of its row */
struct function_key {
	const char *def_file;
	const char *function;
	const char *object;
	size_t number;
};

struct function_index {
	size_t n;
	struct function_key *list; /* by def_file, function and object */
};

/* Indexes all rows of functions that are not inlined, one a function.  The profile
 * must outlive the index. */
void function_index_init(
    struct function_index *index, const struct cg_profile *functions);

/*
 * Set *number to the caller or the callee of a row of kind CG_CALL: to the
 * function with its names, or else to the only function of that name and
 * def_file in any object.  Return false if there is neither.
 */
bool function_index_find_caller(const struct function_index *index,
    const struct cg_record *call, size_t *number);
bool function_index_find_callee(const struct function_index *index,
    const struct cg_record *call, size_t *number);

/* True if several objects have a function of the row's def_file and name. */
bool function_index_is_ambiguous(
    const struct function_index *index, const struct cg_record *row);

void function_index_release(struct function_index *index);

#endif
