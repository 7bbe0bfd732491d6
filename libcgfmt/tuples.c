/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hash table over a flat array of tuples.  Their words are numbers and
 * addresses of interned names, so tuples are equal if their words are.
 */
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "tuples.h"

enum { FIRST_TUPLES = 64 };

/* the tuple's slot, or the free slot for it */
static uint32_t *
find_slot(const struct tuples *t, const uint64_t *words)
{
	size_t mask = t->table_size - 1;

	for (size_t i = hash_words(t->keys, words, t->width) & mask;;
	     i = (i + 1) & mask) {
		uint32_t n = t->table[i];

		if (n == 0 || memcmp(tuples_at(t, n - 1), words,
				  t->width * sizeof(*words)) == 0)
			return &t->table[i];
	}
}

static int
grow(struct tuples *t)
{
	size_t capacity = t->capacity > 0 ? t->capacity * 2 : FIRST_TUPLES;
	uint64_t *words =
	    realloc(t->words, capacity * t->width * sizeof(*words));
	uint32_t *table;

	if (words == NULL)
		return -1;
	t->words = words;
	table = table_alloc(capacity * 2, sizeof(*table));
	if (table == NULL)
		return -1;
	free(t->table);
	t->table = table;
	t->table_size = capacity * 2;
	t->capacity = capacity;
	t->keys = hash_keys();
	for (uint32_t i = 0; i < t->n; i++)
		*find_slot(t, tuples_at(t, i)) = i + 1;
	return 0;
}

int
tuples_intern(struct tuples *t, const uint64_t *words, uint32_t *number)
{
	uint32_t *slot;

	if (t->n == t->capacity &&
	    (t->capacity > UINT32_MAX / 2 || grow(t) < 0))
		return -1;
	slot = find_slot(t, words);
	if (*slot == 0) {
		memcpy(t->words + t->n * t->width, words,
		    t->width * sizeof(*words));
		*slot = (uint32_t)++t->n;
	}
	*number = *slot - 1;
	return 0;
}

const uint64_t *
tuples_at(const struct tuples *t, uint32_t number)
{
	return t->words + number * t->width;
}

void
tuples_release(struct tuples *t)
{
	free(t->words);
	free(t->table);
}
