/* SPDX-License-Identifier: BSD-2-Clause */
/* A hash table by number. */
#include <stdlib.h>

#include "hash.h"
#include "read/ids.h"

enum { FIRST_SIZE = 64 };

struct id {
	uint64_t number;
	const void *what; /* NULL: the slot is free */
};

/* the number's slot, or the free slot for it */
static struct id *
find_slot(const struct ids *ids, uint64_t number)
{
	size_t mask = ids->size - 1;
	size_t i = (size_t)hash_words(ids->keys, &number, 1) & mask;

	while (ids->table[i].what != NULL && ids->table[i].number != number)
		i = (i + 1) & mask;
	return &ids->table[i];
}

static int
grow(struct ids *ids)
{
	struct ids larger = {
	    .size = ids->size > 0 ? ids->size * 2 : FIRST_SIZE,
	    .used = ids->used,
	    .keys = hash_keys(),
	};

	larger.table = calloc(larger.size, sizeof(*larger.table));
	if (larger.table == NULL)
		return -1;
	for (size_t i = 0; i < ids->size; i++)
		if (ids->table[i].what != NULL)
			*find_slot(&larger, ids->table[i].number) =
			    ids->table[i];
	free(ids->table);
	*ids = larger;
	return 0;
}

const void *
ids_find(const struct ids *ids, uint64_t number)
{
	return ids->used > 0 ? find_slot(ids, number)->what : NULL;
}

int
ids_define(struct ids *ids, uint64_t number, const void *what)
{
	struct id *slot;

	if (ids->used * 2 >= ids->size && grow(ids) < 0)
		return -1;
	slot = find_slot(ids, number);
	ids->used += slot->what == NULL;
	*slot = (struct id){number, what};
	return 0;
}

void
ids_clear(struct ids *ids)
{
	free(ids->table);
	*ids = (struct ids){.used = 0};
}
