/* SPDX-License-Identifier: BSD-2-Clause */
/* The canonical order of all rows: locations in their order, and in each its
 * rows. */
#ifndef ORDER_H
#define ORDER_H

#include "profile/rows.h"

struct order {
	size_t nlocations;
	uint32_t *locations; /* their numbers, in order */
	uint32_t *starts;    /* index of the first row of each; one more */
	/* the leaf of the row read last */
	size_t rank; /* of its location */
	uint32_t leaf;
	uint32_t start; /* index of its first row */
};

/* The order of n locations with these rows; NULL when out of memory.  It lives
 * until a row is inserted. */
struct order *
order_new(const struct locations *locations, struct rows *rows, size_t n);

/* The key of row number i of the order, and its location.  Mostly i is near
 * that of the call before. */
const struct key *order_key(
    struct order *order, struct rows *rows, uint32_t i, uint32_t *location);

void order_free(struct order *order);

#endif
