/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the hot lines and the annotated sources of a report on a terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libreport/printer.h"
#include "libreport/names/short_name.h"
#include "model/difference.h"
#include "model/lines/hot_lines.h"
#include "model/sources/source_list.h"
#include "terminal.h"

enum {
	HOT_LINES = 10,
	TEXT_ROOM = 48,  /* that another column of counts must leave, */
	LEAST_TEXT = 20, /* or one that --show names */
	TAB = 8,
};

/* --- source lines --------------------------------------------------------- */

/*
 * Returns how many bytes of a source line fit, with tabs at each eighth column,
 * and sets *width to their width.
 */
static size_t
fit_source(const char *text, size_t len, size_t room, size_t *width)
{
	size_t i = 0, column = 0;

	while (i < len) {
		const char *tab = memchr(text + i, '\t', len - i);
		size_t n = tab != NULL ? (size_t)(tab - text) - i : len - i;
		size_t fit = text_fit(text + i, n, room - column);

		column += text_width(text + i, fit);
		i += fit;
		if (fit < n || i == len)
			break;
		if (column + TAB - column % TAB > room)
			break;
		column += TAB - column % TAB;
		i++;
	}
	*width = column;
	return i;
}

static void
print_expanded(struct printer *printer, const char *text, size_t len)
{
	const char *end = text + len;
	size_t column = 0;

	while (text < end) {
		const char *tab = memchr(text, '\t', (size_t)(end - text));
		size_t n = (size_t)((tab != NULL ? tab : end) - text);

		printer_bytes(printer, text, n);
		column += text_width(text, n);
		text += n;
		if (tab != NULL) {
			printer_pad(printer, TAB - column % TAB);
			column += TAB - column % TAB;
			text++;
		}
	}
}

/* Prints a line of a source, cut to the room. */
static void
print_source_text(
    struct printer *printer, const char *text, size_t len, size_t room)
{
	size_t fit, width;

	while (len > 0 && strchr("\r\n", text[len - 1]) != NULL)
		len--;
	fit = fit_source(text, len, room, &width);
	if (fit < len && room >= LEAST_ROOM) {
		fit = fit_source(
		    text, len, room - strlen(terminal_ellipsis), &width);
		print_expanded(printer, text, fit);
		printer_print(printer, "%s", terminal_ellipsis);
	} else {
		print_expanded(printer, text, fit);
	}
}

static size_t
place_width(const struct hot_line *line, char number[FORMAT_SIZE])
{
	snprintf(number, FORMAT_SIZE, ":%lld", (long long)line->line);
	return text_width(line->file, strlen(line->file)) + strlen(number);
}

static void
print_hot_line(const struct terminal_columns *columns,
    const struct hot_line *line, size_t width)
{
	const struct terminal_report *t = columns->terminal;
	char number[FORMAT_SIZE], *path = cli_alloc(strlen(line->file) + 1, 1);
	size_t len, used, room = t->width - columns->width;

	used = place_width(line, number);
	len = strlen(number);
	used = len + short_path(path, line->file, width > len ? width - len : 0,
			 terminal_ellipsis);
	terminal_columns_print(columns, line->counts, NULL, NULL);
	printer_name(t->printer, path);
	printer_print(t->printer, "%s", number);
	if (line->text != NULL && width + 2 < room) {
		printer_pad(t->printer, (used < width ? width - used : 0) + 2);
		print_source_text(t->printer, line->text, strlen(line->text),
		    room - width - 2);
	}
	printer_print(t->printer, "\n");
	free(path);
}

void
terminal_hot_lines(const struct terminal_report *t)
{
	struct hot_lines lines;
	struct terminal_columns columns;
	char number[FORMAT_SIZE];
	int64_t top = t->report->options->top;
	size_t width = 0, most;

	if (t->report->lines.rows == NULL)
		return;
	hot_lines_init(&lines, t->report, &t->report->order.deciding, 1,
	    top >= 0 ? (size_t)top : HOT_LINES);
	hot_lines_read(&lines, t->report);
	terminal_columns_init(&columns, t, true, false);
	for (size_t i = 0; i < lines.n; i++) {
		terminal_columns_add(&columns, lines.list[i].counts);
		keep_widest(&width, place_width(&lines.list[i], number));
	}
	/* that is, the first one only */
	terminal_columns_fit(&columns, t->width, t->width);
	most = t->width > columns.width ? t->width - columns.width : 0;
	if (most >= LEAST_FOR_TWO)
		most /= 2;
	if (lines.n > 0)
		terminal_columns_print_heading(&columns, "hot line");
	for (size_t i = 0; i < lines.n; i++)
		print_hot_line(
		    &columns, &lines.list[i], width < most ? width : most);
	terminal_columns_release(&columns);
	hot_lines_release(&lines);
}

/* --- sources -------------------------------------------------------------- */

struct source_view {
	const struct terminal_report *terminal;
	struct terminal_columns columns;
	struct name_columns names; /* of functions that lines call */
	size_t number_width;
};

/* Measures all rows of the file. */
static void
measure_source(struct source_view *v, const struct annotation *a)
{
	const struct line_costs *lines = &v->terminal->report->lines;
	char number[FORMAT_SIZE];
	int64_t last = 0;
	size_t row, end;

	v->number_width = strlen("line");
	line_costs_find(lines, a->name, &row, &end);
	for (; row < end; row++) {
		struct cg_record line = line_costs_row(lines, row);

		terminal_columns_add(&v->columns, line.counts);
		last = line.line;
	}
	/* the context can go on after the last line */
	if (__builtin_add_overflow(
		last, v->terminal->report->options->context, &last))
		last = INT64_MAX;
	snprintf(number, sizeof(number), "%lld", (long long)last);
	keep_widest(&v->number_width, strlen(number));
}

