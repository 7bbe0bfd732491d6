/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The columns of a sheet that have figures: each event, then each rate, and of
 * each all inputs side by side.
 */
#ifndef CELLS_H
#define CELLS_H

#include "libreport/numfmt.h"
#include "sheet.h"

enum cell_kind { CELL_COUNT, CELL_RATE, CELL_NO_RATE /* no accesses */ };

struct cell {
	enum cell_kind kind;
	int64_t count;
	int64_t total;  /* of a count */
	double percent; /* of a rate */
};

size_t cells_ncolumns(const struct sheet *sheet);

/* "Ir", "I1%"; "Ir@INPUT" where there are several; to be freed by the caller */
char *cell_title(const struct sheet *sheet, size_t column);

/* the figure of a row, or of the totals, in a column */
struct cell
cell_at(const struct sheet *sheet, const int64_t *counts, size_t column);

/* the figure as people read it; a count with its share, where it has one */
void cell_format(char to[2 * FORMAT_SIZE], const struct sheet *sheet,
    const struct cell *cell);

/* the figure as programs read it; "" where there is no rate */
void cell_format_raw(char to[FORMAT_SIZE], const struct cell *cell);

#endif
