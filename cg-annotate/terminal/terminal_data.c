/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the data of a data profile on a terminal, the largest first; with --data also
 * the fields of each, who shares lines with them, and the code that misses on it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libquery/windows_path.h"
#include "libquery/rank.h"
#include "libreport/printer.h"
#include "libreport/names/short_name.h"
#include "model/data/data_hints.h"
#include "model/data/data_names.h"
#include "model/data/data_parts.h"
#include "model/sources/source.h"
#include "data_rows.h"

/* A screen holds a report without --top. */
enum {
	MOST_DATA = 20,    /* in the table, */
	MOST_LISTED = 8,   /* or above data that are open */
	MOST_OPEN = 3,     /* with their fields and code */
	MOST_PARTS = 3,    /* fields, or lines of code */
	MOST_OF_FIELD = 1, /* lines of code of one field */
};

/* --- the table ------------------------------------------------------------ */

static void
print_more(const struct terminal_report *t, size_t n, __int128 rest)
{
	const struct key_event *first = &t->events.list[0];
	char percent[FORMAT_SIZE], *line;

	terminal_percent(percent, rest, first->whole);
	line = first->whole != 0 ? cli_format("%zu more data: %s", n, percent)
				 : cli_format("%zu more data", n);
	if (n > 0)
		terminal_line(t, line);
	free(line);
}

/* Says which counts are mostly on other data than the first `n`, which have most of the
 * first column. */
static void
print_elsewhere(const struct terminal_report *t, size_t n)
{
	const struct data_list *data = &t->report->data;

	for (size_t i = 1; i < data->ncolumns; i++) {
		const struct data_column *column = &data->columns[i];
		__int128 rest = data_list_rest(data, i);
		char percent[FORMAT_SIZE], *line;

		for (size_t j = n; j < data->n; j++)
			rest +=
			    data_column_count(column, data->list[j]->counts);
		/* after cg-filter --drop, data can have more misses than the
		 * code that is left: there is no whole */
		if (column->is_of_allocation || column->is_change ||
		    column->of.n > 0 || column->whole == 0 ||
		    2 * rest <= column->whole)
			continue;
		terminal_percent(percent, rest, column->whole);
		line = cli_format("%s: %s on data that are not shown "
				  "(--sort=%s shows them)",
		    column->name, percent,
		    t->report->profile.header.events[column->sum.events[0]]
			.name);
		terminal_line(t, line);
		free(line);
	}
}

static void
print_table(const struct terminal_report *t)
{
	const struct data_list *data = &t->report->data;
	const struct report_options *o = t->report->options;
	size_t most = o->data_only ? MOST_LISTED : MOST_DATA;
	size_t n = o->top < 0 && data->n > most ? most : data->n;
	__int128 rest = data_list_rest(data, 0);
	struct data_rows rows = {.n = 0};

	for (size_t i = 0; i < n; i++) {
		const struct data_site *site = data->list[i];

		data_rows_append(&rows,
		    (struct data_row){site->counts, data_name(site),
			data_size(data, data_list_blocks(data, site->counts)),
			data_row_place(site->file, site->line), ""});
	}
	for (size_t i = n; i < data->n; i++)
		rest +=
		    data_column_count(&data->columns[0], data->list[i]->counts);
	if (n > 0)
		data_rows_print(t, &rows, "data", "site");
	else
		terminal_line(t, "No datum reaches the threshold.");
	print_more(t, data->nall - n, rest);
	if (o->sort == NULL && o->show == NULL)
		print_elsewhere(t, n);
	data_rows_release(&rows);
}

/* --- an open datum -------------------------------------------------------- */

/* Appends a row that stands for parts that are not shown. */
static void
append_more(struct data_rows *rows, const struct data_parts *parts, size_t from,
    int64_t *sum, const char *prefix)
{
	if (from == parts->n)
		return;
	for (size_t i = from; i < parts->n; i++)
		cg_counts_add(sum, parts->list[i].counts, parts->nevents);
	data_rows_append(rows,
	    (struct data_row){sum, cli_format("(%zu more)", parts->n - from),
		cli_copy("", 0), cli_copy("", 0), prefix});
}

