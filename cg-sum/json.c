/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * JSON of version 1, one row a line.  A change that a reader of version 1 would
 * trip over makes it 2.
 */
#include <stdio.h>
#include <string.h>

#include "cells.h"
#include "render.h"

/* of a character that is not printable: none of them has four bytes */
static unsigned int
code_point(const char *p, size_t len)
{
	const unsigned char *u = (const unsigned char *)p;

	if (len == 1)
		return u[0];
	if (len == 2)
		return (u[0] & 0x1fU) << 6 | (u[1] & 0x3fU);
	return (u[0] & 0xfU) << 12 | (u[1] & 0x3fU) << 6 | (u[2] & 0x3fU);
}

/*
 * A string must be UTF-8: a byte of a name that is not becomes \xHH, the form
 * that profiles have for control bytes.  What terminals obey is escaped, too.
 */
static void
put_character(struct printer *printer, const char *p, size_t len)
{
	unsigned char first = (unsigned char)p[0];

	if (len == 0)
		printer_print(printer, "\\\\x%02x", first);
	else if (first == '"' || first == '\\')
		printer_print(printer, "\\%c", first);
	else if (cg_printable_length(p, p + len) == 0)
		printer_print(printer, "\\u%04x", code_point(p, len));
	else
		printer_bytes(printer, p, len);
}

static bool
is_plain(char c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

static void
put_string(struct printer *printer, const char *text)
{
	const char *p = text, *end = text + strlen(text);

	printer_print(printer, "\"");
	while (p < end) {
		const char *start = p;
		size_t len;

		while (p < end && is_plain(*p))
			p++;
		printer_bytes(printer, start, (size_t)(p - start));
		if (p == end)
			break;
		len = cg_utf8_length(p, end);
		put_character(printer, p, len);
		p += len > 0 ? len : 1;
	}
	printer_print(printer, "\"");
}

/* "KEY": */
static void
put_key(struct printer *printer, const char *key)
{
	put_string(printer, key);
	printer_print(printer, ": ");
}

static void
put_rates(const struct sheet *s, const int64_t *counts, struct printer *printer)
{
	printer_print(printer, ", \"rates\": {");
	for (size_t i = 0; i < s->rates.n; i++) {
		double percent;

		printer_print(printer, i > 0 ? ", " : "");
		put_key(printer, s->rates.list[i].name);
		if (rate_compute(&s->rates.list[i], counts, &percent))
			printer_print(printer, "%.4f", percent);
		else
			printer_print(printer, "null");
	}
	printer_print(printer, "}");
}

/* the figures of one input */
static void
put_value(const struct sheet *s, const int64_t *counts, struct printer *printer)
{
	printer_print(printer, "{\"counts\": {");
	for (size_t i = 0; i < s->header.nevents; i++) {
		printer_print(printer, i > 0 ? ", " : "");
		put_key(printer, s->header.events[i].name);
		printer_print(printer, "%lld", (long long)counts[i]);
	}
	printer_print(printer, "}");
	if (s->rates.n > 0)
		put_rates(s, counts, printer);
	printer_print(printer, "}");
}

static void
put_values(
    const struct sheet *s, const int64_t *counts, struct printer *printer)
{
	printer_print(printer, "[");
	for (size_t i = 0; i < s->ninputs; i++) {
		printer_print(printer, i > 0 ? ", " : "");
		put_value(s, counts + i * s->header.nevents, printer);
	}
	printer_print(printer, "]");
}

static void
put_row(
    const struct sheet *s, const struct sheet_row *row, struct printer *printer)
{
	printer_print(printer, "{");
	put_key(printer, s->name);
	put_string(printer, row->name);
	printer_print(printer, ", ");
	if (s->detail == DETAIL_FUNCTION) {
		put_key(printer, "function");
		put_string(printer, row->function);
		printer_print(printer, ", ");
	} else if (s->detail == DETAIL_LINE) {
		printer_print(
		    printer, "\"line\": %lld, ", (long long)row->line);
	}
	printer_print(printer, "\"values\": ");
	put_values(s, row->counts, printer);
	printer_print(printer, "}");
}

static void
put_rows(const struct sheet *s, struct printer *printer)
{
	printer_print(printer, "\"rows\": [");
	for (size_t i = 0; i < s->nrows; i++) {
		printer_print(printer, i > 0 ? ",\n " : "\n ");
		put_row(s, &s->rows[i], printer);
	}
	printer_print(printer, "\n]");
}

/* only of inputs that are not whole */
static void
put_partials(const struct sheet *s, struct printer *printer)
{
	if (s->partials->n == 0)
		return;
	printer_print(printer, "\"partial\": [");
	for (size_t i = 0; i < s->partials->n; i++) {
		printer_print(printer, i > 0 ? ", " : "");
		put_string(printer, s->partials->list[i]);
	}
	printer_print(printer, "],\n");
}

void
render_json(const struct sheet *s, struct printer *printer)
{
	printer_print(
	    printer, "{\"format\": \"cg-sum\", \"version\": 1,\n\"by\": ");
	put_string(printer, s->by);
	printer_print(printer, ",\n\"inputs\": [");
	for (size_t i = 0; i < s->nnames; i++) {
		printer_print(printer, i > 0 ? ", " : "");
		put_string(printer, s->names[i]);
	}
	printer_print(printer, "],\n");
	put_partials(s, printer);
	printer_print(printer, "\"events\": [");
	for (size_t i = 0; i < s->header.nevents; i++) {
		printer_print(printer, i > 0 ? ", " : "");
		put_string(printer, s->header.events[i].name);
	}
	printer_print(printer, "],\n");
	put_rows(s, printer);
	if (s->totals != NULL) {
		printer_print(printer, ",\n\"total\": ");
		put_values(s, s->totals, printer);
	}
	printer_print(printer, "}\n");
}
