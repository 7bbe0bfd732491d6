/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sorted profiles that are merged while they are read: row by row, in
 * canonical order.
 */
#ifndef SOURCES_H
#define SOURCES_H

#include <stddef.h>

#include "libquery/sorted_rows.h"

struct source {
	struct sorted_rows rows;
	size_t number;    /* in the order of the inputs */
	bool is_at_place; /* its row is of the first file and function that any
			     source has */
};

/* {0} has no sources */
struct sources {
	struct source **heap; /* the source with the first row is the root */
	size_t n;             /* with a row */
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

/* Goes on to the next row of the source that sources_first returned. */
enum sorted_rows_status sources_next(struct sources *sources);

void sources_release(struct sources *sources);

#endif
