/* SPDX-License-Identifier: BSD-2-Clause */
/* Names are last and not padded: they differ most in length. */
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "cli.h"
#include "render.h"
#include "sides.h"

struct text {
	const struct sheet *sheet;
	struct screen *screen;
	size_t ncolumns;
	char **titles;
	size_t *widths;
};

static void
widen(struct text *t, const int64_t *counts)
{
	for (size_t i = 0; i < t->ncolumns; i++) {
		struct cell cell = cell_at(t->sheet, counts, i);
		char figure[2 * FIGURE_SIZE];

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

/* the path of an input may be longer than screen_print takes */
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

		screen_pad(t->screen, blanks);
		screen_name(t->screen, t->titles[i]);
		screen_print(t->screen, "  ");
	}
	screen_print(
	    t->screen, "%s%s\n", t->sheet->name, details[t->sheet->detail]);
}

static void
print_figures(const struct text *t, const int64_t *counts)
{
	for (size_t i = 0; i < t->ncolumns; i++) {
		struct cell cell = cell_at(t->sheet, counts, i);
		char figure[2 * FIGURE_SIZE];

		cell_format(figure, t->sheet, &cell);
		screen_pad(t->screen, t->widths[i] - strlen(figure));
		screen_print(t->screen, "%s  ", figure);
	}
}

static void
print_row(const struct text *t, const struct sheet_row *row)
{
	print_figures(t, row->counts);
	screen_name(t->screen, row->name);
	if (row->name != cg_filtered && t->sheet->detail == DETAIL_FUNCTION) {
		screen_print(t->screen, ":");
		screen_name(t->screen, row->function);
		screen_print(t->screen, "%s",
		    sides_mark(&t->sheet->header, row->counts));
	} else if (row->name != cg_filtered &&
		   t->sheet->detail == DETAIL_LINE) {
		screen_print(t->screen, ":%lld", (long long)row->line);
	}
	screen_print(t->screen, "\n");
}

void
render_partials(const struct sheet *s, struct screen *screen)
{
	for (size_t i = 0; i < s->partials->n; i++) {
		screen_name(screen, s->partials->list[i]);
		screen_print(screen, "\n");
	}
}

void
render_text(const struct sheet *s, struct screen *screen)
{
	struct text t = {
	    .sheet = s, .screen = screen, .ncolumns = cells_ncolumns(s)};

	measure(&t);
	print_titles(&t);
	for (size_t i = 0; i < s->nrows; i++)
		print_row(&t, &s->rows[i]);
	if (s->totals != NULL && s->nrows != 1) {
		print_figures(&t, s->totals);
		screen_print(screen, "total\n");
	}
	render_partials(s, screen);
	for (size_t i = 0; i < t.ncolumns; i++)
		free(t.titles[i]);
	free(t.titles);
	free(t.widths);
}
