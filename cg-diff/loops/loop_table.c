/* SPDX-License-Identifier: BSD-2-Clause */
/* A row is made of texts first, which decide the widths of the columns. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/loops/loop_name.h"
#include "libreport/names/short_name.h"
#include "libreport/numfmt.h"
#include "libreport/text_width.h"
#include "loop_table.h"

/* In the order of the columns. */
enum loop_cell {
	OLD,
	NEW,
	CHANGE,
	PERCENT,
	ROUNDS,
	IR_ROUND,
	CY_ROUND,
	VECTORS,
	NCOLUMNS
};

enum { LEAST_NAME = 24 /* the width that names keep beside columns */ };

struct loop_cells {
	char texts[NCOLUMNS][2 * FORMAT_SIZE + 4];
	const char *function;
	char *place; /* what follows the function's name */
};

struct loop_table {
	const struct loop_sides *sides;
	struct printer *printer;
	bool is_shown[NCOLUMNS];
	size_t widths[NCOLUMNS];
	size_t n;
	struct loop_cells *rows;
};

/* --- texts ------------------------------------------------------------------ */

static struct loop_cells *
add_row(struct loop_table *t, const char *function, char *place)
{
	t->rows = cli_grow(t->rows, t->n, sizeof(*t->rows));
	t->rows[t->n] =
	    (struct loop_cells){.function = function, .place = place};
	return &t->rows[t->n++];
}

static void
set_costs(struct loop_cells *row, int64_t old, int64_t new)
{
	format_count(row->texts[OLD], old);
	format_count(row->texts[NEW], new);
	format_change(row->texts[CHANGE], (__int128)new - old);
	format_growth(row->texts[PERCENT], old, new);
}

/* Writes what a round of a loop costs, or "-" if that is not known. */
static void
format_round(char to[FORMAT_SIZE], const struct compared_loop *loop,
    enum loop_event event)
{
	bool is_known = event != LOOP_CY || loop->is_estimated;

	if (is_known && loop->sum.rounds > 0)
		format_mean(to,
		    (double)loop_count(loop, event) / (double)loop->sum.rounds);
	else
		strcpy(to, "-");
}

/* Writes the share of floating-point operations that vectors do, or "-" if there are none. */
static void
format_vectors(char to[FORMAT_SIZE], const struct compared_loop *loop)
{
	int64_t all = loop_count(loop, LOOP_FL);

	if (all > 0)
		snprintf(to, FORMAT_SIZE, "%.0f %%",
		    percent_of(loop_count(loop, LOOP_FLV), all));
	else
		strcpy(to, "-");
}

static void
format_side(char to[FORMAT_SIZE], const struct compared_loop *loop,
    enum loop_cell column)
{
	switch (column) {
	case ROUNDS:
		format_count(to, loop->sum.rounds);
		break;
	case IR_ROUND:
		format_round(to, loop, LOOP_IR);
		break;
	case CY_ROUND:
		format_round(to, loop, LOOP_CY);
		break;
	default:
		format_vectors(to, loop);
	}
}

/* Sets "4.0 -> 1.1", or one text if both are the same or only one profile has the loop. */
static void
set_sides(
    struct loop_cells *row, const struct loop_pair *pair, enum loop_cell column)
{
	char old[FORMAT_SIZE] = "", new[FORMAT_SIZE] = "";

	if (pair->old != NULL)
		format_side(old, pair->old, column);
	if (pair->new != NULL)
		format_side(new, pair->new, column);
	if (pair->old == NULL || pair->new == NULL || strcmp(old, new) == 0)
		strcpy(row->texts[column], pair->new != NULL ? new : old);
	else
		snprintf(row->texts[column], sizeof(row->texts[column]),
		    "%s -> %s", old, new);
}

static void
add_pair(struct loop_table *t, const struct loop_pair *pair)
{
	const struct loop_row *named =
	    pair->new != NULL ? &pair->new->sum : &pair->old->sum;
	char *place = loop_place(named, t->printer->terminal);
	char *note = loop_note(named);
	struct loop_cells *row =
	    add_row(t, loop_function(named), cli_format("  %s%s", place, note));

	set_costs(row, loop_count(pair->old, t->sides->deciding),
	    loop_count(pair->new, t->sides->deciding));
	if (pair->old == NULL || pair->new == NULL)
		strcpy(row->texts[PERCENT], pair->old == NULL ? "new" : "gone");
	for (enum loop_cell i = ROUNDS; i < NCOLUMNS; i++)
		set_sides(row, pair, i);
	free(place);
	free(note);
}

