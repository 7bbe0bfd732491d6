/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints loops, each on a line that fits: its share, its name below the loop that it is in, and as
 * many columns as leave room for names.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libreport/printer.h"
#include "libreport/names/short_name.h"
#include "model/loops/loop_text.h"
#include "terminal.h"

enum {
	LEAST_NAME = 24, /* the width that names keep beside columns */
	LEAST_LIMIT = 20 /* that what limits a loop needs */
};

struct loop_table {
	const struct terminal_report *terminal;
	const struct key_event *event;
	char *titles[2]; /* of own costs, and of these with calls, or NULL */
	size_t widths[2];
	size_t name_width;
	struct loop_columns columns;
	size_t first_column; /* those before have no room */
	struct loop_limits limits;
};

/* --- cells ------------------------------------------------------------------ */

/* Writes the share of what a loop costs, with its calls or without. */
static void
write_cost(char to[FORMAT_SIZE], const struct loop_table *t,
    const struct loop_row *row, bool with_calls)
{
	__int128 sum = event_sum_of(
	    &t->event->sum, with_calls ? row->inclusive : row->own);

	if (t->terminal->report->options->percentages)
		terminal_percent(to, sum, t->event->whole);
	else
		terminal_count(to, t->event, sum);
}

static size_t
width_of(const char *text)
{
	return text_width(text, strlen(text));
}

/* Returns how wide the name of a loop is in full, with what is before it. */
static size_t
name_width(const struct loop_row *row)
{
	char *place = loop_place(row, true), *note = loop_note(row);
	size_t width = 2 * row->depth + width_of(loop_function(row)) + 2 +
		       width_of(place) + width_of(note);

	free(place);
	free(note);
	return width;
}

/* Prints a function's name, as much of it as the place leaves room for. */
static void
print_name(const struct loop_table *t, const struct loop_row *row)
{
	struct printer *printer = t->terminal->printer;
	char *place = loop_place(row, true), *note = loop_note(row), *end;
	size_t room = t->name_width, indent = 2 * row->depth, used = 0;
	const char *name;

	if (indent + LEAST_ROOM > room)
		indent = room > LEAST_ROOM ? room - LEAST_ROOM : 0;
	room -= indent;
	end = cli_format("  %s%s", place, note);
	if (width_of(end) + LEAST_ROOM > room &&
	    width_of(loop_function(row)) + width_of(end) > room)
		end[2 + strlen(place)] = '\0';
	printer_pad(printer, indent);
	name = short_names_find(&printer->names, short_function,
	    loop_function(row), room > width_of(end) ? room - width_of(end) : 0,
	    terminal_ellipsis, &used);
	printer_name(printer, name);
	room -= used < room ? used : room;
	if (width_of(end) > room && room > LEAST_ROOM) {
		printer_print(printer, "  ");
		name = short_names_find(&printer->names, short_text, end + 2,
		    room - 2, terminal_ellipsis, &used);
		printer_name(printer, name);
		room -= used + 2;
	} else if (width_of(end) <= room) {
		printer_name(printer, end);
		room -= width_of(end);
	}
	printer_pad(printer, room);
	free(place);
	free(note);
	free(end);
}

static void
print_cell(
    struct printer *printer, size_t width, enum paint paint, const char *text)
{
	size_t len = width_of(text);

	printer_pad(printer, width > len ? width - len : 0);
	printer_paint(printer, paint, "%s", text);
}

static void
print_limits(const struct loop_table *t, size_t number)
{
	struct printer *printer = t->terminal->printer;

	for (size_t i = 0; i < 2 && t->limits.widths[i] > 0; i++) {
		size_t width = t->limits.widths[i], used = 0;
		bool is_last = i == 1 || t->limits.widths[1] == 0;

		printer_print(printer, "  ");
		printer_name(
		    printer, short_names_find(&printer->names, short_text,
				 t->limits.texts[i][number], width,
				 terminal_ellipsis, &used));
		if (!is_last)
			printer_pad(printer, width > used ? width - used : 0);
	}
}

static void
print_loop(const struct loop_table *t, size_t number)
{
	const struct loop_remarks *remarks =
	    t->terminal->report->loops.remarks[number];
	const struct loop_row *row = &t->terminal->report->loops.list[number];
	struct printer *printer = t->terminal->printer;
	char text[FORMAT_SIZE];
	size_t indent = 2 * row->depth + 2;

	for (size_t i = 0; i < 2 && t->titles[i] != NULL; i++) {
		__int128 sum = event_sum_of(
		    &t->event->sum, i == 1 ? row->inclusive : row->own);

		write_cost(text, t, row, i == 1);
		print_cell(printer, t->widths[i],
		    count_paint(sum, t->event->whole), text);
		printer_print(printer, "  ");
		indent += t->widths[i] + 2;
	}
	print_name(t, row);
	for (size_t i = t->first_column; i < t->columns.n; i++) {
		loop_cell(text, &t->columns.list[i], row);
		printer_print(printer, "  ");
		print_cell(printer, t->columns.list[i].width, PAINT_NONE, text);
	}
	print_limits(t, number);
	printer_print(printer, "\n");
	for (size_t i = 0; i < remarks->n; i++)
		terminal_prose(
		    t->terminal, indent, indent, remarks->list[i]->text);
}

