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
put_character(struct screen *screen, const char *p, size_t len)
{
	unsigned char first = (unsigned char)p[0];

	if (len == 0)
		screen_print(screen, "\\\\x%02x", first);
	else if (first == '"' || first == '\\')
		screen_print(screen, "\\%c", first);
	else if (cg_printable_length(p, p + len) == 0)
		screen_print(screen, "\\u%04x", code_point(p, len));
	else
		screen_bytes(screen, p, len);
}

static bool
is_plain(char c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

static void
put_string(struct screen *screen, const char *text)
{
	const char *p = text, *end = text + strlen(text);

	screen_print(screen, "\"");
	while (p < end) {
		const char *start = p;
		size_t len;

		while (p < end && is_plain(*p))
			p++;
		screen_bytes(screen, start, (size_t)(p - start));
		if (p == end)
			break;
		len = cg_utf8_length(p, end);
		put_character(screen, p, len);
		p += len > 0 ? len : 1;
	}
	screen_print(screen, "\"");
}

/* "KEY": */
static void
put_key(struct screen *screen, const char *key)
{
	put_string(screen, key);
	screen_print(screen, ": ");
}

static void
put_rates(const struct sheet *s, const int64_t *counts, struct screen *screen)
{
	screen_print(screen, ", \"rates\": {");
	for (size_t i = 0; i < s->rates.n; i++) {
		double percent;

		screen_print(screen, i > 0 ? ", " : "");
		put_key(screen, s->rates.list[i].name);
		if (rate_compute(&s->rates.list[i], counts, &percent))
			screen_print(screen, "%.4f", percent);
		else
			screen_print(screen, "null");
	}
	screen_print(screen, "}");
}

/* the figures of one input */
static void
put_value(const struct sheet *s, const int64_t *counts, struct screen *screen)
{
	screen_print(screen, "{\"counts\": {");
	for (size_t i = 0; i < s->header.nevents; i++) {
		screen_print(screen, i > 0 ? ", " : "");
		put_key(screen, s->header.events[i].name);
		screen_print(screen, "%lld", (long long)counts[i]);
	}
	screen_print(screen, "}");
	if (s->rates.n > 0)
		put_rates(s, counts, screen);
	screen_print(screen, "}");
}

static void
put_values(const struct sheet *s, const int64_t *counts, struct screen *screen)
{
	screen_print(screen, "[");
	for (size_t i = 0; i < s->ninputs; i++) {
		screen_print(screen, i > 0 ? ", " : "");
		put_value(s, counts + i * s->header.nevents, screen);
	}
	screen_print(screen, "]");
}

static void
put_row(
    const struct sheet *s, const struct sheet_row *row, struct screen *screen)
{
	screen_print(screen, "{");
	put_key(screen, s->name);
	put_string(screen, row->name);
	screen_print(screen, ", ");
	if (s->detail == DETAIL_FUNCTION) {
		put_key(screen, "function");
		put_string(screen, row->function);
		screen_print(screen, ", ");
	} else if (s->detail == DETAIL_LINE) {
		screen_print(screen, "\"line\": %lld, ", (long long)row->line);
	}
	screen_print(screen, "\"values\": ");
	put_values(s, row->counts, screen);
	screen_print(screen, "}");
}

static void
put_rows(const struct sheet *s, struct screen *screen)
{
	screen_print(screen, "\"rows\": [");
	for (size_t i = 0; i < s->nrows; i++) {
		screen_print(screen, i > 0 ? ",\n " : "\n ");
		put_row(s, &s->rows[i], screen);
	}
	screen_print(screen, "\n]");
}

/* only of inputs that are not whole */
static void
put_partials(const struct sheet *s, struct screen *screen)
{
	if (s->partials->n == 0)
		return;
	screen_print(screen, "\"partial\": [");
	for (size_t i = 0; i < s->partials->n; i++) {
		screen_print(screen, i > 0 ? ", " : "");
		put_string(screen, s->partials->list[i]);
	}
	screen_print(screen, "],\n");
}

void
render_json(const struct sheet *s, struct screen *screen)
{
	screen_print(
	    screen, "{\"format\": \"cg-sum\", \"version\": 1,\n\"by\": ");
	put_string(screen, s->by);
	screen_print(screen, ",\n\"inputs\": [");
	for (size_t i = 0; i < s->nnames; i++) {
		screen_print(screen, i > 0 ? ", " : "");
		put_string(screen, s->names[i]);
	}
	screen_print(screen, "],\n");
	put_partials(s, screen);
	screen_print(screen, "\"events\": [");
	for (size_t i = 0; i < s->header.nevents; i++) {
		screen_print(screen, i > 0 ? ", " : "");
		put_string(screen, s->header.events[i].name);
	}
	screen_print(screen, "],\n");
	put_rows(s, screen);
	if (s->totals != NULL) {
		screen_print(screen, ",\n\"total\": ");
		put_values(s, s->totals, screen);
	}
	screen_print(screen, "}\n");
}
