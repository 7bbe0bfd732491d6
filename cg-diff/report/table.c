/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A row is made of texts first: they decide the widths of the columns, and both formats
 * print the same texts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libreport/markdown.h"
#include "libreport/names/short_name.h"
#include "table.h"

enum { OLD, NEW, CHANGE, PERCENT, CALLS, NCOLUMNS };

enum { NARROW = 80, LEAST_NAME = 30, MARKDOWN_NAME = 60 };

enum row_kind { ROW_TOTAL, ROW_CHANGE, ROW_LINE, ROW_REST };

struct table_row {
	enum row_kind kind;
	char texts[NCOLUMNS][FORMAT_SIZE];
	char *name;
	char *source; /* of a line; NULL: not known */
};

struct table {
	const struct changes *changes;
	const char *event;
	enum table_format format;
	bool is_narrow;
	bool has_calls;  /* the rows are regions */
	size_t ncolumns; /* that are shown */
	struct line_map *sources;
	struct printer *printer;
	size_t n;
	struct table_row *rows;
	size_t widths[NCOLUMNS];
};

/* --- the texts ------------------------------------------------------------ */

static void
set_texts(struct table_row *row, __int128 old, __int128 new)
{
	format_count(row->texts[OLD], old);
	format_count(row->texts[NEW], new);
	format_change(row->texts[CHANGE], new - old);
	format_growth(row->texts[PERCENT], old, new);
	strcpy(row->texts[CALLS], "-");
}

/* True if the costs of an entry are known: a profile that did not enter the region spent
 * nothing in it. */
static bool
has_means(const struct change *change)
{
	return (change->old_entries > 0 || change->new_entries > 0) &&
	       (change->old_entries > 0 || change->is_new) &&
	       (change->new_entries > 0 || change->is_gone);
}

static double
mean_of(int64_t cost, int64_t entries)
{
	return entries > 0 ? (double)cost / (double)entries : 0;
}

/* Sets the texts of a region: costs of an entry. */
static void
set_means(struct table_row *row, const struct change *change, size_t event)
{
	double old = mean_of(change->old[event], change->old_entries);
	double new = mean_of(change->new[event], change->new_entries);
	char *text = row->texts[CHANGE];

	format_mean(row->texts[OLD], old);
	format_mean(row->texts[NEW], new);
	*text = '+';
	format_mean(text + (new > old), new - old);
	format_growth(row->texts[PERCENT], old, new);
	format_count(row->texts[CALLS], change->new_entries);
}

static void
set_figures(struct table_row *row, const struct change *change, size_t event)
{
	if (has_means(change))
		set_means(row, change, event);
	else
		set_texts(row, change->old[event], change->new[event]);
	if (change->is_new != change->is_gone)
		strcpy(row->texts[PERCENT], change->is_new ? "new" : "gone");
}

/* Returns "old Ir", "new Ir:incl", or "old Ir/call"; the caller frees it. */
static char *
title_of(const struct table *t, size_t column)
{
	static const char *const titles[NCOLUMNS] = {
	    "old", "new", "change", "%", "calls"};
	bool is_inclusive = t->changes->request->inclusive;

	if (column != OLD && column != NEW)
		return cli_format("%s", titles[column]);
	return cli_format("%s %s%s", titles[column], t->event,
	    t->has_calls   ? "/call"
	    : is_inclusive ? ":incl"
			   : "");
}

/* --- names ---------------------------------------------------------------- */

/* Returns a path without the working directory. */
static const char *
relative(const char *path)
{
	const char *pwd = getenv("PWD");
	size_t len = pwd != NULL ? strlen(pwd) : 0;

	return len > 1 && strncmp(path, pwd, len) == 0 && path[len] == '/'
		   ? path + len + 1
		   : path;
}

/* Shortens a name in place. */
static char *
shorten(const struct table *t, char *name, size_t width, shortener *shorter)
{
	char *shortened;

	if (!t->is_narrow)
		return name;
	shortened = cli_format("%s", short_names_find(&t->printer->names,
					 shorter, name, width, "...", NULL));
	free(name);
	return shortened;
}

/* Returns the room for names on a line of a narrow text. */
static size_t
room_for_names(const struct table *t)
{
	size_t used = 0,
	       width = t->printer->terminal ? cli_terminal_width() : NARROW;

	if (t->format == TABLE_MARKDOWN)
		return MARKDOWN_NAME;
	for (size_t i = 0; i < t->ncolumns; i++)
		used += t->widths[i] + 2;
	return used + LEAST_NAME < width ? width - used : LEAST_NAME;
}

