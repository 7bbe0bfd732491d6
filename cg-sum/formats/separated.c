/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Values separated by tabs or commas, with titles and names or, for scripts,
 * numbers alone.
 */
#include <stdlib.h>

#include "cells.h"
#include "cg-sum/render.h"
#include "libreport/separated_names.h"

static void
put_titles(const struct table *t, struct printer *printer, char separator)
{
	printer_print(printer, "%s", t->name);
	if (t->detail != DETAIL_NONE)
		printer_print(printer, "%c%s", separator, table_detail(t));
	if (t->detail == DETAIL_PLACE)
		printer_print(printer, "%cfile%cline", separator, separator);
	for (size_t i = 0; i < cells_ncolumns(t); i++) {
		char *title = cell_title(t, i);

		printer_print(printer, "%c", separator);
		separated_name(printer, separator, title);
		free(title);
	}
	printer_print(printer, "\n");
}

static void
put_row(const struct table *t, const struct table_row *row,
    struct printer *printer, char separator)
{
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
	for (size_t i = 0; i < cells_ncolumns(t); i++) {
		struct cell cell = cell_at(t, row->counts, i);
		char figure[FORMAT_SIZE];

		cell_format_raw(figure, &cell);
		printer_print(printer, "%c%s", separator, figure);
	}
	printer_print(printer, "\n");
}

static void
render(const struct table *t, struct printer *printer, char separator)
{
	put_titles(t, printer, separator);
	for (size_t i = 0; i < t->nrows; i++)
		put_row(t, &t->rows[i], printer, separator);
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
