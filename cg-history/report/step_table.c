/* SPDX-License-Identifier: BSD-2-Clause */
/* The subject comes last, because it needs no column.  On a narrow terminal, old counts, dates and
 * percentages are left out, in this order, and what remains is shortened. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "libquery/file_code.h"
#include "libreport/markdown.h"
#include "libreport/numfmt.h"
#include "libreport/names/short_name.h"
#include "step_table.h"

enum { COMMIT, DATE, OLD, NEW, CHANGE, PERCENT, FUNCTION, NCOLUMNS };

enum {
	MOST_FUNCTION = 40,
	LEAST_FUNCTION = 16,
	LEAST_SUBJECT = 16,
};

static const char *const titles[NCOLUMNS] = {
    "commit", "date", "old", "new", "change", "%", "function"};

struct step_table {
	const struct step_rows *rows;
	struct printer *printer;
	char *(*texts)[NCOLUMNS]; /* of each row */
	size_t widths[NCOLUMNS];
	bool is_shown[NCOLUMNS];
	size_t subject_width; /* SIZE_MAX: any */
};

char *
step_benchmark_name(const struct step_rows *rows)
{
	size_t len = strlen(rows->benchmark);
	char *name = cli_alloc(4 * len + 1, 1);

	cg_escape(name, 4 * len + 1, rows->benchmark, len);
	return name;
}

/* --- texts ---------------------------------------------------------------- */

static char *
count_text(bool has_count, int64_t count)
{
	char text[FORMAT_SIZE] = "-";

	if (has_count)
		format_count(text, count);
	return cli_copy(text, strlen(text));
}

char *
step_change_text(const struct step_row *row)
{
	char text[FORMAT_SIZE];

	if (row->state == STATE_MOVED)
		return cli_copy("moved", strlen("moved"));
	if (!row->has_old || !row->has_new)
		return cli_copy(step_state_word(row->state),
		    strlen(step_state_word(row->state)));
	format_change(text, (__int128)row->new - row->old);
	return cli_copy(text, strlen(text));
}

char *
step_percent_text(const struct step_row *row)
{
	char text[FORMAT_SIZE];

	if (!row->has_old || !row->has_new || row->state == STATE_MOVED)
		return cli_copy("", 0);
	format_growth(text, row->old, row->new);
	return cli_copy(text, strlen(text));
}

/* Returns the name of the function that changed, with its line, or else what moved or differs. */
static char *
function_text(const struct step_row *row)
{
	char *label, *text;

	if (*row->function == '\0' || row->state == STATE_MOVED)
		return cli_copy(row->note, strlen(row->note));
	label = file_code_label(row->function, row->file);
	if (row->line == 0)
		return label;
	text = cli_format("%s:%lld", label, (long long)row->line);
	free(label);
	return text;
}

static void
make_texts(struct step_table *t)
{
	t->texts = cli_alloc(t->rows->n + 1, sizeof(*t->texts));
	for (size_t i = 0; i < t->rows->n; i++) {
		const struct step_row *row = &t->rows->list[i];
		char **texts = t->texts[i];

		texts[COMMIT] = cli_copy(
		    row->commit, strlen(row->commit) < STEP_SHORT_COMMIT
				     ? strlen(row->commit)
				     : STEP_SHORT_COMMIT);
		texts[DATE] = cli_copy(row->date, strlen(row->date));
		texts[OLD] = count_text(row->has_old, row->old);
		texts[NEW] = count_text(row->has_new, row->new);
		texts[CHANGE] = step_change_text(row);
		texts[PERCENT] = step_percent_text(row);
		texts[FUNCTION] = function_text(row);
	}
}

static void
free_texts(struct step_table *t)
{
	for (size_t i = 0; i < t->rows->n; i++)
		for (size_t column = 0; column < NCOLUMNS; column++)
			free(t->texts[i][column]);
	free(t->texts);
}

/* --- columns -------------------------------------------------------------- */

static void
measure(struct step_table *t)
{
	for (size_t column = 0; column < NCOLUMNS; column++) {
		t->widths[column] = strlen(titles[column]);
		for (size_t i = 0; i < t->rows->n; i++) {
			const char *text = t->texts[i][column];
			size_t width = text_width(text, strlen(text));

			if (width > t->widths[column])
				t->widths[column] = width;
		}
	}
	if (t->widths[FUNCTION] > MOST_FUNCTION)
		t->widths[FUNCTION] = MOST_FUNCTION;
}

/* Returns what all columns but the function's take. */
static size_t
width_of_figures(const struct step_table *t)
{
	size_t width = 0;

	for (size_t column = 0; column < FUNCTION; column++)
		if (t->is_shown[column])
			width += t->widths[column] + 2;
	return width;
}

/* Makes the columns fit a terminal. */
static void
fit(struct step_table *t)
{
	static const size_t left_out[] = {OLD, DATE, PERCENT};
	size_t width = cli_terminal_width(), least, room;

	least = LEAST_FUNCTION + 2 + LEAST_SUBJECT;
	for (size_t i = 0; i < sizeof(left_out) / sizeof(*left_out); i++)
		if (width_of_figures(t) + least > width)
			t->is_shown[left_out[i]] = false;
	room = width_of_figures(t) + least < width ? width - width_of_figures(t)
						   : least;
	if (t->widths[FUNCTION] > room - 2 - LEAST_SUBJECT)
		t->widths[FUNCTION] = room - 2 - LEAST_SUBJECT;
	t->subject_width = room - 2 - t->widths[FUNCTION];
}

