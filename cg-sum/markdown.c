/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A table in GitHub's Markdown.  Names are code: "<int>" or "__x__" would be
 * markup otherwise.  A code span ends at a run of as many backticks as it began
 * with, so one with backticks in it begins with more; a pipe would end the cell
 * even there.
 */
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "render.h"
#include "libreport/diff_mark.h"

static size_t
longest_run(const char *name, char c)
{
	size_t longest = 0, run = 0;

	for (; *name != '\0'; name++) {
		run = *name == c ? run + 1 : 0;
		if (run > longest)
			longest = run;
	}
	return longest;
}

static void
put_ticks(struct printer *printer, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printer_print(printer, "`");
}

/* a blank keeps a backtick at either end apart; it is not shown */
static void
put_code(struct printer *printer, const char *text, const char *bar)
{
	size_t ticks = longest_run(text, '`') + 1;
	const char *blank = ticks > 1 ? " " : "";

	put_ticks(printer, ticks);
	printer_print(printer, "%s", blank);
	printer_replace(printer, text, strlen(text), '|', bar);
	printer_print(printer, "%s", blank);
	put_ticks(printer, ticks);
}

static void
put_name(struct printer *printer, const char *name)
{
	printer_print(printer, "| ");
	put_code(printer, name, "\\|");
	printer_print(printer, " ");
}

/* a paragraph each behind the table */
static void
put_partials(const struct sheet *s, struct printer *printer)
{
	for (size_t i = 0; i < s->partials->n; i++) {
		printer_print(printer, "\n");
		put_code(printer, s->partials->list[i], "|");
		printer_print(printer, "\n");
	}
}

/* titles are names of events, and paths */
static void
put_titles(const struct sheet *s, struct printer *printer)
{
	size_t n = cells_ncolumns(s);

	printer_print(printer, "| %s ", s->name);
	if (s->detail != DETAIL_NONE)
		printer_print(printer, "| %s ",
		    s->detail == DETAIL_FUNCTION ? "function" : "line");
	for (size_t i = 0; i < n; i++) {
		char *title = cell_title(s, i);

		put_name(printer, title);
		free(title);
	}
	printer_print(printer, "|\n| :-- %s",
	    s->detail == DETAIL_FUNCTION ? "| :-- "
	    : s->detail == DETAIL_LINE   ? "| --: "
					 : "");
	for (size_t i = 0; i < n; i++)
		printer_print(printer, "| --: ");
	printer_print(printer, "|\n");
}

/* the blanks that align a count without a share */
static void
trim_end(char *figure)
{
	size_t len = strlen(figure);

	while (len > 0 && figure[len - 1] == ' ')
		figure[--len] = '\0';
}

static void
put_figures(
    const struct sheet *s, const int64_t *counts, struct printer *printer)
{
	for (size_t i = 0; i < cells_ncolumns(s); i++) {
		struct cell cell = cell_at(s, counts, i);
		char figure[2 * FORMAT_SIZE];

		cell_format(figure, s, &cell);
		trim_end(figure);
		printer_print(printer, "| %s ", figure);
	}
	printer_print(printer, "|\n");
}

static void
put_row(
    const struct sheet *s, const struct sheet_row *row, struct printer *printer)
{
	put_name(printer, row->name);
	if (s->detail == DETAIL_FUNCTION) {
		const char *mark = diff_mark(&s->header, row->counts);

		put_name(printer, row->function);
		if (*mark != '\0')
			printer_print(
			    printer, "%s ", mark + 1); /* " (added)" */
	} else if (s->detail == DETAIL_LINE)
		printer_print(printer, "| %lld ", (long long)row->line);
	put_figures(s, row->counts, printer);
}

void
render_markdown(const struct sheet *s, struct printer *printer)
{
	put_titles(s, printer);
	for (size_t i = 0; i < s->nrows; i++)
		put_row(s, &s->rows[i], printer);
	if (s->totals != NULL && s->nrows != 1) {
		printer_print(printer, "| **total** %s",
		    s->detail != DETAIL_NONE ? "| " : "");
		put_figures(s, s->totals, printer);
	}
	put_partials(s, printer);
}
