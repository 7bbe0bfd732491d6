/* SPDX-License-Identifier: BSD-2-Clause */
/* A hash table of row numbers, made when a row must be searched for the first
 * time. */
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "profile/row_table.h"

static size_t
hash_row(const struct hash_keys *keys, const struct row *row)
{
	const uint64_t words[] = {(uint64_t)row->place << 32 | row->target,
	    (uint64_t)row->line, row->address};

	return (size_t)hash_words(keys, words, sizeof(words) / sizeof(*words));
}

uint32_t *
row_table_slot(
    struct row_table *t, const struct rows *rows, const struct row *row)
{
	size_t mask = t->size - 1;

	for (size_t i = hash_row(t->keys, row) & mask;; i = (i + 1) & mask) {
		uint32_t n = t->slots[i];

		if (n == 0 || rows_are_same(rows, n - 1, row))
			return &t->slots[i];
	}
}

static int
grow(struct row_table *t, size_t size)
{
	uint32_t *slots = table_alloc(size, sizeof(*slots));

	if (slots == NULL)
		return -1;
	free(t->slots);
	*t = (struct row_table){
	    .slots = slots, .size = size, .keys = hash_keys()};
	return 0;
}

int
row_table_complete(struct row_table *t, const struct rows *rows, size_t nrows)
{
	if (t->size < rows->capacity * 2 && grow(t, rows->capacity * 2) < 0)
		return -1;
	for (; t->nrows < nrows; t->nrows++) {
		struct row row = rows_at(rows, t->nrows);

		*row_table_slot(t, rows, &row) = (uint32_t)(t->nrows + 1);
	}
	return 0;
}

void
row_table_clear(struct row_table *t)
{
	t->nrows = 0;
	if (t->slots != NULL)
		memset(t->slots, 0, t->size * sizeof(*t->slots));
}

void
row_table_release(struct row_table *t)
{
	free(t->slots);
}
