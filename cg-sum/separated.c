/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Values separated by tabs or commas.  Names have no control bytes, so that a
 * tab or the end of a line can be no part of a value; with commas, values are
 * quoted as RFC 4180 has it, but lines end as Unix's do.
 */
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "render.h"

static void
put_name(struct printer *printer, char separator, const char *name)
{
	bool quoted = separator == ',' && strpbrk(name, ",\"") != NULL;

	printer_print(printer, quoted ? "\"" : "");
	printer_replace(
	    printer, name, strlen(name), '"', quoted ? "\"\"" : "\"");
	printer_print(printer, quoted ? "\"" : "");
}

static void
put_titles(const struct sheet *s, struct printer *printer, char separator)
{
	static const char *const details[] = {
	    [DETAIL_FUNCTION] = "function",
	    [DETAIL_LINE] = "line",
	};

	printer_print(printer, "%s", s->name);
	if (s->detail != DETAIL_NONE)
		printer_print(printer, "%c%s", separator, details[s->detail]);
	for (size_t i = 0; i < cells_ncolumns(s); i++) {
		char *title = cell_title(s, i);

		printer_print(printer, "%c", separator);
		put_name(printer, separator, title);
		free(title);
	}
	printer_print(printer, "\n");
}

static void
put_row(const struct sheet *s, const struct sheet_row *row,
    struct printer *printer, char separator)
{
	put_name(printer, separator, row->name);
	if (s->detail == DETAIL_FUNCTION) {
		printer_print(printer, "%c", separator);
		put_name(printer, separator, row->function);
	} else if (s->detail == DETAIL_LINE) {
		printer_print(
		    printer, "%c%lld", separator, (long long)row->line);
	}
	for (size_t i = 0; i < cells_ncolumns(s); i++) {
		struct cell cell = cell_at(s, row->counts, i);
		char figure[FORMAT_SIZE];

		cell_format_raw(figure, &cell);
		printer_print(printer, "%c%s", separator, figure);
	}
	printer_print(printer, "\n");
}

static void
render(const struct sheet *s, struct printer *printer, char separator)
{
	put_titles(s, printer, separator);
	for (size_t i = 0; i < s->nrows; i++)
		put_row(s, &s->rows[i], printer, separator);
}

void
render_tsv(const struct sheet *s, struct printer *printer)
{
	render(s, printer, '\t');
}

void
render_csv(const struct sheet *s, struct printer *printer)
{
	render(s, printer, ',');
}
