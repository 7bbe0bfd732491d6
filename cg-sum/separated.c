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
put_name(struct screen *screen, char separator, const char *name)
{
	bool quoted = separator == ',' && strpbrk(name, ",\"") != NULL;

	screen_print(screen, quoted ? "\"" : "");
	screen_replace(screen, name, strlen(name), '"', quoted ? "\"\"" : "\"");
	screen_print(screen, quoted ? "\"" : "");
}

static void
put_titles(const struct sheet *s, struct screen *screen, char separator)
{
	static const char *const details[] = {
	    [DETAIL_FUNCTION] = "function",
	    [DETAIL_LINE] = "line",
	};

	screen_print(screen, "%s", s->name);
	if (s->detail != DETAIL_NONE)
		screen_print(screen, "%c%s", separator, details[s->detail]);
	for (size_t i = 0; i < cells_ncolumns(s); i++) {
		char *title = cell_title(s, i);

		screen_print(screen, "%c", separator);
		put_name(screen, separator, title);
		free(title);
	}
	screen_print(screen, "\n");
}

static void
put_row(const struct sheet *s, const struct sheet_row *row,
    struct screen *screen, char separator)
{
	put_name(screen, separator, row->name);
	if (s->detail == DETAIL_FUNCTION) {
		screen_print(screen, "%c", separator);
		put_name(screen, separator, row->function);
	} else if (s->detail == DETAIL_LINE) {
		screen_print(screen, "%c%lld", separator, (long long)row->line);
	}
	for (size_t i = 0; i < cells_ncolumns(s); i++) {
		struct cell cell = cell_at(s, row->counts, i);
		char figure[FIGURE_SIZE];

		cell_format_raw(figure, &cell);
		screen_print(screen, "%c%s", separator, figure);
	}
	screen_print(screen, "\n");
}

static void
render(const struct sheet *s, struct screen *screen, char separator)
{
	put_titles(s, screen, separator);
	for (size_t i = 0; i < s->nrows; i++)
		put_row(s, &s->rows[i], screen, separator);
}

void
render_tsv(const struct sheet *s, struct screen *screen)
{
	render(s, screen, '\t');
}

void
render_csv(const struct sheet *s, struct screen *screen)
{
	render(s, screen, ',');
}
