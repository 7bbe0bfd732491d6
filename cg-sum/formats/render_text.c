/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Aligned columns, or the totals as blocks.  Names come last and unpadded,
 * because their lengths differ most.  On a terminal each row is one line: the first
 * columns that fit, with that of the event that decides the order, and a short name.
 */
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "libcli/cli.h"
#include "cg-sum/render.h"
#include "libreport/names/short_name.h"
#include "libreport/text_width.h"
#include "libreport/totals.h"

/* the extreme rates of a column; one of the two has the longest text */
struct range {
	struct cell least;
	struct cell most;
	bool is_known;
};

enum {
	INDENT = 2,              /* of the rows below a subtotal */
	LEAST_NAME = 24,         /* the room for a name, */
	LEAST_BESIDE_NAMED = 12, /* or beside events that were asked for */
	LEAST_FILE = 8,          /* the room for a file before a function */
};

struct text_layout {
	const struct table *table;
	struct printer *printer;
	size_t ncolumns;
	char **titles;
	size_t *widths;
	bool *left_out;     /* columns that do not fit */
	size_t name_room;   /* the width of a name; 0: any */
	bool without_files; /* before functions */
	size_t size;        /* of the figures of a row */
	char *line;         /* room for them */
	char *zeros;        /* the figures of a row of zeros */
};

/* Widens a column so that the cell fits. */
static void
widen_column(struct text_layout *layout, size_t column, const struct cell *cell)
{
	char figure[2 * FORMAT_SIZE];
	size_t width = cell_format(figure, cell);

	if (width > layout->widths[column])
		layout->widths[column] = width;
}

/*
 * Returns the counts of a row, or if row is nrows the totals, which may be
 * NULL. Rows are sorted by their size, so their counts are scattered in memory:
 * prefetches the counts of a later row.
 */
static const int64_t *
counts_of(const struct table *table, size_t row)
{
	enum { AHEAD = 16, CACHE_LINE = 64 };

	if (row + AHEAD < table->nrows) {
		const int64_t *later = table->rows[row + AHEAD].counts;

		for (size_t i = 0; i < table->header.nevents;
		     i += CACHE_LINE / sizeof(*later))
			__builtin_prefetch(&later[i]);
	}
	return row < table->nrows ? table->rows[row].counts : table->totals;
}

static void
widen_range(struct range *range, const struct cell *cell)
{
	if (cell->kind == CELL_NONE)
		return; /* no text is shorter */
	if (!range->is_known || cell->number < range->least.number)
		range->least = *cell;
	if (!range->is_known || cell->number > range->most.number)
		range->most = *cell;
	range->is_known = true;
}

/* the extremes of all columns */
struct extremes {
	size_t ncounts;
	int64_t *least; /* of columns of counts, in the order of a row */
	int64_t *most;
	struct range *rates; /* of the other columns */
};

static void
find_extremes(const struct text_layout *layout, struct extremes *e)
{
	const struct table *t = layout->table;

	for (size_t row = 0; row < t->nrows + 1; row++) {
		const int64_t *counts = counts_of(t, row);

		if (counts == NULL)
			continue;
		for (size_t i = 0; i < e->ncounts; i++) {
			if (row == 0 || counts[i] < e->least[i])
				e->least[i] = counts[i];
			if (row == 0 || counts[i] > e->most[i])
				e->most[i] = counts[i];
		}
		for (size_t i = e->ncounts; i < layout->ncolumns; i++) {
			struct cell cell = cell_at(t, counts, i);

			widen_range(&e->rates[i - e->ncounts], &cell);
		}
	}
}

/*
 * Sets the widths of the columns: the smallest or the largest number of a
 * column has the longest text.
 */
static void
measure_cells(struct text_layout *layout)
{
	const struct table *t = layout->table;
	size_t n = t->ninputs * t->header.nevents;
	struct extremes e = {
	    .ncounts = n,
	    .least = cli_alloc(n, sizeof(*e.least)),
	    .most = cli_alloc(n, sizeof(*e.most)),
	    .rates = cli_alloc(layout->ncolumns - n, sizeof(*e.rates)),
	};

	find_extremes(layout, &e);
	for (size_t i = 0; i < n; i++) {
		struct cell least = cell_at(t, e.least, i);
		struct cell most = cell_at(t, e.most, i);

		widen_column(layout, i, &least);
		widen_column(layout, i, &most);
	}
	for (size_t i = n; i < layout->ncolumns; i++) {
		const struct range *rates = &e.rates[i - n];

		if (!rates->is_known)
			continue;
		widen_column(layout, i, &rates->least);
		widen_column(layout, i, &rates->most);
	}
	free(e.least);
	free(e.most);
	free(e.rates);
}