/* What the lists of an open datum need, and what has to live as long as them. */
struct open_datum {
	const struct data_list *data;
	struct data_rows rows;
	size_t nsums;
	int64_t **sums;
	size_t ncode;
	struct data_parts *code; /* and partners of each field, then of all */
	bool all;                /* show all parts */
	unsigned __int128 least; /* with as much as this */
};

static int64_t *
new_sum(struct open_datum *o)
{
	o->sums = cli_grow(o->sums, o->nsums, sizeof(*o->sums));
	o->sums[o->nsums] =
	    cli_alloc(o->data->sites.nevents, sizeof(*o->sums[0]));
	return o->sums[o->nsums++];
}

/* Returns how many of the parts to show; one more takes no more room than its number. */
static size_t
shown(const struct open_datum *o, const struct data_parts *parts, size_t most)
{
	const struct data_column *first = &o->data->columns[0];
	size_t n = o->all ? parts->n : most;

	while (o->all && n > 0 &&
	       size_of_count(data_column_count(
		   first, parts->list[n - 1].counts)) < o->least)
		n--;
	return parts->n <= n + 1 ? parts->n : n;
}

/* Returns the place of code, or the object if its file is unknown: functions without a
 * name may be of any. */
static char *
code_place(const struct data_part *part)
{
	if (strcmp(part->file, cg_unknown_name) != 0 ||
	    cg_is_data(part->object) || *part->object == '\0' ||
	    strcmp(part->object, cg_unknown_name) == 0)
		return data_row_place(part->file, part->line);
	return cli_format("[%s]", path_base_name(part->object));
}

static void
append_code(struct open_datum *o, const struct data_parts *code, size_t most,
    const char *prefix)
{
	size_t n = shown(o, code, most);

	for (size_t i = 0; i < n; i++) {
		const struct data_part *part = &code->list[i];
		char *place = code_place(part);

		data_rows_append(
		    &o->rows, (struct data_row){part->counts,
				  cli_copy(part->name, strlen(part->name)),
				  cli_copy("", 0), place, prefix});
	}
	append_more(&o->rows, code, n, new_sum(o), prefix);
}

/* Returns a list to fill. */
static struct data_parts *
new_code(struct open_datum *o)
{
	o->code = cli_grow(o->code, o->ncode, sizeof(*o->code));
	return &o->code[o->ncode++];
}

/* Appends who shares lines with a field, and the code that misses on it. */
static void
append_field(struct open_datum *o, const struct data_part *field)
{
	struct data_parts *parts;

	data_rows_append(&o->rows,
	    (struct data_row){field->counts,
		cli_copy(field->name, strlen(field->name)), cli_copy("", 0),
		data_row_place(field->file, field->line), ""});
	parts = new_code(o);
	data_parts_field_partners(parts, o->data, field);
	append_code(o, parts, MOST_OF_FIELD, "  ");
	parts = new_code(o);
	data_parts_field_code(parts, o->data, field);
	append_code(o, parts, MOST_OF_FIELD, "  ");
}

/* Appends each field with its partners and code. */
static void
append_fields(struct open_datum *o, const struct data_parts *fields)
{
	size_t n = shown(o, fields, MOST_PARTS);

	for (size_t i = 0; i < n; i++)
		append_field(o, &fields->list[i]);
	append_more(&o->rows, fields, n, new_sum(o), "");
}

