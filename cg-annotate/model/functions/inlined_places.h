/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The places at which each function was inlined: lines with a call of its inlined
 * code.  A line counts once, whatever function it was itself inlined into.
 */
#ifndef INLINED_PLACES_H
#define INLINED_PLACES_H

#include "cgfmt.h"

struct inlined_places {
	struct cg_error *error;
	/* a row for each function and place */
	struct cg_profile *rows;
};

/* Starts without places.  These functions set *error and return -1 on an error. */
int inlined_places_init(struct inlined_places *places, struct cg_error *error);

/* Adds the place of a call; ignores other rows. */
int
inlined_places_add(struct inlined_places *places, const struct cg_record *row);

/* Sorts the places.  Call after the last row and before the function below. */
int inlined_places_complete(struct inlined_places *places);

/* Returns the number of places of a function, by its object, def_file and name. */
size_t inlined_places_count(
    const struct inlined_places *places, const struct cg_record *function);

void inlined_places_release(struct inlined_places *places);

#endif
