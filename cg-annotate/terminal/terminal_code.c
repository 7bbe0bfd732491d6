/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the machine code of functions, each line cut to the terminal's width. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libquery/windows_path.h"
#include "libcli/cli.h"
#include "libreport/printer.h"
#include "libreport/names/short_name.h"
#include "model/code/code_listing.h"
#include "terminal.h"

enum {
	TEXT_ROOM = 64,     /* that another column of counts must leave, */
	LEAST_TEXT = 24,    /* or one that --show names */
	TEXT_WIDTH = 34,    /* of an instruction, before what it did, */
	NOTE_ROOM = 32,     /* which has at least so much room */
	INLINED_WIDTH = 30, /* the most of the name of an inlined function */
};

struct code_view {
	const struct terminal_report *terminal;
	struct terminal_columns columns;
	struct code_listing listing;
};

static void
print_heading(const struct code_view *v)
{
	const struct terminal_report *t = v->terminal;
	const struct machine_code *code = v->listing.code;
	const struct code_function *f = code->function;
	const struct key_event *event = &t->events.list[0];
	__int128 sum = event_sum_of(&event->sum, f->costs);
	char count[FORMAT_SIZE], percent[FORMAT_SIZE], *facts;
	size_t width;

	terminal_count(count, event, sum);
	terminal_percent(percent, sum, event->whole);
	facts = cli_format(": %s %s, %s", count, event->name, percent);
	width = strlen(facts);
	printer_print(t->printer, "\n");
	terminal_short(t, width + LEAST_ROOM <= t->width ? t->width - width : 0,
	    f->function, short_function);
	printer_print(t->printer, "%s\n", facts);
	free(facts);
	if (*f->object != '\0') {
		terminal_short(t, t->width, f->object, short_path);
		printer_print(t->printer, "\n");
	}
}

/* Prints a text as far as it fits, and returns the room that is left. */
static size_t
print_fitting(
    struct printer *printer, const char *text, size_t len, size_t room)
{
	size_t fit = text_fit(text, len, room);

	printer_bytes(printer, text, fit);
	return room - text_width(text, fit);
}

static void
print_source(
    const struct code_view *v, const struct code_line *line, size_t room)
{
	struct printer *printer = v->terminal->printer;
	size_t used = 0;
	char number[FORMAT_SIZE] = "";
	const char *name;

	if (line->inlined != NULL && room > LEAST_ROOM) {
		name = short_names_find(&printer->names, short_function,
		    line->inlined,
		    room / 3 < INLINED_WIDTH ? room / 3 : INLINED_WIDTH,
		    terminal_ellipsis, &used);
		printer_print(printer, "[");
		printer_name(printer, name);
		printer_print(printer, "] ");
		room -= used + 3 < room ? used + 3 : room;
	}
	if (line->file == NULL) {
		print_fitting(printer, "(unknown line)", 14, room);
		return;
	}
	name = path_base_name(line->file);
	room = print_fitting(printer, name, strlen(name), room);
	if (line->line > 0)
		format_line_number(number, line->line);
	room = print_fitting(printer, number, strlen(number), room);
	if (line->text == NULL || line->len == 0 || room < LEAST_ROOM)
		return;
	printer_print(printer, "  ");
	print_fitting(printer, line->text, line->len, room - 2);
}

static void
print_instruction(
    const struct code_view *v, const struct code_line *line, size_t room)
{
	struct printer *printer = v->terminal->printer;
	size_t left = print_fitting(printer, line->text, line->len, room);
	size_t used = room - left, column = TEXT_WIDTH;

	if (column + NOTE_ROOM > room)
		column = room > NOTE_ROOM ? room - NOTE_ROOM : 0;
	if (*line->note == '\0')
		return;
	if (used < column) {
		printer_pad(printer, column - used);
		left = room - column;
	}
	if (left < LEAST_ROOM)
		return;
	printer_print(printer, "  ");
	print_fitting(printer, line->note, strlen(line->note), left - 2);
}

static void
print_line(const struct code_view *v, const struct code_line *line)
{
	const struct terminal_report *t = v->terminal;
	size_t address = (size_t)v->listing.address_width + 2;
	size_t used = v->columns.width + strlen(line->margin) + address;
	size_t room = t->width > used ? t->width - used : 0;

	terminal_columns_print(&v->columns, line->counts, NULL, NULL);
	printer_print(t->printer, "%s", line->margin);
	switch (line->kind) {
	case CODE_INSTRUCTION:
		printer_paint(t->printer, PAINT_FAINT, "%*" PRIx64 "  ",
		    (int)address - 2, line->start);
		print_instruction(v, line, room);
		break;
	case CODE_SOURCE:
		print_source(v, line, room + address);
		break;
	case CODE_GAP:
	case CODE_PART:
	case CODE_UNPLACED:
		printer_pad(t->printer, address);
		printer_paint(t->printer, PAINT_FAINT, "%.*s",
		    (int)text_fit(line->text, line->len, room), line->text);
		break;
	}
	printer_print(t->printer, "\n");
}

static void
print_code(const struct terminal_report *t, const struct machine_code *code,
    struct source_lines *sources)
{
	struct code_view v = {.terminal = t};
	struct code_line line;
	size_t margin;

	code_listing_begin(&v.listing, t->report, code, sources);
	terminal_columns_init(&v.columns, t, false, false);
	for (size_t i = 0; i < code->n; i++)
		if (code->list[i].counts != NULL)
			terminal_columns_add(&v.columns, code->list[i].counts);
	if (code->unplaced != NULL)
		terminal_columns_add(&v.columns, code->unplaced);
	margin = (size_t)v.listing.address_width + 2 * v.listing.loops.ncolumns;
	terminal_columns_fit(
	    &v.columns, margin + TEXT_ROOM, margin + LEAST_TEXT);
	print_heading(&v);
	if (code->problem != NULL) {
		char *text = cli_format("No machine code: %s", code->problem);

		terminal_line(t, text);
		free(text);
	} else {
		terminal_columns_print_heading(&v.columns, v.listing.summary);
		while (code_listing_next(&v.listing, &line))
			print_line(&v, &line);
	}
	terminal_columns_release(&v.columns);
	code_listing_end(&v.listing);
}

static void
warn_of_newer(
    const struct terminal_report *t, const struct source_lines *sources)
{
	const struct report_profile *profile = &t->report->profile;
	const char *name;
	size_t next = 0;

	while ((name = source_lines_newer(sources, profile, &next)) != NULL) {
		char *text = cli_format("%s is newer than the profile: its "
					"lines may have moved.",
		    path_base_name(name));

		printer_print(t->printer, "\n");
		terminal_line(t, text);
		free(text);
	}
}

void
terminal_code(const struct terminal_report *t)
{
	const struct code_list *codes = &t->report->code;
	struct source_lines sources;

	if (!t->report->options->code.is_wanted)
		return;
	source_lines_init(&sources, &t->report->options->directories);
	for (size_t i = 0; i < codes->n; i++)
		print_code(t, &codes->list[i], &sources);
	if (codes->nothers > 0) {
		char *text =
		    cli_format("(%zu more function%s: --top=N shows more)",
			codes->nothers, codes->nothers == 1 ? "" : "s");

		printer_print(t->printer, "\n");
		terminal_line(t, text);
		free(text);
	}
	warn_of_newer(t, &sources);
	source_lines_release(&sources);
}
