/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A message is one line on standard error that begins with the tool's name.
 * Control bytes in arguments and names that it quotes are escaped.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cgfmt.h"
#include "cli.h"

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

/* Prints the last message: no status line may follow it. */
static void
print_last(const char *format, va_list arguments, const char *end)
{
	cli_status_end();
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
