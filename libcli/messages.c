/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A message is one line on standard error that begins with the tool's name.
 * Control bytes in arguments and names that it quotes are escaped.  A message
 * replaces the status line, if one is drawn.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cgfmt.h"
#include "cli.h"

/* --- the status line ------------------------------------------------------ */

static bool is_drawn;

bool
cli_has_status_line(void)
{
	return isatty(STDERR_FILENO) && cli_has_escapes();
}

void
cli_status_draw(const char *format, ...)
{
	char text[256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	/* of a line that goes on in the next one, a part would remain */
	dprintf(STDERR_FILENO, "\r\033[K%.*s", (int)cli_status_width(), text);
	is_drawn = true;
}

void
cli_status_clear(void)
{
	if (!is_drawn)
		return;
	dprintf(STDERR_FILENO, "\r\033[K");
	is_drawn = false;
}

void
cli_status_forget(void)
{
	is_drawn = false;
}

/* --- messages ------------------------------------------------------------- */

static void
print(const char *format, va_list arguments, const char *end)
{
	char text[1024];

	cg_message(text, sizeof(text), format, arguments);
	cli_status_clear();
	fprintf(stderr, "%s: %s%s\n", cli_program.name, text, end);
}

void
cli_warn(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print(format, arguments, "");
	va_end(arguments);
}

/*
 * Prints the message of a thread that is about to end the tool.  If two threads
 * fail, only the first one says why: standard error stays locked, so that the other
 * one waits here.
 */
static void
print_last(const char *format, va_list arguments, const char *end)
{
	flockfile(stderr);
	print(format, arguments, end);
}

void
cli_die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_last(format, arguments, "");
	va_end(arguments);
	exit(cli_program.failure);
}

void
cli_die_of_input(bool is_missing, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_last(format, arguments, "");
	va_end(arguments);
	exit(is_missing ? CLI_MISSING : cli_program.failure);
}

void
cli_usage(const char *format, ...)
{
	char hint[64];
	va_list arguments;

	snprintf(hint, sizeof(hint), " (see %s --help)", cli_program.name);
	va_start(arguments, format);
	print_last(format, arguments, hint);
	va_end(arguments);
	exit(cli_program.failure);
}

void
cli_moved(const char *option, const char *command)
{
	cli_die("%s has moved: use %s", option, command);
}
