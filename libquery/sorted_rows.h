/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of a profile one after another, from a reader or from memory.  The
 * order of a reader's rows is checked, so that sorted profiles can be compared
 * and merged in constant memory.
 */
#ifndef SORTED_ROWS_H
#define SORTED_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"

struct sorted_rows {
	/* one of them; set by the caller, which owns it */
	struct cg_reader *reader; /* of Cachegrind's format; before its rows */
	const struct cg_profile *profile; /* sorted */
	/* set by sorted_rows_next; the others are zeroed */
	struct cg_record record; /* the current row */
	bool is_elsewhere;       /* the row before it has another file or
				    function */
	size_t next;             /* row of the profile */
};

enum sorted_rows_status {
	SORTED_ROWS_ERROR = -1, /* the reader's */
	SORTED_ROWS_END = 0,
	SORTED_ROWS_NEXT = 1,
	SORTED_ROWS_DISORDER = 2, /* the row is not after the one before it in
				     canonical order */
};

/* Goes on to the next row.  The names of the row before it are still valid. */
enum sorted_rows_status sorted_rows_next(struct sorted_rows *rows);

/* Compares file and function of rows of Cachegrind's format, in canonical
 * order. */
int
sorted_rows_compare_names(const struct cg_record *a, const struct cg_record *b);

#endif
