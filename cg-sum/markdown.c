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
#include "sides.h"

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
put_ticks(struct screen *screen, size_t n)
{
	for (size_t i = 0; i < n; i++)
		screen_print(screen, "`");
}

/* a blank keeps a backtick at either end apart; it is not shown */
static void
put_code(struct screen *screen, const char *text, const char *bar)
{
	size_t ticks = longest_run(text, '`') + 1;
	const char *blank = ticks > 1 ? " " : "";

	put_ticks(screen, ticks);
	screen_print(screen, "%s", blank);
	screen_replace(screen, text, strlen(text), '|', bar);
	screen_print(screen, "%s", blank);
	put_ticks(screen, ticks);
}

static void
put_name(struct screen *screen, const char *name)
{
	screen_print(screen, "| ");
	put_code(screen, name, "\\|");
	screen_print(screen, " ");
}

/* a paragraph each behind the table */
static void
put_partials(const struct sheet *s, struct screen *screen)
{
	for (size_t i = 0; i < s->partials->n; i++) {
		screen_print(screen, "\n");
		put_code(screen, s->partials->list[i], "|");
		screen_print(screen, "\n");
	}
}

/* titles are names of events, and paths */
static void
put_titles(const struct sheet *s, struct screen *screen)
{
	size_t n = cells_ncolumns(s);

	screen_print(screen, "| %s ", s->name);
	if (s->detail != DETAIL_NONE)
		screen_print(screen, "| %s ",
		    s->detail == DETAIL_FUNCTION ? "function" : "line");
	for (size_t i = 0; i < n; i++) {
		char *title = cell_title(s, i);

		put_name(screen, title);
		free(title);
	}
	screen_print(screen, "|\n| :-- %s",
	    s->detail == DETAIL_FUNCTION ? "| :-- "
	    : s->detail == DETAIL_LINE   ? "| --: "
					 : "");
	for (size_t i = 0; i < n; i++)
		screen_print(screen, "| --: ");
	screen_print(screen, "|\n");
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
put_figures(const struct sheet *s, const int64_t *counts, struct screen *screen)
{
	for (size_t i = 0; i < cells_ncolumns(s); i++) {
		struct cell cell = cell_at(s, counts, i);
		char figure[2 * FIGURE_SIZE];

		cell_format(figure, s, &cell);
		trim_end(figure);
		screen_print(screen, "| %s ", figure);
	}
	screen_print(screen, "|\n");
}

static void
put_row(
    const struct sheet *s, const struct sheet_row *row, struct screen *screen)
{
	put_name(screen, row->name);
	if (s->detail == DETAIL_FUNCTION) {
		const char *mark = sides_mark(&s->header, row->counts);

		put_name(screen, row->function);
		if (*mark != '\0')
			screen_print(screen, "%s ", mark + 1); /* " (added)" */
	} else if (s->detail == DETAIL_LINE)
		screen_print(screen, "| %lld ", (long long)row->line);
	put_figures(s, row->counts, screen);
}

void
render_markdown(const struct sheet *s, struct screen *screen)
{
	put_titles(s, screen);
	for (size_t i = 0; i < s->nrows; i++)
		put_row(s, &s->rows[i], screen);
	if (s->totals != NULL && s->nrows != 1) {
		screen_print(screen, "| **total** %s",
		    s->detail != DETAIL_NONE ? "| " : "");
		put_figures(s, s->totals, screen);
	}
	put_partials(s, screen);
}