static void
measure(struct text_layout *layout)
{
	layout->titles = cli_alloc(layout->ncolumns, sizeof(*layout->titles));
	layout->widths = cli_alloc(layout->ncolumns, sizeof(*layout->widths));
	layout->left_out =
	    cli_alloc(layout->ncolumns, sizeof(*layout->left_out));
	for (size_t i = 0; i < layout->ncolumns; i++) {
		layout->titles[i] = cell_title(layout->table, i);
		layout->widths[i] = strlen(layout->titles[i]);
	}
	if (layout->table->nrows > 0 || layout->table->totals != NULL)
		measure_cells(layout);
}

static void
release_columns(struct text_layout *layout)
{
	for (size_t i = 0; i < layout->ncolumns; i++)
		free(layout->titles[i]);
	free(layout->titles);
	free(layout->widths);
	free(layout->left_out);
}

/* True for a column of the event that decides the order, or of its inclusive costs. */
static bool
is_deciding(const struct table *t, size_t column)
{
	size_t event = column / t->ninputs;

	return event == t->event ||
	       (t->doubled != NULL && event < table_ncosts(t) &&
		   event / 2 == t->event / 2);
}

/* Leaves out what does not fit a terminal.  Columns that were asked for leave less room for
 * names. */
static void
fit(struct text_layout *layout)
{
	const struct table *t = layout->table;
	size_t width = cli_terminal_width(), used = 0;
	size_t nnamed =
	    t->are_events_named ? t->ninputs * t->header.nevents : 0;

	if (!layout->printer->terminal)
		return;
	for (size_t i = 0; i < layout->ncolumns; i++) {
		layout->left_out[i] = !is_deciding(t, i);
		if (!layout->left_out[i])
			used += layout->widths[i] + 2;
	}
	for (size_t i = 0; i < layout->ncolumns; i++) {
		if (!layout->left_out[i])
			continue;
		used += layout->widths[i] + 2;
		if (used + (i < nnamed ? LEAST_BESIDE_NAMED : LEAST_NAME) >
		    width)
			break;
		layout->left_out[i] = false;
	}
	used = 0;
	for (size_t i = 0; i < layout->ncolumns; i++)
		if (!layout->left_out[i])
			used += layout->widths[i] + 2;
	layout->name_room = used + LEAST_BESIDE_NAMED < width
				? width - used
				: LEAST_BESIDE_NAMED;
	layout->without_files = layout->name_room < LEAST_NAME &&
				table_has_functions(t) &&
				t->detail == DETAIL_FUNCTION;
}

/* Lists the functions, so that they are told apart where names are shortened. */
static void
list_functions(const struct text_layout *layout)
{
	enum { NEVER_SHORTENED = 10 };
	const struct table *t = layout->table;
	const char **names;
	size_t n = 0;

	if (layout->name_room == 0 || !table_has_functions(t))
		return;
	names = cli_alloc(t->nrows, sizeof(*names));
	for (size_t i = 0; i < t->nrows; i++)
		if (!t->rows[i].is_subtotal)
			names[n++] = t->rows[i].function;
	short_names_list(
	    &layout->printer->names, names, n, NEVER_SHORTENED, "...");
	free(names);
}

/* Counts the columns that are left out of the first `most`. */
static size_t
count_left_out(const struct text_layout *layout, size_t most)
{
	size_t n = 0;

	for (size_t i = 0; i < most; i++)
		n += layout->left_out[i];
	return n;
}

/* Says how many columns were left out. */
static void
print_left_out(const struct text_layout *layout)
{
	size_t n = count_left_out(layout, layout->ncolumns);

	if (n > 0)
		printer_print(layout->printer,
		    "(%zu more column%s: --events=EVENT,... shows others)\n", n,
		    n > 1 ? "s" : "");
}

