/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the data of a data profile: their columns are not those of other lists.  A
 * name follows its file and line, as in a list of functions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libreport/numfmt.h"
#include "model/data/data_hints.h"
#include "model/data/data_names.h"
#include "model/data/data_parts.h"
#include "classic_data.h"
#include "count_columns.h"

struct classic_columns {
	const struct report *report;
	size_t *widths;
	__int128 whole; /* 100 % of the first one; 0: no shares */
	bool of_parts;  /* of a datum: misses only */
};

/* True if the table has the column. */
static bool
has_column(const struct classic_columns *c, size_t i)
{
	return i == 0 || !c->of_parts ||
	       !c->report->data.columns[i].is_of_allocation;
}

/* Writes a count, and in the first column its share. */
static size_t
write_cell(char to[2 * FORMAT_SIZE], const struct classic_columns *c, size_t i,
    const int64_t *counts)
{
	const struct data_column *column = &c->report->data.columns[i];
	__int128 count = data_column_count(column, counts);
	double share;
	int len;

	if (data_column_lacks(column, counts)) {
		strcpy(to, ".");
		return 1;
	}
	if (column->of.n > 0 && data_column_share(column, counts, &share))
		return (size_t)sprintf(to, "%.1f%%", share);
	len = column->is_change ? format_change(to, count)
				: format_count(to, count);
	if (i == 0 && c->whole != 0 && c->report->options->percentages)
		len += format_share(to + len, percent_of_sum(count, c->whole));
	return (size_t)len;
}

static void
columns_init(struct classic_columns *c, const struct report *report,
    const __int128 *whole)
{
	const struct data_list *data = &report->data;

	*c = (struct classic_columns){.report = report,
	    .whole = whole != NULL ? *whole : data->columns[0].whole,
	    .of_parts = whole != NULL};
	c->widths = cli_alloc(data->ncolumns, sizeof(*c->widths));
	for (size_t i = 0; i < data->ncolumns; i++)
		c->widths[i] = strlen(data->columns[i].name);
}

static void
columns_add(struct classic_columns *c, const int64_t *counts)
{
	char cell[2 * FORMAT_SIZE];

	for (size_t i = 0; i < c->report->data.ncolumns; i++) {
		size_t width = write_cell(cell, c, i, counts);

		if (width > c->widths[i])
			c->widths[i] = width;
	}
}

static void
print_counts(const struct classic_columns *c, const int64_t *counts,
    struct printer *printer)
{
	for (size_t i = 0; i < c->report->data.ncolumns; i++) {
		char cell[2 * FORMAT_SIZE];
		size_t width = write_cell(cell, c, i, counts);

		if (!has_column(c, i))
			continue;
		printer_pad(printer, c->widths[i] - width);
		printer_print(printer, "%s ", cell);
	}
}

static void
print_heading(
    const struct classic_columns *c, const char *title, struct printer *printer)
{
	const struct data_list *data = &c->report->data;

	count_columns_rule(printer);
	for (size_t i = 0; i < data->ncolumns; i++) {
		const char *name = data->columns[i].name;

		if (!has_column(c, i))
			continue;
		printer_pad(printer, c->widths[i] - strlen(name));
		printer_name(printer, name);
		printer_print(printer, " ");
	}
	printer_paint(printer, PAINT_HEADING, " %s\n", title);
	count_columns_rule(printer);
}

/* Prints "file:line", or "???". */
static void
print_place(const char *file, int64_t line, struct printer *printer)
{
	char *place = data_place(file, line);

	printer_name(printer, *place != '\0' ? place : cg_unknown_name);
	free(place);
}

/* --- the table ------------------------------------------------------------ */

/* Frees the size. */
static void
print_name(const struct data_site *site, char *size, struct printer *printer)
{
	char *name = data_name(site);

	printer_name(printer, name);
	printer_print(printer, "%s", size);
	free(name);
	free(size);
}

static void
print_table(const struct report *report, struct printer *printer)
{
	const struct data_list *data = &report->data;
	struct classic_columns c;

	columns_init(&c, report, NULL);
	for (size_t i = 0; i < data->n; i++)
		columns_add(&c, data->list[i]->counts);
	print_heading(&c, "file:line: data", printer);
	for (size_t i = 0; i < data->n; i++) {
		const struct data_site *site = data->list[i];

		print_counts(&c, site->counts, printer);
		printer_print(printer, " ");
		print_place(site->file, site->line, printer);
		printer_print(printer, ": ");
		print_name(site,
		    data_size(data, data_list_blocks(data, site->counts)),
		    printer);
		printer_print(printer, "\n");
	}
	printer_print(printer, "\n");
	free(c.widths);
}

