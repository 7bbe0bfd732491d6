/* SPDX-License-Identifier: BSD-2-Clause */
/* Fits the columns of data into a line, as those of functions are. */
#include <stdlib.h>
#include <string.h>

#include "libquery/windows_path.h"
#include "libreport/printer.h"
#include "libreport/names/short_name.h"
#include "model/data/data_names.h"
#include "model/sources/source.h"
#include "data_rows.h"

enum { LEAST_NAME = 36 /* that another column of counts must leave */ };

void
data_report_init(struct terminal_report *t, const struct terminal_report *from,
    const __int128 *whole)
{
	const struct data_list *data = &from->report->data;

	*t = *from;
	t->events = (struct key_events){.n = 0};
	t->events.list = cli_alloc(data->ncolumns, sizeof(*t->events.list));
	for (size_t i = 0; i < data->ncolumns; i++) {
		const struct data_column *column = &data->columns[i];

		if (i > 0 && whole != NULL && column->is_of_allocation)
			continue;
		t->events.list[t->events.n++] = (struct key_event){
		    .name = column->name,
		    .sum = column->sum,
		    .of = column->of,
		    .whole = column->whole,
		    .is_change = column->is_change,
		};
	}
	if (whole != NULL)
		t->events.list[0].whole = *whole;
}

/* Prints the counts of a row.  Data that are not allocated have no blocks. */
static void
print_counts(const struct terminal_columns *columns, const int64_t *counts)
{
	const struct report *report = columns->terminal->report;
	const struct data_list *data = &report->data;
	bool *present = cli_alloc(data->sites.nevents, sizeof(*present));

	for (size_t i = 0; i < data->sites.nevents; i++)
		present[i] = true;
	for (size_t i = 0; i < data->ncolumns; i++)
		if (data_column_lacks(&data->columns[i], counts))
			present[data->columns[i].sum.events[0]] = false;
	terminal_columns_print(columns, counts, present, NULL);
	free(present);
}

void
data_rows_append(struct data_rows *rows, struct data_row row)
{
	rows->list = cli_grow(rows->list, rows->n, sizeof(*rows->list));
	rows->list[rows->n++] = row;
}

void
data_rows_release(struct data_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++) {
		free(rows->list[i].name);
		free(rows->list[i].suffix);
		free(rows->list[i].place);
	}
	free(rows->list);
}

char *
data_row_place(const char *file, int64_t line)
{
	return data_place(path_base_name(file), line);
}

static size_t
width_of(const char *text)
{
	return text_width(text, strlen(text));
}

void
data_rows_print(const struct terminal_report *t, const struct data_rows *rows,
    const char *title, const char *place_title)
{
	struct terminal_columns columns;
	struct name_columns names = {
	    .function_width = strlen(title), .file_width = strlen(place_title)};
	char *heading;

	terminal_columns_init(&columns, t, true, false);
	for (size_t i = 0; i < rows->n; i++) {
		const struct data_row *row = &rows->list[i];

		terminal_columns_add(&columns, row->counts);
		keep_widest(&names.function_width, strlen(row->prefix) +
						       width_of(row->name) +
						       width_of(row->suffix));
		keep_widest(&names.file_width, width_of(row->place));
	}
	columns.has_share &= t->events.list[0].whole != 0;
	terminal_columns_fit(&columns, LEAST_NAME, LEAST_BESIDE_SHARES);
	name_columns_fit(&names, &columns);
	heading = names.file_width > 0 && *place_title != '\0'
		      ? cli_format("%-*s  %s", (int)names.function_width, title,
			    place_title)
		      : cli_format("%s", title);
	terminal_columns_print_heading(&columns, heading);
	free(heading);
	for (size_t i = 0; i < rows->n; i++) {
		const struct data_row *row = &rows->list[i];

		/* the size of blocks is left out first */
		bool has_suffix = strlen(row->prefix) + width_of(row->name) +
				      width_of(row->suffix) <=
				  names.function_width;

		print_counts(&columns, row->counts);
		name_columns_print(&names, row->prefix, short_datum, row->name,
		    has_suffix ? row->suffix : "", row->place, false);
	}
	terminal_columns_release(&columns);
}
