/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds functions of a profile by what they are called. */
#ifndef FINDER_H
#define FINDER_H

#include "cgfmt.h"

/* a function, and its row in the profile */
struct found {
	const char *def_file;
	const char *function;
	const char *object;
	size_t number;
};

struct finder {
	size_t n;
	struct found *list; /* in order of def_file, function and object */
};

/* of all rows, one a function; the profile must outlive the finder */
void finder_init(struct finder *finder, const struct cg_profile *functions);

/*
 * Sets the number of the function that has the wanted names, or of the only one
 * of that def_file and function, whatever its object; false where there is
 * none.
 */
bool finder_find(
    const struct finder *finder, const struct found *wanted, size_t *number);

/* what callers and callees are called in a row of kind CG_CALL */
bool finder_find_caller(
    const struct finder *finder, const struct cg_record *call, size_t *number);
bool finder_find_callee(
    const struct finder *finder, const struct cg_record *call, size_t *number);

/* true if several objects have a function of the row's def_file and name */
bool
finder_is_ambiguous(const struct finder *finder, const struct cg_record *row);

void finder_release(struct finder *finder);

#endif
