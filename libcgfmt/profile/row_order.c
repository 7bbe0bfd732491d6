/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A merge sort that skips lists that are in order.  Locations of k profiles,
 * each in order, take n log k comparisons of names.
 */
#include <stdlib.h>
#include <string.h>

#include "profile/row_order.h"

/* the buffer has room for n / 2 */
static void
sort(const struct locations *l, uint32_t *list, size_t n, uint32_t *buffer)
{
	size_t sorted = 1, a = 0, half = n / 2, b = half;

	while (sorted < n &&
	       locations_compare(l, list[sorted - 1], list[sorted]) < 0)
		sorted++;
	if (sorted >= n)
		return;
	sort(l, list, half, buffer);
	sort(l, list + half, n - half, buffer);
	memcpy(buffer, list, half * sizeof(*list));
	for (size_t i = 0; a < half; i++) {
		bool takes_a =
		    b == n || locations_compare(l, buffer[a], list[b]) < 0;

		list[i] = takes_a ? buffer[a++] : list[b++];
	}
}

struct row_order *
row_order_new(const struct locations *l, struct rows *rows, size_t n)
{
	struct row_order *o = calloc(1, sizeof(*o));
	uint32_t *locations = malloc((n + 1) * sizeof(*locations));
	uint32_t *starts = malloc((n + 1) * sizeof(*starts));

	if (o == NULL || locations == NULL || starts == NULL) {
		free(o);
		free(locations);
		free(starts);
		return NULL;
	}
	*o = (struct row_order){n, locations, starts, .rank = 0};
	for (uint32_t i = 0; i < n; i++)
		locations[i] = i;
	sort(l, locations, n, starts);
	starts[0] = 0;
	for (size_t i = 0; i < n; i++)
		starts[i + 1] = starts[i] + rows_count(&rows[locations[i]]);
	return o;
}

/* --- reading -------------------------------------------------------------- */

/* finds the leaf of row i: its location, then the leaf in it */
static void
find_leaf(struct row_order *o, struct rows *rows, uint32_t i)
{
	size_t low = 0, high = o->nlocations;
	struct rows *r;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (o->starts[middle] <= i)
			low = middle;
		else
			high = middle;
	}
	o->rank = low;
	o->leaf = 0;
	o->start = o->starts[low];
	r = &rows[o->locations[low]];
	while (i - o->start >= rows_leaf(r, o->leaf)->nkeys)
		o->start += rows_leaf(r, o->leaf++)->nkeys;
}

/* moves on to the next leaf, whose first row is row i */
static void
go_on(struct row_order *o, struct rows *rows, uint32_t i)
{
	o->start = i;
	o->leaf++;
	if (o->leaf < rows_nleaves(&rows[o->locations[o->rank]]))
		return;
	o->leaf = 0;
	while (o->starts[++o->rank + 1] == i)
		continue;
}

const struct key *
row_order_key(
    struct row_order *o, struct rows *rows, uint32_t i, uint32_t *location)
{
	struct leaf *leaf = rows_leaf(&rows[o->locations[o->rank]], o->leaf);

	if (i - o->start >= leaf->nkeys) {
		if (i == o->start + leaf->nkeys)
			go_on(o, rows, i);
		else
			find_leaf(o, rows, i);
		leaf = rows_leaf(&rows[o->locations[o->rank]], o->leaf);
	}
	*location = o->locations[o->rank];
	return &leaf->keys[i - o->start];
}

void
row_order_free(struct row_order *o)
{
	if (o == NULL)
		return;
	free(o->locations);
	free(o->starts);
	free(o);
}
