/* SPDX-License-Identifier: BSD-2-Clause */
/* The C library has this only for equal elements. */
#include "lower_bound.h"

size_t
lower_bound(const void *key, const void *array, size_t n, size_t size,
    int (*compare)(const void *element, const void *key))
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare((const char *)array + middle * size, key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t
lower_bound_row(const struct cg_record *key, const struct cg_profile *rows,
    int (*compare)(const struct cg_record *row, const struct cg_record *key))
{
	size_t low = 0, high = cg_profile_len(rows);

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct cg_record row;

		cg_profile_at(rows, middle, &row);
		if (compare(&row, key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
