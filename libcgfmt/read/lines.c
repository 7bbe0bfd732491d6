/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cuts bytes into lines without copying any: a line is a pointer into the
 * buffer, which grows to hold the longest line.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "read/lines.h"

/* Fuzz targets set a smaller size, so that small inputs fill the buffer. */
#ifndef LINES_SIZE
#define LINES_SIZE (1 << 17)
#endif

enum { MAX_LINE = 1 << 26 };

int
lines_init(struct lines *l, struct bytes *bytes, struct cg_error *error)
{
	*l = (struct lines){.bytes = bytes, .error = error, .size = LINES_SIZE};
	l->buffer = calloc(l->size + NUMBERS_SLACK, 1);
	return l->buffer != NULL ? 0 : error_memory(error);
}

/* makes room after `end`: moves the rest to the front, or grows the buffer */
static int
make_room(struct lines *l)
{
	char *larger;

	if (l->begin > 0) {
		memmove(l->buffer, l->buffer + l->begin, l->end - l->begin);
		l->end -= l->begin;
		l->begin = 0;
	}
	if (l->end < l->size / 2)
		return 0;
	larger = realloc(l->buffer, l->size * 2 + NUMBERS_SLACK);
	if (larger == NULL)
		return error_memory(l->error);
	l->buffer = larger;
	l->size *= 2;
	return 0;
}

static int
refill(struct lines *l)
{
	ssize_t n;

	if (make_room(l) < 0)
		return -1;
	n = bytes_read(l->bytes, l->buffer + l->end, l->size - l->end);
	if (n < 0)
		return -1;
	l->at_eof = n == 0;
	l->end += (size_t)n;
	memset(l->buffer + l->end, 0, NUMBERS_SLACK);
	return 0;
}

ssize_t
lines_start(struct lines *l, const char **start)
{
	if (l->begin == l->end && refill(l) < 0)
		return -1;
	*start = l->buffer + l->begin;
	return (ssize_t)(l->end - l->begin);
}

/* finds the newline of the first line; NULL: the input ends without one */
static int
find_newline(struct lines *l, char **newline)
{
	size_t length = 0;

	for (;;) {
		*newline = memchr(l->buffer + l->begin + length, '\n',
		    l->end - l->begin - length);
		length = *newline != NULL
			     ? (size_t)(*newline - l->buffer) - l->begin
			     : l->end - l->begin;
		if (length > MAX_LINE) {
			l->number++;
			return lines_error(l,
			    "expected a line of at most %d bytes, found more",
			    MAX_LINE);
		}
		if (*newline != NULL || l->at_eof)
			return 0;
		if (refill(l) < 0)
			return -1;
	}
}

int
lines_next(struct lines *l, const char **line, const char **end)
{
	char *newline;

	if (find_newline(l, &newline) < 0)
		return -1;
	if (newline == NULL && l->begin == l->end)
		return 0;
	*line = l->buffer + l->begin;
	*end = newline != NULL ? newline : l->buffer + l->end;
	l->begin = (size_t)(*end - l->buffer) + (newline != NULL);
	l->is_cut = newline == NULL;
	l->number++;
	if (*end > *line && (*end)[-1] == '\r')
		(*end)--;
	return 1;
}

int
lines_error(const struct lines *l, const char *format, ...)
{
	char text[sizeof(l->error->text)];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return error_damage(l->error, "%s:%llu: %s", bytes_name(l->bytes),
	    (unsigned long long)l->number, text);
}

int
lines_overflow(const struct lines *l, const char *what)
{
	return error_set(l->error, "%s:%llu: %s does not fit in 64 bits",
	    bytes_name(l->bytes), (unsigned long long)l->number, what);
}

void
lines_release(struct lines *l)
{
	bytes_close(l->bytes);
	free(l->buffer);
}
