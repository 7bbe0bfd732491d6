/* SPDX-License-Identifier: BSD-2-Clause */
/* Names are numbered in the order in which they are first written. */
#include <string.h>

#include "write/idmap_writer.h"

void
idmap_writer_init(struct idmap_writer *map, size_t width)
{
	*map = (struct idmap_writer){.tuples = {.width = width}};
}

int
idmap_writer_find(struct idmap_writer *map, const char *const *names,
    uint32_t *number, bool *is_new)
{
	size_t n = map->tuples.n;
	uint64_t words[MAX_ID_NAMES];

	for (size_t i = 0; i < map->tuples.width; i++) {
		words[i] = (uintptr_t)names_intern(
		    &map->names, names[i], strlen(names[i]));
		if (words[i] == 0)
			return -1;
	}
	if (tuples_intern(&map->tuples, words, number) < 0)
		return -1;
	*is_new = map->tuples.n > n;
	++*number;
	return 0;
}

void
idmap_writer_release(struct idmap_writer *map)
{
	names_release(&map->names);
	tuples_release(&map->tuples);
}
