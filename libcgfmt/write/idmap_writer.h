/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers names for name compression, the mirror of idmap_reader.h: "(1) main"
 * the first time, then "(1)".
 */
#ifndef IDMAP_WRITER_H
#define IDMAP_WRITER_H

#include <stdbool.h>

#include "names.h"
#include "tuples.h"

enum { MAX_ID_NAMES = 3 };

/* one space of numbers */
struct idmap_writer {
	struct names names;
	struct tuples tuples; /* of interned names */
};

/* Prepares a map whose entries have `width` names, at most MAX_ID_NAMES. */
void idmap_writer_init(struct idmap_writer *map, size_t width);

/*
 * Finds the number of these names, from 1 on, or assigns the next one; *is_new
 * says which.  Returns 0, or -1 when out of memory.
 */
int idmap_writer_find(struct idmap_writer *map, const char *const *names,
    uint32_t *number, bool *is_new);

void idmap_writer_release(struct idmap_writer *map);

#endif
