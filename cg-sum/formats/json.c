/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * JSON, one row a line.  The version becomes 2 with the first change that would
 * break a reader of version 1.
 */
#include "cells.h"
#include "cg-sum/render.h"
#include "libreport/json_names.h"

static void
put_rates(const struct table *t, const int64_t *counts, struct printer *printer)
{
	printer_print(printer, ", \"rates\": {");
	for (size_t i = 0; i < t->rates.n; i++) {
		double percent;

		printer_print(printer, i > 0 ? ", " : "");
		json_key(printer, t->rates.list[i].name);
		if (rate_compute(&t->rates.list[i], counts, &percent))
			printer_print(printer, "%.4f", percent);
		else
			printer_print(printer, "null");
	}
	printer_print(printer, "}");
}

/* Prints the inclusive cost of a call.  Sums of rows have none. */
static void
put_per_call(const struct table *t, const int64_t *counts, size_t input,
    bool is_row, struct printer *printer)
{
	double cost;

	printer_print(printer, ", \"per_call\": {");
	json_key(printer, t->header.events[0].name);
	if (is_row && table_per_call(t, counts, input, &cost))
		printer_print(printer, "%.4f}", cost);
	else
		printer_print(printer, "null}");
}

/* Prints the counts and rates of one input. */
static void
put_value(const struct table *t, const int64_t *row, size_t input, bool is_row,
    struct printer *printer)
{
	const int64_t *counts = row + input * t->header.nevents;

	printer_print(printer, "{\"counts\": ");
	json_counts(printer, t->header.events, counts, NULL, t->header.nevents);
	if (t->rates.n > 0)
		put_rates(t, counts, printer);
	if (t->per_call != NULL)
		put_per_call(t, row, input, is_row, printer);
	printer_print(printer, "}");
}

static void
put_values(
    const struct table *t, const int64_t *counts, struct printer *printer)
{
	bool is_row = counts != t->totals && counts != t->hidden;

	printer_print(printer, "[");
	for (size_t i = 0; i < t->ninputs; i++) {
		printer_print(printer, i > 0 ? ", " : "");
		put_value(t, counts, i, is_row, printer);
	}
	printer_print(printer, "]");
}

/* Prints what a row is of, and its values; the brace is left open. */
static void
put_row(
    const struct table *t, const struct table_row *row, struct printer *printer)
{
	printer_print(printer, "{");
	if (row->is_subtotal) {
		json_key(printer, "outer");
		json_string(printer, row->outer);
		printer_print(printer, ", \"values\": ");
		put_values(t, row->counts, printer);
		return;
	}
	json_key(printer, t->name);
	json_string(printer, row->name);
	printer_print(printer, ", ");
	if (table_has_functions(t)) {
		json_key(printer, table_detail(t));
		json_string(printer, row->function);
		printer_print(printer, ", ");
	}
	if (t->detail == DETAIL_PLACE) {
		json_key(printer, "file");
		json_string(printer, row->def_file);
		printer_print(printer, ", ");
	}
	if (t->detail == DETAIL_PLACE || t->detail == DETAIL_LINE) {
		printer_print(
		    printer, "\"line\": %lld, ", (long long)row->line);
	}
	printer_print(printer, "\"values\": ");
	put_values(t, row->counts, printer);
}

/* Prints the rows; those below a subtotal are rows in it. */
static void
put_rows(const struct table *t, struct printer *printer)
{
	const char *before = "\n ";

	printer_print(printer, "\"rows\": [");
	for (size_t i = 0; i < t->nrows; i++) {
		const struct table_row *row = &t->rows[i];
		bool is_last =
		    i + 1 == t->nrows || t->rows[i + 1].outer != row->outer;

		printer_print(printer, "%s", before);
		put_row(t, row, printer);
		if (row->is_subtotal) {
			printer_print(printer, ", \"rows\": [");
			before = "\n  ";
			continue;
		}
		printer_print(
		    printer, row->outer != NULL && is_last ? "}]}" : "}");
		before = row->outer != NULL && !is_last ? ",\n  " : ",\n ";
	}
	printer_print(printer, "\n]");
}

/* Prints nothing if all inputs are whole. */
static void
put_partials(const struct table *t, struct printer *printer)
{
	if (t->partials->n == 0)
		return;
	json_strings(printer, "partial", (const char *const *)t->partials->list,
	    t->partials->n);
	printer_print(printer, ",\n");
}

void
render_json(const struct table *t, struct printer *printer)
{
	printer_print(
	    printer, "{\"format\": \"cg-sum\", \"version\": 1,\n\"by\": ");
	json_string(printer, t->by);
	printer_print(printer, ",\n");
	json_strings(
	    printer, "inputs", (const char *const *)t->names, t->nnames);
	printer_print(printer, ",\n");
	put_partials(t, printer);
	printer_print(printer, "\"events\": [");
	for (size_t i = 0; i < t->header.nevents; i++) {
		printer_print(printer, i > 0 ? ", " : "");
		json_string(printer, t->header.events[i].name);
	}
	printer_print(printer, "],\n");
	put_rows(t, printer);
	if (t->totals != NULL) {
		printer_print(printer, ",\n\"total\": ");
		put_values(t, t->totals, printer);
	}
	printer_print(printer, "}\n");
}