/* --- parts ---------------------------------------------------------------- */

static void
print_part(const struct classic_columns *c, const struct data_part *part,
    const char *arrow, struct printer *printer)
{
	print_counts(c, part->counts, printer);
	printer_print(printer, "%s", arrow);
	/* offsets have no place */
	if (!cg_is_data(part->object) ||
	    strcmp(part->file, cg_unknown_name) != 0) {
		print_place(part->file, part->line, printer);
		printer_print(printer, ": ");
	}
	printer_name(printer, part->name);
	printer_print(printer, "\n");
}

static void
print_parts(const struct classic_columns *c, const struct data_parts *parts,
    const char *arrow, struct printer *printer)
{
	for (size_t i = 0; i < parts->n; i++)
		print_part(c, &parts->list[i], arrow, printer);
}

static void
print_fields(const struct classic_columns *c, const struct data_parts *fields,
    struct printer *printer)
{
	for (size_t i = 0; i < fields->n; i++) {
		const struct data_part *field = &fields->list[i];
		struct data_parts parts;

		print_part(c, field, " *   ", printer);
		data_parts_field_partners(&parts, &c->report->data, field);
		print_parts(c, &parts, " &     ", printer);
		data_parts_release(&parts);
		data_parts_field_code(&parts, &c->report->data, field);
		print_parts(c, &parts, " >     ", printer);
		data_parts_release(&parts);
	}
}

/* True if a datum or one of its fields shares lines. */
static bool
has_partners(const struct data_list *data, const struct data_parts *fields,
    const struct data_parts *partners)
{
	bool is_found = partners->n > 0;

	for (size_t i = 0; i < fields->n && !is_found; i++) {
		struct data_parts parts;

		data_parts_field_partners(&parts, data, &fields->list[i]);
		is_found = parts.n > 0;
		data_parts_release(&parts);
	}
	return is_found;
}

static void
print_hints(const struct report *report, const struct data_site *site,
    const struct data_parts *fields, const struct data_parts *code,
    struct printer *printer)
{
	struct data_hints hints;

	data_hints_init(&hints, report, site, fields, code);
	for (size_t i = 0; i < hints.n; i++) {
		printer_name(printer, hints.list[i]);
		printer_print(printer, "\n");
	}
	data_hints_release(&hints);
}

static void
print_datum(const struct report *report, const struct data_site *site,
    struct printer *printer)
{
	const struct data_list *data = &report->data;
	struct data_parts fields, partners, code;
	struct classic_columns c;
	__int128 whole;

	data_parts_fields(&fields, data, site);
	data_parts_code(&code, data, site);
	data_parts_partners(&partners, data, site);
	whole = data->columns[0].is_change
		    ? 0
		    : data_column_count(&data->columns[0], code.counts);
	columns_init(&c, report, &whole);
	columns_add(&c, code.counts);
	for (size_t i = 0; i < fields.n; i++)
		columns_add(&c, fields.list[i].counts);
	for (size_t i = 0; i < code.n; i++)
		columns_add(&c, code.list[i].counts);
	if (code.n > 0) {
		count_columns_rule(printer);
		printer_paint(printer, PAINT_HEADING, "-- Data: ");
		print_name(site,
		    data_sizes(data, data_list_all_blocks(data, site)),
		    printer);
		printer_print(printer, "\n");
		print_hints(report, site, &fields, &code, printer);
		print_heading(&c,
		    has_partners(data, &fields, &partners)
			? "file:line: field (*), who shares (&) and code (>)"
			: "file:line: field (*) and code (>)",
		    printer);
	}
	print_fields(&c, &fields, printer);
	if (fields.n != 1) {
		if (fields.n > 0)
			printer_print(printer, "\n");
		else
			print_parts(&c, &partners, " &   ", printer);
		print_parts(&c, &code, " >   ", printer);
	}
	if (code.n > 0)
		printer_print(printer, "\n");
	free(c.widths);
	data_parts_release(&fields);
	data_parts_release(&partners);
	data_parts_release(&code);
}

void
classic_data(const struct report *report, struct printer *printer)
{
	const struct data_list *data = &report->data;

	if (data->nall == 0 && !report->options->data_only)
		return;
	print_table(report, printer);
	for (size_t i = 0; report->options->data_only && i < data->n; i++)
		if (!data_list_is_repeated(data, i))
			print_datum(report, data->list[i], printer);
}