/* --- text ----------------------------------------------------------------- */

static bool
is_left(size_t column)
{
	return column == COMMIT || column == DATE || column == FUNCTION;
}

/* Shortens a function, also its own name. */
static size_t
shorten_function(char *to, const char *name, size_t width, const char *ellipsis)
{
	size_t used = short_function(to, name, width, ellipsis);

	return used > width ? short_text(to, name, width, ellipsis) : used;
}

/* Prints a text in its column; the functions' is shortened. */
static void
print_cell(struct step_table *t, size_t column, const char *text, bool is_name)
{
	struct printer *p = t->printer;
	size_t width;

	if (column == FUNCTION)
		text = short_names_find(&p->names,
		    is_name ? shorten_function : short_text, text,
		    t->widths[FUNCTION], "...", NULL);
	width = text_width(text, strlen(text));
	if (!is_left(column) && width < t->widths[column])
		printer_pad(p, t->widths[column] - width);
	printer_name(p, text);
	if (is_left(column) && width < t->widths[column])
		printer_pad(p, t->widths[column] - width);
	printer_print(p, "  ");
}

static void
print_subject(struct step_table *t, const struct step_row *row)
{
	struct printer *p = t->printer;
	char *text =
	    row->nbetween > 0
		? cli_format("[1 of %zu] %s", row->nbetween + 1, row->subject)
		: cli_copy(row->subject, strlen(row->subject));

	printer_name(p, t->subject_width < SIZE_MAX
			    ? short_names_find(&p->names, short_text, text,
				  t->subject_width, "...", NULL)
			    : text);
	printer_print(p, "\n");
	free(text);
}

static void
print_text_row(struct step_table *t, size_t i)
{
	const struct step_row *row = &t->rows->list[i];
	bool is_name = *row->function != '\0' && row->line == 0 &&
		       row->state != STATE_MOVED;

	for (size_t column = 0; column < NCOLUMNS; column++)
		if (t->is_shown[column])
			print_cell(t, column, t->texts[i][column], is_name);
	print_subject(t, row);
}

static void
print_text(struct step_table *t)
{
	for (size_t column = 0; column < NCOLUMNS; column++)
		if (t->is_shown[column])
			print_cell(t, column, titles[column], false);
	printer_print(t->printer, "subject\n");
	for (size_t i = 0; i < t->rows->n; i++)
		print_text_row(t, i);
}

/* --- Markdown ------------------------------------------------------------- */

static void
print_markdown(struct step_table *t)
{
	struct printer *p = t->printer;

	printer_print(p, "| commit | date | old | new | change | %% | function "
			 "| subject |\n"
			 "| :-- | :-- | --: | --: | --: | --: | :-- | :-- |\n");
	for (size_t i = 0; i < t->rows->n; i++) {
		const struct step_row *row = &t->rows->list[i];

		printer_print(p, "| `%s` ", t->texts[i][COMMIT]);
		for (size_t column = DATE; column < FUNCTION; column++)
			printer_print(p, "| %s ", t->texts[i][column]);
		printer_print(p, "| ");
		if (*t->texts[i][FUNCTION] != '\0')
			markdown_code_in_cell(p, t->texts[i][FUNCTION]);
		printer_print(p, " | ");
		if (row->nbetween > 0)
			printer_print(p, "1 of %zu: ", row->nbetween + 1);
		if (*row->subject != '\0')
			markdown_code_in_cell(p, row->subject);
		printer_print(p, " |\n");
	}
}

/* Prints the name of a benchmark and its event above its table, or that there is none. */
static void
print_heading(struct step_table *t, enum step_format format)
{
	struct printer *p = t->printer;
	char *name = step_benchmark_name(t->rows);

	if (format == STEPS_MARKDOWN) {
		printer_print(p, "**");
		markdown_code(p, name);
		printer_print(p, "**, %s", t->rows->event);
	} else {
		printer_name(p, name);
		printer_print(p, ", %s", t->rows->event);
	}
	if (t->rows->n == 0 && t->rows->nrecorded == 0)
		printer_print(p, ": no commit of the range is recorded");
	else if (t->rows->lacks_functions)
		printer_print(p, ": --function matches no function");
	else if (t->rows->n == 0)
		printer_print(p, ": nothing changed in %zu recorded commit%s",
		    t->rows->nrecorded, t->rows->nrecorded > 1 ? "s" : "");
	printer_print(p, "\n");
	if (format == STEPS_MARKDOWN && t->rows->n > 0)
		printer_print(p, "\n");
	free(name);
}

void
step_table_print(const struct step_rows *benchmarks, size_t n,
    enum step_format format, struct printer *printer)
{
	for (size_t i = 0; i < n; i++) {
		struct step_table table = {
		    .rows = &benchmarks[i],
		    .printer = printer,
		    .is_shown = {true, true, true, true, true, true, true},
		    .subject_width = SIZE_MAX,
		};

		if (i > 0)
			printer_print(printer, "\n");
		print_heading(&table, format);
		if (table.rows->n == 0)
			continue;
		make_texts(&table);
		measure(&table);
		if (printer->terminal)
			fit(&table);
		if (format == STEPS_MARKDOWN)
			print_markdown(&table);
		else
			print_text(&table);
		free_texts(&table);
	}
}
