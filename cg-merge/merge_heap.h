/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sorted profiles that are merged while they are read: function by function, in
 * canonical order.
 */
#ifndef MERGE_HEAP_H
#define MERGE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libquery/sorted_rows.h"

struct source {
	struct sorted_rows rows;
	size_t number; /* in the order of the profiles */
};

/* {0} has no sources */
struct sources {
	struct source **waiting; /* a heap of those with rows to come */
	size_t n;
	size_t capacity;
};

/* Adds a source, whose current row comes later.  It must outlive the sources
 * and stay where it is. */
void sources_add(struct sources *sources, struct source *source);

/*
 * Removes the sources whose current row has the first names in canonical order,
 * and sets `here` to them, in the order of the profiles.  Returns how many
 * there are.  `here` has room for all sources.
 */
size_t sources_take(struct sources *sources, struct source **here);

void sources_release(struct sources *sources);

#endif
