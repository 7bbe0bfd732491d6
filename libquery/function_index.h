/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds functions of a profile by what they are called. */
#ifndef FUNCTION_INDEX_H
#define FUNCTION_INDEX_H

#include "cgfmt.h"

/* a function, and its row in the profile */
struct function_key {
	const char *def_file;
	const char *function;
	const char *object;
	size_t number;
};

struct function_index {
	size_t n;
	struct function_key
	    *list; /* in order of def_file, function and object */
};

/* of all rows, one a function; the profile must outlive the index */
void function_index_init(
    struct function_index *index, const struct cg_profile *functions);

/*
 * Sets the number of the function that has the wanted names, or of the only one
 * of that def_file and function, whatever its object; false where there is
 * none.
 */
bool function_index_find(const struct function_index *index,
    const struct function_key *wanted, size_t *number);

/* what callers and callees are called in a row of kind CG_CALL */
bool function_index_find_caller(const struct function_index *index,
    const struct cg_record *call, size_t *number);
bool function_index_find_callee(const struct function_index *index,
    const struct cg_record *call, size_t *number);

/* true if several objects have a function of the row's def_file and name */
bool function_index_is_ambiguous(
    const struct function_index *index, const struct cg_record *row);

void function_index_release(struct function_index *index);

#endif