/* Adds up the first column of a file, which can be of several events. */
static __int128
first_count_of_file(const struct terminal_report *t, const char *file)
{
	const struct event_sum *first = &t->events.list[0].sum;
	__int128 sum = 0;

	for (size_t i = 0; i < first->n; i++)
		sum += line_costs_of_file(
		    &t->report->lines, file, first->events[i])
			   .sum;
	return sum;
}

static void
print_source_heading(
    const struct terminal_report *t, const struct annotation *a)
{
	__int128 sum = first_count_of_file(t, a->name);
	bool has_share =
	    t->report->options->percentages && t->events.list[0].whole != 0;
	char count[FORMAT_SIZE], percent[FORMAT_SIZE] = "", *facts;
	size_t width;

	terminal_count(count, &t->events.list[0], sum);
	terminal_percent(percent, sum, t->events.list[0].whole);
	facts = cli_format(": %s %s%s%s", count, t->events.list[0].name,
	    has_share ? ", " : "", has_share ? percent : "");
	width = text_width(facts, strlen(facts));
	printer_print(t->printer, "\n");
	if (width + LEAST_ROOM <= t->width) {
		terminal_short(t, t->width - width, a->name, short_path);
		printer_name(t->printer, facts);
	} else {
		terminal_short(t, t->width, a->name, short_path);
		printer_print(t->printer, "\n");
		printer_name(t->printer, facts + strlen(": "));
	}
	printer_print(t->printer, "\n");
	free(facts);
	if (!a->source.is_fetched && strcmp(a->source.path, a->name) != 0) {
		printer_print(t->printer, "read from ");
		terminal_short(t, t->width > 10 ? t->width - 10 : 0,
		    a->source.path, short_path);
		printer_print(t->printer, "\n");
	}
	if (a->is_newer)
		terminal_line(t, "This source is newer than the profile: lines "
				 "may have moved.");
}

static void
print_annotated_line(
    const struct source_view *v, const struct annotated_line *line)
{
	const struct terminal_report *t = v->terminal;
	size_t used = v->columns.width + v->number_width + 2;
	size_t room = t->width > used ? t->width - used : 0;

	terminal_columns_print(&v->columns, line->counts, line->present, NULL);
	printer_paint(t->printer, PAINT_FAINT, "%*lld", (int)v->number_width,
	    (long long)line->number);
	if (line->kind == LINE_PAST_END) {
		printer_print(t->printer, "  ");
		terminal_short(t, room, "(past the end)", short_text);
	} else if (line->len > 1) {
		printer_print(t->printer, "  ");
		print_source_text(t->printer, line->text, line->len, room);
	}
	printer_print(t->printer, "\n");
	name_columns_print_calls(&v->names, &line->calls, "=> ", line->counts);
}

static void
print_lines(const struct source_view *v, struct annotation *a)
{
	const struct terminal_report *t = v->terminal;
	struct annotated_line line;
	bool is_past_end = false;

	while (annotation_next(a, &line)) {
		if (line.kind == STRETCH_BEGINS && line.number != 1) {
			terminal_columns_print(&v->columns, NULL, NULL, NULL);
			printer_pad(t->printer,
			    v->number_width - strlen(terminal_ellipsis));
			printer_paint(
			    t->printer, PAINT_FAINT, "%s\n", terminal_ellipsis);
		} else if (line.kind == LINE_OF_SOURCE ||
			   line.kind == LINE_PAST_END) {
			print_annotated_line(v, &line);
		}
		is_past_end |= line.kind == LINE_PAST_END;
	}
	if (a->unknown_counts != NULL) {
		terminal_columns_print(
		    &v->columns, a->unknown_counts, a->unknown_present, NULL);
		printer_print(t->printer, "%s\n",
		    difference_lacks_lines(t->report)
			? "(cg-diff --lines shows lines)"
			: "(unknown lines)");
	}
	if (is_past_end)
		terminal_line(t, "The profile has lines past the end of this "
				 "source: it is another version.");
}

static void
print_source(const struct terminal_report *t, struct annotation *a)
{
	struct source_view v = {.terminal = t};

	terminal_columns_init(&v.columns, t, false, false);
	measure_source(&v, a);
	print_source_heading(t, a);
	if (!a->has_costs) {
		terminal_line(t, "The profile has no costs of this source.");
	} else {
		terminal_columns_fit(&v.columns, v.number_width + 2 + TEXT_ROOM,
		    v.number_width + 2 + LEAST_TEXT);
		v.names.function_width = t->width;
		name_columns_fit(&v.names, &v.columns);
		v.names.file_width = 0;
		terminal_columns_print_heading(&v.columns, "line");
		print_lines(&v, a);
	}
	terminal_columns_release(&v.columns);
}

static void
print_missing(const struct terminal_report *t, const struct source_names *names,
    const char *title)
{
	if (names->n == 0)
		return;
	printer_print(t->printer, "\n");
	terminal_line(t, title);
	for (size_t i = 0; i < names->n; i++) {
		printer_print(t->printer, "  ");
		terminal_short(t, t->width > 2 ? t->width - 2 : 0,
		    names->list[i], short_path);
		printer_print(t->printer, "\n");
	}
}

void
terminal_sources(const struct terminal_report *t)
{
	struct source_list sources;
	struct annotation *annotation;

	source_list_init(&sources, t->report);
	source_list_sort_by_cost(&sources, t->report->order.deciding);
	while ((annotation = source_list_next(&sources)) != NULL)
		print_source(t, annotation);
	print_missing(t, &sources.not_found,
	    "Sources not found (-I DIR looks in a directory):");
	print_missing(t, &sources.not_read, "Sources that cannot be read:");
	source_list_release(&sources);
}
