/* SPDX-License-Identifier: BSD-2-Clause */
/* Binary search for a place in a sorted array; bsearch finds equal elements. */
#ifndef LOWER_BOUND_H
#define LOWER_BOUND_H

#include <stddef.h>

/*
 * Returns the index of the first element that does not compare less than the
 * key; n if there is none.
 */
size_t lower_bound(const void *key, const void *array, size_t n, size_t size,
    int (*compare)(const void *element, const void *key));

#endif
