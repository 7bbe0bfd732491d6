/* SPDX-License-Identifier: BSD-2-Clause */
/* Names come last and unpadded, because their lengths differ most. */
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "libcli/cli.h"
#include "render.h"
#include "libreport/diff_mark.h"

/* the extreme cells of a column; the longest text is that of one of them */
struct range {
	struct cell least;
	struct cell most;
	bool is_known;
};

struct text_layout {
	const struct table *table;
	struct printer *printer;
	size_t ncolumns;
	char **titles;
	size_t *widths;
	char *line; /* room for the figures of a row */
};

static bool
is_less(const struct cell *a, const struct cell *b)
{
	return a->kind == CELL_COUNT ? a->count < b->count
				     : a->percent < b->percent;
}

static void
widen(struct range *range, const struct cell *cell)
{
	if (cell->kind == CELL_NO_RATE)
		return; /* no text is shorter */
	if (!range->is_known || is_less(cell, &range->least))
		range->least = *cell;
	if (!range->is_known || is_less(&range->most, cell))
		range->most = *cell;
	range->is_known = true;
}

/* Sets the widths of the columns. */
static void
measure_cells(struct text_layout *layout)
{
	const struct table *table = layout->table;
	size_t n = layout->ncolumns;
	struct range *ranges = cli_alloc(n, sizeof(*ranges));

	for (size_t row = 0; row < table->nrows + 1; row++) {
		const int64_t *counts = row < table->nrows
					    ? table->rows[row].counts
					    : table->totals;
		for (size_t i = 0; i < n && counts != NULL; i++) {
			struct cell cell = cell_at(table, counts, i);

			widen(&ranges[i], &cell);
		}
	}
	for (size_t i = 0; i < n; i++) {
		char figure[2 * FORMAT_SIZE];
		size_t least, most;

		if (!ranges[i].is_known)
			continue;
		least = cell_format(figure, table, &ranges[i].least);
		most = cell_format(figure, table, &ranges[i].most);
		if (least > layout->widths[i])
			layout->widths[i] = least;
		if (most > layout->widths[i])
			layout->widths[i] = most;
	}
	free(ranges);
}

static void
measure(struct text_layout *layout)
{
	size_t size = 0;

	layout->titles = cli_alloc(layout->ncolumns, sizeof(*layout->titles));
	layout->widths = cli_alloc(layout->ncolumns, sizeof(*layout->widths));
	for (size_t i = 0; i < layout->ncolumns; i++) {
		layout->titles[i] = cell_title(layout->table, i);
		layout->widths[i] = strlen(layout->titles[i]);
	}
	measure_cells(layout);
	for (size_t i = 0; i < layout->ncolumns; i++)
		size += layout->widths[i] + 2;
	layout->line = cli_alloc(size, 1);
}

/* A title may hold the path of an input, too long for printer_print. */
static void
print_titles(const struct text_layout *layout)
{
	static const char *const details[] = {
	    [DETAIL_NONE] = "",
	    [DETAIL_FUNCTION] = ":function",
	    [DETAIL_LINE] = ":line",
	};

	for (size_t i = 0; i < layout->ncolumns; i++) {
		size_t blanks = layout->widths[i] - strlen(layout->titles[i]);

		printer_pad(layout->printer, blanks);
		printer_name(layout->printer, layout->titles[i]);
		printer_print(layout->printer, "  ");
	}
	printer_print(layout->printer, "%s%s\n", layout->table->name,
	    details[layout->table->detail]);
}

static void
print_figures(const struct text_layout *layout, const int64_t *counts)
{
	char *p = layout->line;

	for (size_t i = 0; i < layout->ncolumns; i++) {
		struct cell cell = cell_at(layout->table, counts, i);
		char figure[2 * FORMAT_SIZE];
		size_t len = cell_format(figure, layout->table, &cell);
		size_t blanks = layout->widths[i] - len;

		memset(p, ' ', blanks);
		memcpy(p + blanks, figure, len);
		memcpy(p + layout->widths[i], "  ", 2);
		p += layout->widths[i] + 2;
	}
	printer_bytes(
	    layout->printer, layout->line, (size_t)(p - layout->line));
}

static void
print_row(const struct text_layout *layout, const struct table_row *row)
{
	print_figures(layout, row->counts);
	printer_name(layout->printer, row->name);
	if (row->name != cg_filtered &&
	    layout->table->detail == DETAIL_FUNCTION) {
		printer_print(layout->printer, ":");
		printer_name(layout->printer, row->function);
		printer_print(layout->printer, "%s",
		    diff_mark(&layout->table->header, row->counts));
	} else if (row->name != cg_filtered &&
		   layout->table->detail == DETAIL_LINE) {
		printer_print(layout->printer, ":%lld", (long long)row->line);
	}
	printer_print(layout->printer, "\n");
}

void
render_partials(const struct table *table, struct printer *printer)
{
	for (size_t i = 0; i < table->partials->n; i++) {
		printer_name(printer, table->partials->list[i]);
		printer_print(printer, "\n");
	}
}

void
render_text(const struct table *table, struct printer *printer)
{
	struct text_layout layout = {.table = table,
	    .printer = printer,
	    .ncolumns = cells_ncolumns(table)};

	measure(&layout);
	print_titles(&layout);
	for (size_t i = 0; i < table->nrows; i++)
		print_row(&layout, &table->rows[i]);
	if (table->totals != NULL && table->nrows != 1) {
		print_figures(&layout, table->totals);
		printer_print(printer, "total\n");
	}
	render_partials(table, printer);
	for (size_t i = 0; i < layout.ncolumns; i++)
		free(layout.titles[i]);
	free(layout.titles);
	free(layout.widths);
	free(layout.line);
}