/* Prints "main: struct node, 64 bytes each: 800,000 D1 misses, 40.1 %". */
static void
print_title(const struct terminal_report *t, const struct data_site *site)
{
	const struct data_column *first = &t->report->data.columns[0];
	__int128 sum = data_list_sum(&t->report->data, 0, site);
	char *name = data_name(site), *facts, *size, *unit;
	char count[FORMAT_SIZE], percent[FORMAT_SIZE];
	size_t width;

	size = data_sizes(
	    &t->report->data, data_list_all_blocks(&t->report->data, site));
	terminal_count(count, &t->events.list[0], sum);
	terminal_percent(percent, sum, first->whole);
	unit = data_column_unit(first, sum);
	facts = cli_format("%s: %s %s%s%s", size, count, unit,
	    first->whole != 0 ? ", " : "", first->whole != 0 ? percent : "");
	width = text_width(facts, strlen(facts)) + LEAST_ROOM <= t->width
		    ? text_width(facts, strlen(facts))
		    : 0;
	printer_print(t->printer, "\n");
	terminal_short(t, t->width - width, name, short_datum);
	terminal_short(t, t->width, width > 0 ? facts : "", short_text);
	printer_print(t->printer, "\n");
	free(name);
	free(facts);
	free(size);
	free(unit);
}

static void
print_hints(const struct terminal_report *t, const struct data_site *site,
    const struct data_parts *fields, const struct data_parts *code)
{
	struct data_hints hints;

	data_hints_init(&hints, t->report, site, fields, code);
	for (size_t i = 0; i < hints.n; i++)
		terminal_line(t, hints.list[i]);
	data_hints_release(&hints);
}

static void
print_datum(const struct terminal_report *from, const struct data_site *site)
{
	const struct data_list *data = &from->report->data;
	const struct report_options *options = from->report->options;
	struct open_datum o = {.data = data,
	    .all = options->data_pattern != NULL || options->top >= 0};
	struct data_parts fields, partners, code;
	struct terminal_report t;
	__int128 whole;

	data_parts_fields(&fields, data, site);
	data_parts_code(&code, data, site);
	data_parts_partners(&partners, data, site);
	whole = data_column_count(&data->columns[0], code.counts);
	if (data->columns[0].is_change)
		whole = 0;
	if (options->has_threshold)
		o.least = sort_threshold_least(
		    options->threshold, size_of_count(whole));
	append_fields(&o, &fields);
	data_report_init(&t, from, &whole);
	if (code.n > 0) {
		print_title(&t, site);
		print_hints(&t, site, &fields, &code);
	}
	if (o.rows.n > 0)
		data_rows_print(&t, &o.rows, "field, and its code", "line");
	data_rows_release(&o.rows);
	o.rows = (struct data_rows){.n = 0};
	if (fields.n == 0 || (fields.n > 1 && o.all)) {
		if (fields.n == 0)
			append_code(&o, &partners, MOST_PARTS, "");
		append_code(&o, &code, MOST_PARTS, "");
		if (o.rows.n > 0)
			data_rows_print(&t, &o.rows, "code", "line");
		data_rows_release(&o.rows);
	}
	for (size_t i = 0; i < o.ncode; i++)
		data_parts_release(&o.code[i]);
	for (size_t i = 0; i < o.nsums; i++)
		free(o.sums[i]);
	free(o.sums);
	free(o.code);
	free(t.events.list);
	data_parts_release(&code);
	data_parts_release(&partners);
	data_parts_release(&fields);
}

void
terminal_data(const struct terminal_report *from)
{
	const struct data_list *data = &from->report->data;
	const struct report_options *o = from->report->options;
	bool all = o->data_pattern != NULL || o->top >= 0;
	struct terminal_report t;
	size_t nopen = 0;

	if (data->nall == 0 && !o->data_only)
		return;
	data_report_init(&t, from, NULL);
	print_table(&t);
	for (size_t i = 0; o->data_only && i < data->n; i++) {
		if (data_list_is_repeated(data, i))
			continue;
		if (nopen++ >= MOST_OPEN && !all)
			break;
		print_datum(from, data->list[i]);
	}
	free(t.events.list);
}
