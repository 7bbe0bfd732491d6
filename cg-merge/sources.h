/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sorted profiles that are merged while they are read: row by row, in
 * canonical order.
 */
#ifndef SOURCES_H
#define SOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libquery/sorted_rows.h"

struct source {
	struct sorted_rows rows;
	uint32_t number; /* in the order of the inputs */
};

/* {0} has no sources */
struct sources {
	struct sources_entry *heap;
	size_t n; /* sources that have a row */
};

/* Adds a source, whose first row is read.  The source must outlive the sources
 * and stay where it is. */
enum sorted_rows_status
sources_add(struct sources *sources, struct source *source);

/*
 * The source that has the first row in canonical order, and of several the one
 * that was added first; NULL at the end.  *is_same_place: the row has the names
 * of the first row before.
 */
struct source *sources_first(struct sources *sources, bool *is_same_place);

/* The same if its row has this line and the names of the first row before;
 * else NULL. */
struct source *sources_with(const struct sources *sources, int64_t line);

/* Goes on to the next row of the source that sources_first or sources_with
 * returned. */
enum sorted_rows_status sources_next(struct sources *sources);

void sources_release(struct sources *sources);

#endif
