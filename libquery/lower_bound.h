/* SPDX-License-Identifier: BSD-2-Clause */
/* Binary search for a place in a sorted array; bsearch finds equal elements. */
#ifndef LOWER_BOUND_H
#define LOWER_BOUND_H

#include <stddef.h>

#include "cgfmt.h"

/*
 * Returns the index of the first element that does not compare less than the
 * key; n if there is none.
 */
size_t lower_bound(const void *key, const void *array, size_t n, size_t size,
    int (*compare)(const void *element, const void *key));

/* The same in the rows of a sorted profile. */
size_t
lower_bound_row(const struct cg_record *key, const struct cg_profile *rows,
    int (*compare)(const struct cg_record *row, const struct cg_record *key));

#endif