/* A title may hold the path of an input, too long for printer_print. */
static void
print_titles(const struct text_layout *layout)
{
	const char *detail = table_detail(layout->table);

	for (size_t i = 0; i < layout->ncolumns; i++) {
		size_t blanks = layout->widths[i] - strlen(layout->titles[i]);

		if (layout->left_out[i])
			continue;
		printer_pad(layout->printer, blanks);
		printer_name(layout->printer, layout->titles[i]);
		printer_print(layout->printer, "  ");
	}
	if (layout->table->outer != NULL)
		printer_print(layout->printer, "%s, ", layout->table->outer);
	printer_print(layout->printer, "%s%s%s\n",
	    layout->without_files ? "" : layout->table->name,
	    detail != NULL && !layout->without_files ? ":" : "",
	    detail != NULL ? detail : "");
}

/* Writes the text of a cell, aligned right in its column, which starts at p. */
static void
put_cell(const struct text_layout *layout, char *p, const int64_t *counts,
    size_t column)
{
	struct cell cell = cell_at(layout->table, counts, column);
	char figure[2 * FORMAT_SIZE];
	size_t len = cell_format(figure, &cell);

	memcpy(p + layout->widths[column] - len, figure, len);
}

/*
 * Makes the figures of a row of zeros.  The text of any other count covers a
 * zero, because no text is shorter.
 */
static void
make_zeros(struct text_layout *layout)
{
	const struct table *t = layout->table;
	size_t ncounts = t->ninputs * t->header.nevents;
	int64_t *none = cli_alloc(ncounts, sizeof(*none));
	char *p;

	for (size_t i = 0; i < layout->ncolumns; i++)
		if (!layout->left_out[i])
			layout->size += layout->widths[i] + 2;
	layout->line = cli_alloc(layout->size, 1);
	p = layout->zeros = cli_alloc(layout->size, 1);
	memset(p, ' ', layout->size);
	for (size_t i = 0; i < ncounts; i++) {
		if (layout->left_out[i])
			continue;
		put_cell(layout, p, none, i);
		p += layout->widths[i] + 2;
	}
	free(none);
}

static void
print_figures(const struct text_layout *layout, const int64_t *counts)
{
	char *p = layout->line;

	memcpy(p, layout->zeros, layout->size);
	for (size_t i = 0; i < layout->ncolumns; i++) {
		if (layout->left_out[i])
			continue;
		if (!cell_is_zero(layout->table, counts, i))
			put_cell(layout, p, counts, i);
		p += layout->widths[i] + 2;
	}
	printer_bytes(layout->printer, layout->line, layout->size);
}

/* Prints a name, shortened to the room that it has.  In a narrow column that is all of a row's name,
 * a long name of a function would go on in the next line. */
static void
print_short(const struct text_layout *layout, shortener *shorten,
    const char *name, size_t room)
{
	struct short_names *names = &layout->printer->names;
	const char *shown = name;
	size_t used = 0;

	if (layout->name_room > 0)
		shown =
		    short_names_find(names, shorten, name, room, "...", &used);
	if (layout->name_room > 0 && used > room)
		shown = short_names_find(
		    names, short_text, name, room, "...", NULL);
	printer_name(layout->printer, shown);
}

/* Prints " (file:line)" of an instruction. */
static void
print_place(
    const struct text_layout *layout, const struct table_row *row, size_t room)
{
	char line[FORMAT_SIZE];

	if (layout->table->detail != DETAIL_PLACE)
		return;
	printer_print(layout->printer, " (");
	print_short(layout, short_path, row->def_file, room);
	printer_bytes(
	    layout->printer, line, format_line_number(line, row->line));
	printer_print(layout->printer, ")");
}

/* Returns the room for the file of a row: two fifths of it all, or what the function
 * leaves, and not more than the file needs.  0: there is none. */
static size_t
room_for_file(const struct text_layout *layout, const struct table_row *row,
    shortener *shorten, size_t room)
{
	size_t function = text_width(row->function, strlen(row->function));
	size_t name = text_width(row->name, strlen(row->name));
	size_t file = room * 2 / 5;

	if (function + 1 + file > room)
		short_names_find(&layout->printer->names, shorten,
		    row->function, room - file - 1, "...", &function);
	file = function + 1 + LEAST_FILE <= room ? room - 1 - function : 0;
	return name < file ? name : file;
}

