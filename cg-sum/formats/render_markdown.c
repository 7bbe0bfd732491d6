/* SPDX-License-Identifier: BSD-2-Clause */
/* A table in GitHub's Markdown.  Names are code spans. */
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "cg-sum/render.h"
#include "libreport/markdown.h"

static void
put_name(struct printer *printer, const char *name)
{
	printer_print(printer, "| ");
	markdown_code_in_cell(printer, name);
	printer_print(printer, " ");
}

/* Prints a paragraph for each input that is not whole, after the table. */
static void
put_partials(const struct table *t, struct printer *printer)
{
	for (size_t i = 0; i < t->partials->n; i++) {
		printer_print(printer, "\n");
		markdown_code(printer, t->partials->list[i]);
		printer_print(printer, "\n");
	}
}

/* Titles are code, too: names of events, and paths. */
static void
put_titles(const struct table *t, struct printer *printer)
{
	size_t n = cells_ncolumns(t);

	if (t->outer != NULL)
		printer_print(printer, "| %s ", t->outer);
	printer_print(printer, "| %s ", t->name);
	if (t->detail != DETAIL_NONE)
		printer_print(printer, "| %s ", table_detail(t));
	if (t->detail == DETAIL_PLACE)
		printer_print(printer, "| line ");
	for (size_t i = 0; i < n; i++) {
		char *title = cell_title(t, i);

		put_name(printer, title);
		free(title);
	}
	printer_print(printer, "|\n%s| :-- %s",
	    t->outer != NULL ? "| :-- " : "",
	    t->detail == DETAIL_FUNCTION ? "| :-- "
	    : t->detail == DETAIL_PLACE  ? "| :-- | :-- "
	    : t->detail == DETAIL_LINE   ? "| --: "
					 : "");
	for (size_t i = 0; i < n; i++)
		printer_print(printer, "| --: ");
	printer_print(printer, "|\n");
}

/* Removes the blanks that align a count without a share. */
static void
trim_end(char *figure)
{
	size_t len = strlen(figure);

	while (len > 0 && figure[len - 1] == ' ')
		figure[--len] = '\0';
}

static void
put_figures(
    const struct table *t, const int64_t *counts, struct printer *printer)
{
	for (size_t i = 0; i < cells_ncolumns(t); i++) {
		struct cell cell = cell_at(t, counts, i);
		char figure[2 * FORMAT_SIZE];

		cell_format(figure, &cell);
		trim_end(figure);
		printer_print(printer, "| %s ", figure);
	}
	printer_print(printer, "|\n");
}

static void
put_row(
    const struct table *t, const struct table_row *row, struct printer *printer)
{
	if (t->outer != NULL)
		put_name(printer, row->outer != NULL ? row->outer : row->name);
	put_name(printer, row->name);
	if (table_has_functions(t)) {
		const char *mark = table_mark(t, row);

		put_name(printer, row->function);
		if (*mark != '\0')
			printer_print(
			    printer, "%s ", mark + 1); /* " (added)" */
	} else if (t->detail == DETAIL_LINE) {
		printer_print(printer, "| %lld ", (long long)row->line);
	}
	if (t->detail == DETAIL_PLACE) {
		char *place =
		    cli_format("%s:%lld", row->def_file, (long long)row->line);

		put_name(printer, place);
		free(place);
	}
	put_figures(t, row->counts, printer);
}

void
render_markdown(const struct table *t, struct printer *printer)
{
	put_titles(t, printer);
	for (size_t i = 0; i < t->nrows; i++)
		put_row(t, &t->rows[i], printer);
	if (t->totals != NULL && t->nrows != 1) {
		printer_print(printer, "| **total** %s%s",
		    t->outer != NULL ? "| " : "",
		    t->detail == DETAIL_PLACE  ? "| | "
		    : t->detail != DETAIL_NONE ? "| "
					       : "");
		put_figures(t, t->totals, printer);
	}
	put_partials(t, printer);
}
