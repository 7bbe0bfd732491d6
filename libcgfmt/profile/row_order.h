/* SPDX-License-Identifier: BSD-2-Clause */
/* The canonical order of all rows: locations are sorted, and so are the rows of
 * each. */
#ifndef ROW_ORDER_H
#define ROW_ORDER_H

#include "profile/rows.h"

struct row_order {
	size_t nlocations;
	uint32_t *locations; /* sorted numbers */
	uint32_t *starts;    /* index of the first row of each, and the end */
	/* the leaf of the row that was read last */
	size_t rank; /* index of its location in `locations` */
	uint32_t leaf;
	uint32_t start; /* index of the leaf's first row */
};

/* The order of n locations with these rows; NULL when out of memory.  It lives
 * until a row is inserted. */
struct row_order *
row_order_new(const struct locations *locations, struct rows *rows, size_t n);

/* The key of row i in this order, and its location.  Fast if i is the same as
 * in the call before, or one more. */
const struct key *row_order_key(
    struct row_order *order, struct rows *rows, uint32_t i, uint32_t *location);

void row_order_free(struct row_order *order);

#endif