/* Makes the name of a line of its own: "file:12 function"; frees the parts. */
static char *
make_line_name(const struct table *t, const struct change *line, char *file,
    char *function, size_t room)
{
	char *number = cli_format(":%lld ", (long long)line->line), *name;
	size_t used;

	function = shorten(t, function, room / 2, short_function);
	used = strlen(number) + text_width(function, strlen(function));
	file = shorten(t, file, used < room ? room - used : 1, short_path);
	name = cli_format("%s%s%s", file, number, function);
	free(number);
	free(file);
	free(function);
	return name;
}

/* Makes the name of a row: "file:function".  If it is too long, the file is shortened
 * more than the function. */
static char *
make_name(const struct table *t, const struct change *change, size_t room)
{
	char *file = cli_format("%s", relative(change->file));
	char *function = cli_format("%s", change->function), *name;
	size_t used;

	if (t->changes->request->only_lines)
		return make_line_name(t, change, file, function, room);
	if (*function == '\0' || change->line > 0) {
		free(function);
		return t->has_calls ? shorten(t, file, room, short_text)
				    : shorten(t, file, room, short_path);
	}
	function = shorten(t, function, room, short_function);
	used = text_width(function, strlen(function)) + 1;
	file =
	    shorten(t, file, used + 12 < room ? room - used : 12, short_path);
	name = cli_format("%s:%s", file, function);
	free(file);
	free(function);
	return name;
}

/* --- rows ----------------------------------------------------------------- */

static struct table_row *
add_row(struct table *t, enum row_kind kind)
{
	t->rows = cli_grow(t->rows, t->n, sizeof(*t->rows));
	t->rows[t->n] = (struct table_row){.kind = kind};
	return &t->rows[t->n++];
}

static void
widen(struct table *t, const struct table_row *row)
{
	for (size_t i = 0; i < t->ncolumns; i++) {
		size_t width = strlen(row->texts[i]);

		if (width > t->widths[i])
			t->widths[i] = width;
	}
}

static void
widen_for_titles(struct table *t)
{
	for (size_t i = 0; i < t->ncolumns; i++) {
		char *title = title_of(t, i);

		t->widths[i] = text_width(title, strlen(title));
		free(title);
	}
}

/* Returns "line 12", or "file:12" if the function is of another file. */
static char *
name_of_line(const struct table *t, const struct change *line,
    const struct change *function)
{
	char *file, *name;

	if (strcmp(line->file, function->file) == 0)
		return cli_format("line %lld", (long long)line->line);
	file = make_name(t, line, MARKDOWN_NAME / 2);
	name = cli_format("%s:%lld", file, (long long)line->line);
	free(file);
	return name;
}

/* Adds the lines of a function that changed most.  The text of a line is of the new
 * source, which does not have lines that are gone. */
static void
add_lines(struct table *t, const struct change *function, size_t event)
{
	const struct change *lines[CHANGED_LINES];
	size_t n = changes_lines(t->changes, function, event, lines);

	for (size_t i = 0; i < n; i++) {
		struct table_row *row = add_row(t, ROW_LINE);

		set_figures(row, lines[i], event);
		row->name = name_of_line(t, lines[i], function);
		if (lines[i]->is_gone)
			continue;
		row->source =
		    line_map_text(t->sources, lines[i]->file, lines[i]->line);
	}
}

static void
add_rest(struct table *t, const struct ranked_changes *ranked)
{
	struct table_row *row;

	if (ranked->nhidden == 0)
		return;
	row = add_row(t, ROW_REST);
	/* a sum of inclusive costs counts what is called again and again */
	if (t->changes->request->inclusive)
		for (size_t i = 0; i < NCOLUMNS; i++)
			strcpy(row->texts[i], "-");
	else
		set_texts(row, ranked->hidden_old, ranked->hidden_new);
	row->name = cli_format("(%zu more)", ranked->nhidden);
}

/* The names come last, because the other columns decide how wide they can be. */
static void
make_rows(struct table *t, size_t event)
{
	struct ranked_changes ranked;
	struct table_row *total = add_row(t, ROW_TOTAL);
	size_t room;

	changes_rank(&ranked, t->changes,
	    t->changes->request->only_lines ? &t->changes->lines
					    : &t->changes->rows,
	    event);
	set_figures(total, &t->changes->total, event);
	total->name = cli_format("total");
	for (size_t i = 0; i < ranked.nshown; i++) {
		set_figures(add_row(t, ROW_CHANGE), ranked.shown[i], event);
		if (t->changes->request->by_line &&
		    !t->changes->request->only_lines &&
		    !ranked.shown[i]->is_gone)
			add_lines(t, ranked.shown[i], event);
	}
	add_rest(t, &ranked);
	widen_for_titles(t);
	for (size_t i = 0; i < t->n; i++)
		widen(t, &t->rows[i]);
	room = room_for_names(t);
	for (size_t i = 0, shown = 0; i < t->n; i++)
		if (t->rows[i].kind == ROW_CHANGE)
			t->rows[i].name =
			    make_name(t, ranked.shown[shown++], room);
	ranked_changes_release(&ranked);
}

