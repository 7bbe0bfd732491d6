/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A message is one line on standard error that begins with the tool's name.
 * Control bytes in arguments and names that it quotes are escaped.  A status
 * line is drawn on a terminal, and removed before a message.  A thread may draw
 * it while others print messages, so a lock protects it.
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cgfmt.h"
#include "cli.h"

/* --- the status line ------------------------------------------------------ */

static struct {
	pthread_mutex_t lock;
	bool is_drawn;
	bool has_ended;
} line = {.lock = PTHREAD_MUTEX_INITIALIZER};

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
	pthread_mutex_lock(&line.lock);
	if (!line.has_ended)
		dprintf(STDERR_FILENO, "\r\033[K%s", text);
	line.is_drawn = !line.has_ended;
	pthread_mutex_unlock(&line.lock);
}

static void
clear(bool ends)
{
	pthread_mutex_lock(&line.lock);
	if (line.is_drawn)
		dprintf(STDERR_FILENO, "\r\033[K");
	line.is_drawn = false;
	line.has_ended |= ends;
	pthread_mutex_unlock(&line.lock);
}

void
cli_status_clear(void)
{
	clear(false);
}

void
cli_status_end(void)
{
	clear(true);
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
