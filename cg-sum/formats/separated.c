/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Values separated by tabs or commas, with titles and names or, for scripts,
 * numbers alone.
 */
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "cg-sum/render.h"
#include "libreport/names/separated_names.h"

/* Prints the titles of what names a row. */
static void
put_name_titles(const struct table *t, struct printer *printer, char separator)
{
	if (t->outer != NULL)
		printer_print(printer, "outer%c", separator);
	printer_print(printer, "%s", t->name);
	if (t->detail != DETAIL_NONE)
		printer_print(printer, "%c%s", separator, table_detail(t));
	if (t->detail == DETAIL_PLACE)
		printer_print(printer, "%cfile%cline", separator, separator);
}

static void
put_names(const struct table *t, const struct table_row *row,
    struct printer *printer, char separator)
{
	if (t->outer != NULL) {
		separated_name(printer, separator,
		    row->outer != NULL ? row->outer : row->name);
		printer_print(printer, "%c", separator);
	}
	separated_name(printer, separator, row->name);
	if (table_has_functions(t)) {
		printer_print(printer, "%c", separator);
		separated_name(printer, separator, row->function);
	}
	if (t->detail == DETAIL_PLACE) {
		printer_print(printer, "%c", separator);
		separated_name(printer, separator, row->def_file);
	}
	if (t->detail == DETAIL_PLACE || t->detail == DETAIL_LINE) {
		printer_print(
		    printer, "%c%lld", separator, (long long)row->line);
	}
}

static void
put_cell(const struct table *t, const struct table_row *row, size_t column,
    struct printer *printer, char separator)
{
	struct cell cell = cell_at(t, row->counts, column);
	char figure[FORMAT_SIZE];

	cell_format_raw(figure, &cell);
	printer_print(printer, "%c%s", separator, figure);
}

/* --- a column for each event ---------------------------------------------- */

static void
put_wide(const struct table *t, struct printer *printer, char separator)
{
	size_t n = cells_ncolumns(t);

	put_name_titles(t, printer, separator);
	for (size_t i = 0; i < n; i++) {
		char *title = cell_title(t, i);

		printer_print(printer, "%c", separator);
		separated_name(printer, separator, title);
		free(title);
	}
	printer_print(printer, "\n");
	for (size_t row = 0; row < t->nrows; row++) {
		put_names(t, &t->rows[row], printer, separator);
		for (size_t i = 0; i < n; i++)
			put_cell(t, &t->rows[row], i, printer, separator);
		printer_print(printer, "\n");
	}
}

/* --- a row for each event ------------------------------------------------- */

/* True if a row has counts of each input; else it is an input, a process or a program. */
static bool
has_inputs(const struct table *t)
{
	return strcmp(t->by, "input") != 0 && strcmp(t->by, "process") != 0 &&
	       strcmp(t->by, "command") != 0;
}

/* Prints a row for each figure of a row. */
static void
put_figures(const struct table *t, const struct table_row *row,
    struct printer *printer, char separator)
{
	for (size_t i = 0; i < cells_ncolumns(t); i++) {
		char *event = cell_event(t, i);

		put_names(t, row, printer, separator);
		if (has_inputs(t)) {
			printer_print(printer, "%c", separator);
			separated_name(
			    printer, separator, t->names[i % t->ninputs]);
		}
		printer_print(printer, "%c", separator);
		separated_name(printer, separator, event);
		put_cell(t, row, i, printer, separator);
		printer_print(printer, "\n");
		free(event);
	}
}

static void
put_long(const struct table *t, struct printer *printer, char separator)
{
	put_name_titles(t, printer, separator);
	if (has_inputs(t))
		printer_print(printer, "%cinput", separator);
	printer_print(printer, "%cevent%cvalue\n", separator, separator);
	for (size_t row = 0; row < t->nrows; row++)
		put_figures(t, &t->rows[row], printer, separator);
}

static void
render(const struct table *t, struct printer *printer, char separator)
{
	if (t->is_long)
		put_long(t, printer, separator);
	else
		put_wide(t, printer, separator);
}

void
render_tsv(const struct table *t, struct printer *printer)
{
	render(t, printer, '\t');
}

void
render_csv(const struct table *t, struct printer *printer)
{
	render(t, printer, ',');
}

void
render_plain(const struct table *t, struct printer *printer)
{
	for (size_t i = 0; i < t->nrows; i++)
		for (size_t event = 0; event < t->header.nevents; event++)
			printer_print(printer, "%lld%s",
			    (long long)t->rows[i].counts[event],
			    event + 1 < t->header.nevents ? "\t" : "\n");
}