/* --- printing ------------------------------------------------------------- */

static const char *
name_of_rows(const struct table *t)
{
	const struct changes_request *request = t->changes->request;

	if (request->only_lines)
		return "file:line function";
	return request->level == LIMIT_FUNCTION ? "file:function"
						: changes_kind(t->changes);
}

static void
print_text(struct table *t)
{
	struct printer *p = t->printer;

	for (size_t i = 0; i < t->ncolumns; i++) {
		char *title = title_of(t, i);

		printer_pad(p, t->widths[i] - text_width(title, strlen(title)));
		printer_name(p, title);
		printer_print(p, "  ");
		free(title);
	}
	printer_print(p, "%s\n", name_of_rows(t));
	for (size_t r = 0; r < t->n; r++) {
		const struct table_row *row = &t->rows[r];

		for (size_t i = 0; i < t->ncolumns; i++)
			printer_print(
			    p, "%*s  ", (int)t->widths[i], row->texts[i]);
		printer_print(p, "%s", row->kind == ROW_LINE ? "    " : "");
		printer_name(p, row->name);
		if (row->source != NULL) {
			printer_print(p, "  ");
			printer_name(p, row->source);
		}
		printer_print(p, "\n");
	}
}

static void
print_markdown_name(const struct table *t, const struct table_row *row)
{
	struct printer *p = t->printer;

	switch (row->kind) {
	case ROW_TOTAL:
		printer_print(p, "| **total** ");
		break;
	case ROW_REST:
		printer_print(p, "| %s ", row->name);
		break;
	case ROW_LINE:
		printer_print(p, "| &nbsp;&nbsp; ");
		markdown_code_in_cell(p, row->name);
		if (row->source != NULL && *row->source != '\0') {
			printer_print(p, " ");
			markdown_code_in_cell(p, row->source);
		}
		printer_print(p, " ");
		break;
	case ROW_CHANGE:
		printer_print(p, "| ");
		markdown_code_in_cell(p, row->name);
		printer_print(p, " ");
	}
}

static void
print_markdown(const struct table *t)
{
	struct printer *p = t->printer;

	printer_print(p, "| %s ",
	    t->changes->request->only_lines        ? "line"
	    : strchr(name_of_rows(t), ':') != NULL ? "function"
						   : name_of_rows(t));
	for (size_t i = 0; i < t->ncolumns; i++) {
		char *title = title_of(t, i);

		printer_print(p, "| ");
		printer_name(p, title);
		printer_print(p, " ");
		free(title);
	}
	printer_print(p, "|\n| :-- ");
	for (size_t i = 0; i < t->ncolumns; i++)
		printer_print(p, "| --: ");
	printer_print(p, "|\n");
	for (size_t r = 0; r < t->n; r++) {
		print_markdown_name(t, &t->rows[r]);
		for (size_t i = 0; i < t->ncolumns; i++)
			printer_print(p, "| %s ", t->rows[r].texts[i]);
		printer_print(p, "|\n");
	}
}

static void
release_rows(struct table *t)
{
	for (size_t i = 0; i < t->n; i++) {
		free(t->rows[i].name);
		free(t->rows[i].source);
	}
	free(t->rows);
}

/* Lists the functions, so that they are told apart where names are shortened. */
static void
list_functions(const struct changes *c, struct printer *printer)
{
	const struct change_list *rows = &c->rows;
	const char **names = cli_alloc(rows->n, sizeof(*names));

	for (size_t i = 0; i < rows->n; i++)
		names[i] = rows->list[i].function;
	short_names_list(
	    &printer->names, names, rows->n, LEAST_NAME / 2, "...");
	free(names);
}

void
table_print(const struct changes *c, enum table_format format, bool is_narrow,
    struct line_map *sources, struct printer *printer)
{
	bool has_calls = c->request->level == LIMIT_REGION;

	if (c->request->level == LIMIT_FUNCTION)
		list_functions(c, printer);
	for (size_t event = 0; event < c->request->nshown; event++) {
		struct table table = {
		    .changes = c,
		    .event = c->request->projection.events[event].name,
		    .format = format,
		    .is_narrow = is_narrow || format == TABLE_MARKDOWN,
		    .has_calls = has_calls,
		    .ncolumns = has_calls ? NCOLUMNS : CALLS,
		    .sources = sources,
		    .printer = printer,
		};

		if (event > 0)
			printer_print(printer, "\n");
		make_rows(&table, event);
		if (format == TABLE_MARKDOWN)
			print_markdown(&table);
		else
			print_text(&table);
		release_rows(&table);
	}
}
