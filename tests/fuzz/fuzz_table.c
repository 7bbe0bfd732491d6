/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a table of any names in a format that the first byte chooses, and
 * takes the result apart again: no name adds a line, a field or a value.
 */
#include <stdlib.h>
#include <string.h>

#include "cg-sum/formats/cells.h"
#include "cg-sum/render.h"
#include "hostile_table.h"
#include "sink.h"
#include "target.h"

/* --- values separated by tabs or commas ----------------------------------- */

/* Reads a field into `to`; returns where its separator or newline is. */
static const char *
take_field(char *to, const char *p, char separator)
{
	bool quoted = separator == ',' && *p == '"';

	for (p += quoted; *p != '\0'; p++) {
		if (quoted && *p == '"' && *++p != '"')
			break;
		if (!quoted && (*p == separator || *p == '\n'))
			break;
		demand(quoted || *p != '"' || separator != ',',
		    "a field with a quote is quoted");
		*to++ = *p;
	}
	*to = '\0';
	return p;
}

static void
check_separated(const struct table *t, const char *p, char separator)
{
	size_t nfields = cells_ncolumns(t) + 1 + (t->detail != DETAIL_NONE);
	char *field = malloc(strlen(p) + 1);

	demand(field != NULL, "there is memory");
	for (size_t row = 0; row <= t->nrows; row++)
		for (size_t i = 0; i < nfields; i++) {
			p = take_field(field, p, separator);
			demand(*p++ == (i < nfields - 1 ? separator : '\n'),
			    "each line has all fields");
			demand(row == 0 || i > 0 ||
				   strcmp(field, t->rows[row - 1].name) == 0,
			    "a name is one field");
			demand(
			    row == 0 || i != 1 ||
				t->detail != DETAIL_FUNCTION ||
				strcmp(field, t->rows[row - 1].function) == 0,
			    "a function is one field");
		}
	demand(*p == '\0', "there is a line for each row");
	free(field);
}

/* --- JSON ----------------------------------------------------------------- */

static const char *
skip_blanks(const char *p)
{
	return p + strspn(p, " \n");
}

static const char *
skip_string(const char *p)
{
	demand(*p++ == '"', "a string begins");
	while (*p != '"') {
		size_t n = text_printable(p, p + strnlen(p, 4));

		demand(n > 0, "a string has printable characters only");
		if (*p == '\\') {
			demand(strchr("\"\\u", p[1]) != NULL && p[1] != '\0',
			    "an escape is known");
			n = p[1] == 'u' ? 6 : 2;
			demand(n == 2 || strspn(p + 2, "0123456789abcdef") >= 4,
			    "an escape has four digits");
		}
		p += n;
	}
	return p + 1;
}

/* Skips a value; objects and lists differ in their keys only. */
static const char *
skip_value(const char *p)
{
	char close = *p == '{' ? '}' : ']';
	bool is_first = true;

	if (*p == '"')
		return skip_string(p);
	if (strncmp(p, "null", 4) == 0)
		return p + 4;
	if (*p != '{' && *p != '[') {
		size_t n = strspn(p, "-0123456789.");

		demand(n > 0, "a value begins");
		return p + n;
	}
	for (p = skip_blanks(p + 1); *p != close; is_first = false) {
		demand(is_first || *p == ',', "values are separated");
		p = skip_blanks(p + !is_first);
		if (close == '}') {
			p = skip_string(p);
			demand(*p == ':', "a key has a value");
			p = skip_blanks(p + 1);
		}
		p = skip_blanks(skip_value(p));
	}
	return p + 1;
}

/* --- Markdown ------------------------------------------------------------- */

/* Counts the bars of a line that no backslash precedes. */
static size_t
count_bars(const char *p, const char *end)
{
	size_t n = 0;

	for (const char *start = p; p < end; p++)
		n += *p == '|' && (p == start || p[-1] != '\\');
	return n;
}

static void
check_markdown(const struct table *t, const char *p)
{
	size_t ncells = cells_ncolumns(t) + 1 + (t->detail != DETAIL_NONE);
	size_t nlines = 2 + t->nrows + (t->nrows != 1);

	for (; nlines > 0; nlines--) {
		const char *end = strchr(p, '\n');

		demand(end != NULL && *p == '|' && end[-1] == '|',
		    "each line is a row");
		demand(count_bars(p, end) == ncells + 1,
		    "each line has all cells");
		p = end + 1;
	}
	demand(t->partials->n == 0 ? *p == '\0' : *p == '\n',
	    "the table ends after its rows");
}

/* --- a terminal ----------------------------------------------------------- */

static void
check_terminal(const char *p)
{
	while (p != NULL && *p != '\0') {
		const char *end = strchr(p, '\n');

		demand(end != NULL, "lines end");
		for (; p < end; p++)
			demand(*p != '\t', "columns have blanks");
		p = end + 1;
	}
}

static void
run(const uint8_t *data, size_t size)
{
	static const enum detail details[] = {
	    DETAIL_NONE, DETAIL_FUNCTION, DETAIL_LINE};
	unsigned int format = data[0] % 6, form = data[0] / 6;
	const struct table *t = hostile_table_make(
	    data + 1, size - 1, 1 + form % 3, details[form / 3 % 3], true);
	struct printer printer;
	const char *printed;
	size_t len;

	sink_open(&printer, format == 5);
	switch (format) {
	case 0:
		render_tsv(t, &printer);
		check_separated(t, sink_bytes(&len), '\t');
		break;
	case 1:
		render_csv(t, &printer);
		check_separated(t, sink_bytes(&len), ',');
		break;
	case 2:
		render_json(t, &printer);
		printed = skip_blanks(skip_value(sink_bytes(&len)));
		demand(*printed == '\0', "there is one value");
		break;
	case 3:
		render_markdown(t, &printer);
		check_markdown(t, sink_bytes(&len));
		break;
	default:
		render_text(t, &printer);
		printed = sink_bytes(&len);
		check_terminal(printed);
		break;
	}
	demand(strlen(sink_bytes(&len)) == len, "there is no NUL byte");
	hostile_table_release();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 0)
		demand(attempt(run, data, size), "no name is an error");
	return 0;
}
