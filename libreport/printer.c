/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The report's way out.  On a terminal what is no UTF-8 is escaped, too: some
 * terminals take such bytes for control sequences.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "printer.h"

static void
put(struct printer *s, const char *bytes, size_t len)
{
	if (cg_output_write(s->output, bytes, len) < 0)
		cli_die("%s", s->error.text);
}

static bool
has_color(const struct printer *s, enum color color)
{
	const char *no_color = getenv("NO_COLOR");

	if (color != COLOR_AUTO)
		return color == COLOR_ALWAYS;
	return s->terminal && cli_has_escapes() &&
	       (no_color == NULL || *no_color == '\0');
}

static void
abandon(void *output)
{
	cg_output_abandon(output);
}

void
printer_open(
    struct printer *s, const struct cli_output *output, enum color color)
{
	*s = (struct printer){.output = NULL};
	s->output = cg_output_open(output->path, output->gzip_level, &s->error);
	if (s->output == NULL)
		cli_die("%s", s->error.text);
	s->terminal = cg_output_is_terminal(s->output);
	s->color = has_color(s, color);
	cli_unfinished(abandon, s->output);
}

static void
put_formatted(struct printer *s, const char *format, va_list arguments)
{
	char buffer[1024];
	int len = vsnprintf(buffer, sizeof(buffer), format, arguments);

	if (len < 0 || (size_t)len >= sizeof(buffer))
		cli_die("a line of the report is too long");
	put(s, buffer, (size_t)len);
}

void
printer_print(struct printer *s, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	put_formatted(s, format, arguments);
	va_end(arguments);
}

void
printer_pad(struct printer *s, size_t n)
{
	while (n-- > 0)
		put(s, " ", 1);
}

void
printer_paint(struct printer *s, enum paint paint, const char *format, ...)
{
	static const char *const codes[] = {
	    [PAINT_NONE] = "",
	    [PAINT_HEADING] = "\033[1m",
	    [PAINT_FAINT] = "\033[2m",
	    [PAINT_WARM] = "\033[33m",
	    [PAINT_HOT] = "\033[1;31m",
	};
	bool colored = s->color && paint != PAINT_NONE;
	va_list arguments;

	if (colored)
		printer_print(s, "%s", codes[paint]);
	va_start(arguments, format);
	put_formatted(s, format, arguments);
	va_end(arguments);
	if (colored)
		printer_print(s, "\033[0m");
}

/* --- foreign bytes -------------------------------------------------------- */

static size_t
passing_length(const char *p, const char *end)
{
	return *p == '\t' || *p == '\n' ? 1 : cg_printable_length(p, end);
}

void
printer_bytes(struct printer *s, const char *bytes, size_t len)
{
	const char *p = bytes, *end = bytes + len;

	if (!s->terminal) {
		put(s, bytes, len);
		return;
	}
	while (p < end) {
		const char *start = p;
		size_t n;

		while (p < end && (n = passing_length(p, end)) > 0)
			p += n;
		put(s, start, (size_t)(p - start));
		if (p < end)
			printer_paint(s, PAINT_FAINT, "\\x%02x",
			    (unsigned int)(unsigned char)*p++);
	}
}

void
printer_name(struct printer *s, const char *name)
{
	printer_bytes(s, name, strlen(name));
}

void
printer_replace(
    struct printer *s, const char *bytes, size_t len, char byte, const char *to)
{
	const char *end = bytes + len, *found;

	while ((found = memchr(bytes, byte, (size_t)(end - bytes))) != NULL) {
		printer_bytes(s, bytes, (size_t)(found - bytes));
		printer_print(s, "%s", to);
		bytes = found + 1;
	}
	printer_bytes(s, bytes, (size_t)(end - bytes));
}

void
printer_close(struct printer *s)
{
	cli_finished();
	if (cg_output_close(s->output) < 0)
		cli_die("%s", s->error.text);
}