/* Prints the file, unless it is the subtotal's, and the function of a row; on a terminal
 * in this room. */
static void
print_function(
    const struct text_layout *layout, const struct table_row *row, size_t room)
{
	const struct table *t = layout->table;
	const char *mark = table_mark(t, row);
	const char *detail = table_detail(t);
	shortener *shorten = detail != NULL && strcmp(detail, "data") == 0
				 ? short_datum
				 : short_function;
	bool has_file =
	    !layout->without_files &&
	    (row->outer == NULL || strcmp(row->outer, row->name) != 0);
	size_t place = 0, file = 0;

	if (t->detail == DETAIL_PLACE)
		place = room / 3;
	room -= room > place + strlen(mark) ? place + strlen(mark) : 0;
	if (has_file && layout->name_room > 0) {
		file = room_for_file(layout, row, shorten, room);
		has_file = file > 0;
	}
	if (has_file) {
		print_short(layout, short_path, row->name, file);
		printer_print(layout->printer, ":");
		file++;
	}
	print_short(
	    layout, shorten, row->function, room > file ? room - file : 1);
	/* a line has up to 6 digits, with brackets and a colon */
	print_place(layout, row, place > 10 ? place - 10 : 1);
	printer_print(layout->printer, "%s", mark);
}

/* Prints the name of a row, on a line of its own with its figures; below a subtotal
 * two characters further to the right. */
static void
print_name(const struct text_layout *layout, const struct table_row *row)
{
	const struct table *t = layout->table;
	char line[FORMAT_SIZE];
	size_t len = 0, room = layout->name_room;

	if (row->outer != NULL && !row->is_subtotal) {
		printer_pad(layout->printer, INDENT);
		room -= room > INDENT ? INDENT : 0;
	}
	if (row->is_subtotal) {
		print_short(layout, short_path, row->outer, room);
	} else if (!table_is_hidden(row) && table_has_functions(t)) {
		print_function(layout, row, room);
	} else {
		if (!table_is_hidden(row) && t->detail == DETAIL_LINE)
			len = format_line_number(line, row->line);
		print_short(layout, short_path, row->name,
		    room > len ? room - len : room);
		printer_bytes(layout->printer, line, len);
	}
	printer_bytes(layout->printer, "\n", 1);
}

/* Prints a line for each input that is not whole. */
static void
print_partials(const struct table *table, struct printer *printer)
{
	for (size_t i = 0; i < table->partials->n; i++) {
		printer_name(printer, table->partials->list[i]);
		printer_print(printer, "\n");
	}
}

void
render_text(const struct table *table, struct printer *printer)
{
	struct text_layout layout = {.table = table,
	    .printer = printer,
	    .ncolumns = cells_ncolumns(table)};
	struct table bare = *table;

	measure(&layout);
	fit(&layout);
	/* events that were asked for matter more than shares */
	if (table->are_events_named &&
	    count_left_out(&layout, table->ninputs * table->header.nevents) >
		0) {
		bare.shares = false;
		layout.table = &bare;
		release_columns(&layout);
		measure(&layout);
		fit(&layout);
	}
	list_functions(&layout);
	make_zeros(&layout);
	print_titles(&layout);
	for (size_t i = 0; i < table->nrows; i++) {
		print_figures(&layout, counts_of(table, i));
		print_name(&layout, &table->rows[i]);
	}
	if (table->totals != NULL && table->nrows != 1) {
		print_figures(&layout, table->totals);
		printer_print(printer, "total\n");
	}
	print_left_out(&layout);
	print_partials(table, printer);
	release_columns(&layout);
	free(layout.line);
	free(layout.zeros);
}

/* --- blocks of totals ----------------------------------------------------- */

void
render_blocks(
    const struct table *t, const char *formula, struct printer *printer)
{
	/* several blocks have titles, as head(1) prints them */
	for (size_t i = 0; i < t->nrows; i++) {
		if (t->nrows > 1) {
			printer_print(printer, "%s==> ", i > 0 ? "\n" : "");
			printer_name(printer, t->rows[i].name);
			printer_print(printer, " <==\n");
		}
		totals_print(&t->header, t->rows[i].counts, formula, printer);
	}
	print_partials(t, printer);
}
