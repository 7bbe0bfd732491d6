/* SPDX-License-Identifier: BSD-2-Clause */
/* Names come last and unpadded, because their lengths differ most. */
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "libcli/cli.h"
#include "render.h"
#include "libreport/diff_mark.h"

struct text_layout {
	const struct table *table;
	struct printer *printer;
	size_t ncolumns;
	char **titles;
	size_t *widths;
};

static void
widen(struct text_layout *layout, const int64_t *counts)
{
	for (size_t i = 0; i < layout->ncolumns; i++) {
		struct cell cell = cell_at(layout->table, counts, i);
		char figure[2 * FORMAT_SIZE];

		cell_format(figure, layout->table, &cell);
		if (strlen(figure) > layout->widths[i])
			layout->widths[i] = strlen(figure);
	}
}

static void
measure(struct text_layout *layout)
{
	const struct table *table = layout->table;

	layout->titles = cli_alloc(layout->ncolumns, sizeof(*layout->titles));
	layout->widths = cli_alloc(layout->ncolumns, sizeof(*layout->widths));
	for (size_t i = 0; i < layout->ncolumns; i++) {
		layout->titles[i] = cell_title(table, i);
		layout->widths[i] = strlen(layout->titles[i]);
	}
	for (size_t i = 0; i < table->nrows; i++)
		widen(layout, table->rows[i].counts);
	if (table->totals != NULL)
		widen(layout, table->totals);
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
	for (size_t i = 0; i < layout->ncolumns; i++) {
		struct cell cell = cell_at(layout->table, counts, i);
		char figure[2 * FORMAT_SIZE];

		cell_format(figure, layout->table, &cell);
		printer_pad(
		    layout->printer, layout->widths[i] - strlen(figure));
		printer_print(layout->printer, "%s  ", figure);
	}
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
}