/* --- the table -------------------------------------------------------------- */

static void
find_costs(struct loop_table *t)
{
	const struct report *report = t->terminal->report;
	const struct loop_list *l = &report->loops;
	char text[FORMAT_SIZE];

	t->titles[0] = cli_format("%s%s", t->event->name,
	    report->options->percentages ? " share" : "");
	if (l->has_calls)
		t->titles[1] = cli_format("with calls");
	for (size_t i = 0; i < 2 && t->titles[i] != NULL; i++) {
		t->widths[i] = strlen(t->titles[i]);
		for (size_t j = 0; j < l->n; j++) {
			write_cost(text, t, &l->list[j], i == 1);
			keep_widest(&t->widths[i], strlen(text));
		}
	}
}

/* Leaves out columns until there is room for names and for what limits loops: what is left without
 * that, then the first ones, because the last one is the cost that it limits.  If there is none even
 * so, leaves out what limits loops.  Returns the width that is used. */
static size_t
fit_limits(struct loop_table *t, size_t used, size_t least)
{
	struct loop_columns *c = &t->columns;
	size_t width = t->terminal->width, *limits = t->limits.widths;
	size_t shortest = limits[0] < LEAST_LIMIT ? limits[0] : LEAST_LIMIT;
	size_t columns = 0;

	if (limits[0] == 0)
		return used;
	for (size_t i = 0; i + 1 < c->n; i++)
		columns += c->list[i].width + 2;
	if (used - columns + shortest + 2 + least > width) {
		limits[0] = limits[1] = 0;
		return used;
	}
	if (used + limits[0] + limits[1] + 4 + least > width)
		limits[1] = 0;
	else
		used += limits[1] + 2;
	while (
	    t->first_column + 1 < c->n && used + limits[0] + 2 + least > width)
		used -= c->list[t->first_column++].width + 2;
	if (used + limits[0] + 2 + least > width)
		limits[0] = width - used - 2 - least;
	return used + limits[0] + 2;
}

/* Leaves out columns until there is room for names: the cost with calls, then the last ones. */
static void
fit(struct loop_table *t)
{
	const struct loop_list *l = &t->terminal->report->loops;
	struct loop_columns *c = &t->columns;
	size_t width = t->terminal->width, used = t->widths[0] + 2;
	size_t widest = strlen("loop"), limit = t->limits.widths[0], least;

	for (size_t i = 0; i < l->n; i++)
		keep_widest(&widest, name_width(&l->list[i]));
	for (size_t i = 0; i < c->n; i++)
		used += c->list[i].width + 2;
	used += t->titles[1] != NULL ? t->widths[1] + 2 : 0;
	least = widest < LEAST_NAME ? widest : LEAST_NAME;
	if (t->titles[1] != NULL &&
	    used + (limit > 0 ? limit + 2 : 0) + least > width) {
		free(t->titles[1]);
		t->titles[1] = NULL;
		used -= t->widths[1] + 2;
	}
	used = fit_limits(t, used, least);
	while (t->limits.widths[0] == 0 && c->n > 0 && used + least > width) {
		free(c->list[--c->n].title);
		used -= c->list[c->n].width + 2;
	}
	t->name_width = width > used ? width - used : 0;
	if (widest < t->name_width)
		t->name_width = widest;
	keep_widest(&t->name_width, strlen("loop"));
}

static void
print_heading(const struct loop_table *t)
{
	struct printer *printer = t->terminal->printer;

	printer_print(printer, "\n");
	for (size_t i = 0; i < 2 && t->titles[i] != NULL; i++) {
		print_cell(printer, t->widths[i], PAINT_NONE, t->titles[i]);
		printer_print(printer, "  ");
	}
	printer_paint(printer, PAINT_HEADING, "loop");
	printer_pad(printer, t->name_width - strlen("loop"));
	for (size_t i = t->first_column; i < t->columns.n; i++) {
		printer_print(printer, "  ");
		print_cell(printer, t->columns.list[i].width, PAINT_NONE,
		    t->columns.list[i].title);
	}
	for (size_t i = 0; i < 2 && t->limits.widths[i] > 0; i++)
		printer_print(printer, "  %-*s",
		    i == 0 && t->limits.widths[1] > 0 ? (int)t->limits.widths[0]
						      : 0,
		    loop_limit_titles[i]);
	printer_print(printer, "\n");
}

static void
print_line(const struct terminal_report *terminal, char *text)
{
	if (text != NULL)
		terminal_line(terminal, text);
	free(text);
}

void
terminal_loops(const struct terminal_report *terminal)
{
	const struct report *report = terminal->report;
	struct loop_table t = {
	    .terminal = terminal, .event = &terminal->events.list[0]};

	if (!report->options->loops.is_wanted)
		return;
	loop_columns_init(&t.columns, report, false);
	loop_limits_init(&t.limits, report);
	find_costs(&t);
	fit(&t);
	if (report->loops.n > 0)
		print_heading(&t);
	for (size_t i = 0; i < report->loops.n; i++)
		print_loop(&t, i);
	printer_print(terminal->printer, "\n");
	print_line(terminal, loop_coverage(report));
	print_line(terminal, loop_others(report));
	free(t.titles[0]);
	free(t.titles[1]);
	loop_limits_release(&t.limits);
	loop_columns_release(&t.columns);
}
