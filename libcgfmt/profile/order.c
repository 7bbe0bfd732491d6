/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Places and targets are ranked once, so that sorting rows compares numbers,
 * not names.
 */
#include <stdlib.h>

#include "profile/order.h"

int
order_compare(
    const struct places *places, const struct row *a, const struct row *b)
{
	int order = 0;

	if (a->place != b->place)
		order = places_compare(places, a->place, b->place);
	if (order == 0)
		order = (a->line > b->line) - (a->line < b->line);
	if (order == 0)
		order = (a->address > b->address) - (a->address < b->address);
	if (order == 0 && a->target != b->target)
		order = places_compare_targets(places, a->target, b->target);
	return order;
}

/* the key that a row is sorted by, without pointers, and the row's number */
struct key {
	uint32_t place;
	uint32_t target;
	int64_t line;
	uint64_t address;
	size_t row;
};

static int
compare_keys(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return (x->target > y->target) - (x->target < y->target);
}

static void
sort(size_t *order, struct key *keys, size_t n, const struct rows *rows,
    const uint32_t *places, const uint32_t *targets)
{
	for (size_t i = 0; i < n; i++) {
		struct row row = rows_at(rows, i);

		keys[i] = (struct key){places[row.place], targets[row.target],
		    row.line, row.address, i};
	}
	qsort(keys, n, sizeof(*keys), compare_keys);
	for (size_t i = 0; i < n; i++)
		order[i] = keys[i].row;
}

size_t *
order_new(const struct places *places, const struct rows *rows, size_t n)
{
	size_t *order = calloc(n, sizeof(*order));
	struct key *keys = calloc(n, sizeof(*keys));
	uint32_t *ranks = places_rank(places);
	uint32_t *target_ranks = places_rank_targets(places);

	if (order != NULL && keys != NULL && ranks != NULL &&
	    target_ranks != NULL)
		sort(order, keys, n, rows, ranks, target_ranks);
	else {
		free(order);
		order = NULL;
	}
	free(keys);
	free(ranks);
	free(target_ranks);
	return order;
}
