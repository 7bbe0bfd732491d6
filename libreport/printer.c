/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints reports.  On a terminal, bytes that are not UTF-8 are escaped like
 * control characters, because some terminals take them for control sequences.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
#include "pager.h"
#include "printer.h"
#include "names/short_name.h"

static void
put(struct printer *p, const char *bytes, size_t len)
{
	if (cg_output_write(p->output, bytes, len) < 0 && !p->best_effort)
		cli_die("%s", p->error.text);
}

static bool
has_color(const struct printer *p, enum color color)
{
	const char *no_color = getenv("NO_COLOR");

	if (color != COLOR_AUTO)
		return color == COLOR_ALWAYS;
	return p->terminal && cli_has_escapes() &&
	       (no_color == NULL || *no_color == '\0');
}

static void
abandon(void *output)
{
	cg_output_abandon(output);
}

void
printer_open(
    struct printer *p, const struct cli_output *output, enum color color)
{
	*p = (struct printer){.pager = -1};
	p->output = cg_output_open(output->path, output->gzip_level, &p->error);
	if (p->output == NULL)
		cli_die("%s", p->error.text);
	p->terminal = cg_output_is_terminal(p->output);
	p->color = has_color(p, color);
	cli_unfinished(abandon, p->output);
}

static void
abandon_paged(void *printer)
{
	struct printer *p = printer;

	cg_output_abandon(p->output);
	pager_wait(p->pager);
}

void
printer_open_paged(
    struct printer *p, const struct cli_output *output, enum color color)
{
	int input;
	pid_t pager = -1;

	if (!output->is_given && output->gzip_level <= 0)
		pager = pager_start(&input);
	if (pager < 0) {
		printer_open(p, output, color);
		return;
	}
	*p = (struct printer){.terminal = true, .pager = pager};
	p->output = cg_output_open_fd(input, "(stdout)", &p->error);
	if (p->output == NULL)
		cli_die("%s", p->error.text);
	p->color = has_color(p, color);
	cli_unfinished(abandon_paged, p);
}

void
printer_open_stderr(struct printer *p)
{
	*p = (struct printer){.best_effort = true, .pager = -1};
	p->output =
	    cg_output_open_fd(dup(STDERR_FILENO), "(stderr)", &p->error);
	if (p->output == NULL)
		cli_die("%s", p->error.text);
}

static void
put_formatted(struct printer *p, const char *format, va_list arguments)
{
	char buffer[1024];
	int len = vsnprintf(buffer, sizeof(buffer), format, arguments);

	if (len < 0 || (size_t)len >= sizeof(buffer))
		cli_die("a line of the report is too long");
	put(p, buffer, (size_t)len);
}

void
printer_print(struct printer *p, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	put_formatted(p, format, arguments);
	va_end(arguments);
}

void
printer_pad(struct printer *p, size_t n)
{
	while (n-- > 0)
		put(p, " ", 1);
}

enum paint
count_paint(__int128 count, __int128 total)
{
	enum { HOT = 10, WARM = 1 }; /* percent of the total */
	unsigned __int128 hundredfold = 100 * size_of_count(count);
	unsigned __int128 all = size_of_count(total);

	if (all > 0 && hundredfold >= HOT * all)
		return PAINT_HOT;
	return all > 0 && hundredfold >= WARM * all ? PAINT_WARM : PAINT_NONE;
}

void
printer_paint(struct printer *p, enum paint paint, const char *format, ...)
{
	static const char *const codes[] = {
	    [PAINT_NONE] = "",
	    [PAINT_HEADING] = "\033[1m",
	    [PAINT_FAINT] = "\033[2m",
	    [PAINT_WARM] = "\033[33m",
	    [PAINT_HOT] = "\033[1;31m",
	};
	bool colored = p->color && paint != PAINT_NONE;
	va_list arguments;

	if (colored)
		printer_print(p, "%s", codes[paint]);
	va_start(arguments, format);
	put_formatted(p, format, arguments);
	va_end(arguments);
	if (colored)
		printer_print(p, "\033[0m");
}

/* --- bytes of profiles and sources ---------------------------------------- */

static size_t
passing_length(const char *p, const char *end)
{
	return *p == '\t' || *p == '\n' ? 1 : cg_printable_length(p, end);
}

void
printer_bytes(struct printer *p, const char *bytes, size_t len)
{
	const char *end = bytes + len;

	if (!p->terminal) {
		put(p, bytes, len);
		return;
	}
	while (bytes < end) {
		const char *start = bytes;
		size_t n;

		while (bytes < end && (n = passing_length(bytes, end)) > 0)
			bytes += n;
		put(p, start, (size_t)(bytes - start));
		if (bytes < end)
			printer_paint(p, PAINT_FAINT, "\\x%02x",
			    (unsigned int)(unsigned char)*bytes++);
	}
}

void
printer_text(struct printer *p, const char *text)
{
	printer_bytes(p, text, strlen(text));
}

void
printer_name(struct printer *p, const char *name)
{
	size_t head;
	const char *tail = name_tail(name, &head);

	printer_bytes(p, name, head);
	if (tail == NULL)
		return;
	printer_print(p, "...");
	printer_text(p, tail);
}

void
printer_replace(
    struct printer *p, const char *bytes, size_t len, char byte, const char *to)
{
	const char *end = bytes + len, *found;

	while ((found = memchr(bytes, byte, (size_t)(end - bytes))) != NULL) {
		printer_bytes(p, bytes, (size_t)(found - bytes));
		printer_print(p, "%s", to);
		bytes = found + 1;
	}
	printer_bytes(p, bytes, (size_t)(end - bytes));
}

void
printer_close(struct printer *p)
{
	if (!p->best_effort)
		cli_finished();
	if (cg_output_close(p->output) < 0 && !p->best_effort)
		cli_die("%s", p->error.text);
	if (p->pager >= 0)
		pager_wait(p->pager);
	short_names_release(&p->names);
}
