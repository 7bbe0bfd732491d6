/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The numeric columns of a table: one for each event, then one for each rate, then
 * the cost of a call; with several inputs, one for each input in its place.
 */
#ifndef CELLS_H
#define CELLS_H

#include "cg-sum/table.h"
#include "libreport/numfmt.h"

enum cell_kind {
	CELL_COUNT,
	CELL_RATE,
	CELL_PER_CALL,
	CELL_NONE /* no accesses, or no calls */
};

struct cell {
	enum cell_kind kind;
	int64_t count;
	int64_t total; /* of a count: 100 % of its share */
	bool has_share;
	bool is_change; /* a count has its sign */
	double number;  /* of a rate, or the cost of a call */
};

size_t cells_ncolumns(const struct table *table);

/* Returns "Ir", "I1%" or "Ir/call", to be freed. */
char *cell_event(const struct table *table, size_t column);

/*
 * Returns "Ir" or "I1%", or "Ir@INPUT" if there are several inputs.  The caller
 * frees it.
 */
char *cell_title(const struct table *table, size_t column);

/* Returns the cell in a column of the row, or the totals, with these counts. */
struct cell
cell_at(const struct table *table, const int64_t *counts, size_t column);

/* True if the cell is a count of 0. */
static inline bool
cell_is_zero(const struct table *t, const int64_t *counts, size_t column)
{
	/* division is slow, and usually there is one input */
	size_t i = t->ninputs == 1 ? column
				   : column % t->ninputs * t->header.nevents +
					 column / t->ninputs;

	return column < t->ninputs * t->header.nevents && counts[i] == 0;
}

/* Formats the cell for people, with its share if it has one.
 * Returns the length. */
size_t cell_format(char to[2 * FORMAT_SIZE], const struct cell *cell);

/* Formats the cell for programs; a rate without accesses is "". */
void cell_format_raw(char to[FORMAT_SIZE], const struct cell *cell);

#endif
