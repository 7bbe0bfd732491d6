/* SPDX-License-Identifier: BSD-2-Clause */
/* One of two profiles whose stacks are compared.  All functions end the program on an
 * error. */
#ifndef FOLDED_SIDE_H
#define FOLDED_SIDE_H

#include <stdbool.h>

#include "cgfmt.h"
#include "libquery/header/folded_stacks.h"

struct folded_side {
	const char *path;
	struct folded_stacks folded;    /* by its header */
	const struct cg_header *events; /* those of the rows, and their names */
	struct cg_profile *rows;
	bool has_stacks;        /* of some rows */
	struct cg_error *error; /* of the rows */
};

/* Returns an empty profile for rows of the side, which the caller frees. */
struct cg_profile *folded_side_new_rows(const struct folded_side *side);

/* Adds a row to such a profile. */
void folded_side_put(const struct folded_side *side, struct cg_profile *to,
    const struct cg_record *row);

/* Sorts the rows of the side. */
void folded_side_sort(const struct folded_side *side);

#endif
