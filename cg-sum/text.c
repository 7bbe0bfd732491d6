/* SPDX-License-Identifier: BSD-2-Clause */
/* Names are last and not padded: they differ most in length. */
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "libcli/cli.h"
#include "render.h"
#include "libreport/diff_mark.h"

struct text {
	const struct sheet *sheet;
	struct printer *printer;
	size_t ncolumns;
	char **titles;
	size_t *widths;
};

static void
widen(struct text *t, const int64_t *counts)
{
	for (size_t i = 0; i < t->ncolumns; i++) {
		struct cell cell = cell_at(t->sheet, counts, i);
		char figure[2 * FORMAT_SIZE];

		cell_format(figure, t->sheet, &cell);
		if (strlen(figure) > t->widths[i])
			t->widths[i] = strlen(figure);
	}
}

static void
measure(struct text *t)
{
	const struct sheet *s = t->sheet;

	t->titles = cli_alloc(t->ncolumns, sizeof(*t->titles));
	t->widths = cli_alloc(t->ncolumns, sizeof(*t->widths));
	for (size_t i = 0; i < t->ncolumns; i++) {
		t->titles[i] = cell_title(s, i);
		t->widths[i] = strlen(t->titles[i]);
	}
	for (size_t i = 0; i < s->nrows; i++)
		widen(t, s->rows[i].counts);
	if (s->totals != NULL)
		widen(t, s->totals);
}

/* the path of an input may be longer than printer_print takes */
static void
print_titles(const struct text *t)
{
	static const char *const details[] = {
	    [DETAIL_NONE] = "",
	    [DETAIL_FUNCTION] = ":function",
	    [DETAIL_LINE] = ":line",
	};

	for (size_t i = 0; i < t->ncolumns; i++) {
		size_t blanks = t->widths[i] - strlen(t->titles[i]);

		printer_pad(t->printer, blanks);
		printer_name(t->printer, t->titles[i]);
		printer_print(t->printer, "  ");
	}
	printer_print(
	    t->printer, "%s%s\n", t->sheet->name, details[t->sheet->detail]);
}

static void
print_figures(const struct text *t, const int64_t *counts)
{
	for (size_t i = 0; i < t->ncolumns; i++) {
		struct cell cell = cell_at(t->sheet, counts, i);
		char figure[2 * FORMAT_SIZE];

		cell_format(figure, t->sheet, &cell);
		printer_pad(t->printer, t->widths[i] - strlen(figure));
		printer_print(t->printer, "%s  ", figure);
	}
}

static void
print_row(const struct text *t, const struct sheet_row *row)
{
	print_figures(t, row->counts);
	printer_name(t->printer, row->name);
	if (row->name != cg_filtered && t->sheet->detail == DETAIL_FUNCTION) {
		printer_print(t->printer, ":");
		printer_name(t->printer, row->function);
		printer_print(t->printer, "%s",
		    diff_mark(&t->sheet->header, row->counts));
	} else if (row->name != cg_filtered &&
		   t->sheet->detail == DETAIL_LINE) {
		printer_print(t->printer, ":%lld", (long long)row->line);
	}
	printer_print(t->printer, "\n");
}

void
render_partials(const struct sheet *s, struct printer *printer)
{
	for (size_t i = 0; i < s->partials->n; i++) {
		printer_name(printer, s->partials->list[i]);
		printer_print(printer, "\n");
	}
}

void
render_text(const struct sheet *s, struct printer *printer)
{
	struct text t = {
	    .sheet = s, .printer = printer, .ncolumns = cells_ncolumns(s)};

	measure(&t);
	print_titles(&t);
	for (size_t i = 0; i < s->nrows; i++)
		print_row(&t, &s->rows[i]);
	if (s->totals != NULL && s->nrows != 1) {
		print_figures(&t, s->totals);
		printer_print(printer, "total\n");
	}
	render_partials(s, printer);
	for (size_t i = 0; i < t.ncolumns; i++)
		free(t.titles[i]);
	free(t.titles);
	free(t.widths);
}
