/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The last line of a terminal, which shows how far the work is.  A thread may
 * draw it while others print messages, so a lock protects it.
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "cli.h"

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
