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

/* puts all tuples into the table, which is not made before it is needed */
static int
complete_table(struct tuples *t)
{
	size_t size = t->capacity * 2;
	uint32_t *table;

	if (t->table_size < size) {
		table = table_alloc(size, sizeof(*table));
		if (table == NULL)
			return -1;
		free(t->table);
		t->table = table;
		t->table_size = size;
		t->ntabled = 0;
		t->keys = hash_keys();
	}
	for (; t->ntabled < t->n; t->ntabled++)
		*find_slot(t, tuples_at(t, (uint32_t)t->ntabled)) =
		    (uint32_t)t->ntabled + 1;
	return 0;
}

int
tuples_append(struct tuples *t, const uint64_t *words, uint32_t *number)
{
	size_t capacity = t->capacity > 0 ? t->capacity * 2 : FIRST_TUPLES;
	uint64_t *larger;

	if (t->n == t->capacity) {
		if (capacity > UINT32_MAX)
			return -1;
		larger =
		    realloc(t->words, capacity * t->width * sizeof(*larger));
		if (larger == NULL)
			return -1;
		t->words = larger;
		t->capacity = capacity;
	}
	memcpy(t->words + t->n * t->width, words, t->width * sizeof(*words));
	*number = (uint32_t)t->n++;
	return 0;
}

int
tuples_intern(struct tuples *t, const uint64_t *words, uint32_t *number)
{
	uint32_t *slot;

	if (t->n == 0)
		return tuples_append(t, words, number);
	if (complete_table(t) < 0)
		return -1;
	slot = find_slot(t, words);
	if (*slot == 0)
		return tuples_append(t, words, number);
	*number = *slot - 1;
	return 0;
}

int
tuples_widen(struct tuples *t, size_t width)
{
	size_t size = t->width * sizeof(*t->words);
	uint64_t *wider = NULL;

	if (t->capacity > 0) {
		wider = calloc(t->capacity * width, sizeof(*wider));
		if (wider == NULL)
			return -1;
	}
	for (uint32_t i = 0; i < t->n; i++)
		memcpy(wider + i * width, tuples_at(t, i), size);
	free(t->words);
	free(t->table); /* it is made again when it is needed */
	t->words = wider;
	t->width = width;
	t->table = NULL;
	t->table_size = t->ntabled = 0;
	return 0;
}

size_t
tuples_memory(const struct tuples *t)
{
	return t->capacity * t->width * sizeof(*t->words) +
	       t->table_size * sizeof(*t->table);
}

void
tuples_release(struct tuples *t)
{
	free(t->words);
	free(t->table);
}