/* --- columns ---------------------------------------------------------------- */

/* Returns the title; the caller frees it. */
static char *
title_of(const struct loop_table *t, enum loop_cell column)
{
	static const char *const titles[NCOLUMNS] = {"old", "new", "change",
	    "%", "rounds", "Ir/round", "Cy/round", "vectors"};

	return column == OLD || column == NEW
		   ? cli_format("%s %s", titles[column],
			 loop_events[t->sides->deciding])
		   : cli_format("%s", titles[column]);
}

static void
find_widths(struct loop_table *t)
{
	for (enum loop_cell i = 0; i < NCOLUMNS; i++) {
		char *title = title_of(t, i);

		t->widths[i] = strlen(title);
		free(title);
		for (size_t j = 0; j < t->n; j++)
			if (strlen(t->rows[j].texts[i]) > t->widths[i])
				t->widths[i] = strlen(t->rows[j].texts[i]);
	}
}

/* Leaves out columns until there is room for names on a terminal.  Returns the room; SIZE_MAX: any. */
static size_t
fit(struct loop_table *t)
{
	static const enum loop_cell least[] = {
	    OLD, NEW, IR_ROUND, ROUNDS, VECTORS, CHANGE};
	size_t width = cli_terminal_width(), used = 0;

	t->is_shown[CY_ROUND] = t->sides->has_event[LOOP_CY];
	t->is_shown[VECTORS] = t->sides->has_event[LOOP_FL];
	if (!t->printer->terminal)
		return SIZE_MAX;
	for (size_t i = 0; i < NCOLUMNS; i++)
		used += t->is_shown[i] ? t->widths[i] + 2 : 0;
	for (size_t i = 0;
	     i < sizeof(least) / sizeof(*least) && used + LEAST_NAME > width;
	     i++) {
		if (t->is_shown[least[i]])
			used -= t->widths[least[i]] + 2;
		t->is_shown[least[i]] = false;
	}
	return used < width ? width - used : 0;
}

/* --- printing --------------------------------------------------------------- */

static void
print_name(
    const struct loop_table *t, const struct loop_cells *row, size_t room)
{
	size_t used = text_width(row->place, strlen(row->place));

	if (room == SIZE_MAX) {
		printer_name(t->printer, row->function);
		printer_name(t->printer, row->place);
		return;
	}
	printer_name(t->printer,
	    short_names_find(&t->printer->names, short_function, row->function,
		used < room ? room - used : 0, "...", NULL));
	printer_name(t->printer, row->place);
}

static void
print_rows(const struct loop_table *t, size_t room)
{
	struct printer *p = t->printer;

	for (enum loop_cell i = 0; i < NCOLUMNS; i++) {
		char *title = title_of(t, i);

		if (t->is_shown[i])
			printer_print(p, "%*s  ", (int)t->widths[i], title);
		free(title);
	}
	printer_print(p, "loop\n");
	for (size_t i = 0; i < t->n; i++) {
		for (size_t j = 0; j < NCOLUMNS; j++)
			if (t->is_shown[j])
				printer_print(p, "%*s  ", (int)t->widths[j],
				    t->rows[i].texts[j]);
		print_name(t, &t->rows[i], room);
		printer_print(p, "\n");
	}
}

void
loop_table_print(const struct loop_sides *s, const struct loop_request *request,
    struct printer *printer)
{
	size_t n = (uint64_t)request->top < s->n ? (size_t)request->top : s->n;
	enum loop_event event = s->deciding;
	struct loop_table t = {.sides = s, .printer = printer};

	for (size_t i = 0; i < NCOLUMNS; i++)
		t.is_shown[i] = true;
	set_costs(add_row(&t, "total", cli_format("%s", "")),
	    s->old.totals[event], s->new.totals[event]);
	for (size_t i = 0; i < n; i++)
		add_pair(&t, &s->list[i]);
	if (request->pattern == NULL)
		set_costs(add_row(&t, "outside loops", cli_format("%s", "")),
		    s->old.outside[event], s->new.outside[event]);
	find_widths(&t);
	print_rows(&t, fit(&t));
	if (s->n > n)
		printer_print(printer,
		    "\n(%zu more loop%s: --top=N shows more)\n", s->n - n,
		    s->n - n == 1 ? "" : "s");
	for (size_t i = 0; i < t.n; i++)
		free(t.rows[i].place);
	free(t.rows);
}
