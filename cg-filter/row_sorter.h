/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sorts the rows of the output and adds up those that differ only in counts,
 * holding as few of them as possible.  Input from any of the tools is sorted
 * already, so most of it can be written while it is read.
 */
#ifndef ROW_SORTER_H
#define ROW_SORTER_H

#include <stdbool.h>

#include "cgfmt.h"
#include "libquery/profile_output.h"

struct row_sorter {
	/* set by the caller, which owns them */
	const struct cg_reader *reader;
	const struct profile_output *output;
	struct cg_header *header; /* of the output */
	struct cg_error *error;
	/* see the table in row_sorter.c */
	enum { BUFFER_ALL, BATCHES, STREAM } mode;
	struct cg_profile *rows;  /* held until they can be written */
	struct cg_writer *writer; /* NULL until the first row is written */
	/* in mode STREAM */
	struct cg_record previous; /* input row, kept or not */
	bool has_pending;
	struct cg_record pending; /* row that the next one may add to */
	int64_t *pending_counts;
};

/*
 * Completes a sorter whose first four members are set.  If `early` is true,
 * rows may be written before all were read; _next must then get them as they
 * were read, except for their counts.  Returns 0, or -1 on an error.
 */
int row_sorter_init(struct row_sorter *sorter, bool early);

/*
 * Takes the next row of the input, and adds it to the output if `keep` is true,
 * which must be the same for equal rows.  Call it for dropped rows, too: they
 * also show if the input is in order.  Names must live until the next call has
 * returned.  Returns 0, or -1 on an error.
 */
int row_sorter_next(
    struct row_sorter *sorter, const struct cg_record *record, bool keep);

/*
 * Returns all rows, sorted, which the caller frees, or NULL on an error.  The
 * sorter is then empty and takes further rows.  Not for one that writes early.
 */
struct cg_profile *row_sorter_take(struct row_sorter *sorter);

/*
 * Writes all rows that are held.  Returns the writer, which the caller closes,
 * or NULL on an error.
 */
struct cg_writer *row_sorter_finish(struct row_sorter *sorter);

/* Frees everything but the writer. */
void row_sorter_release(struct row_sorter *sorter);

#endif
