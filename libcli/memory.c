/* SPDX-License-Identifier: BSD-2-Clause */
/* Allocation that exits on failure. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static void *
demand(void *memory)
{
	if (memory == NULL)
		cli_die("out of memory");
	return memory;
}

void *
cli_alloc(size_t n, size_t size)
{
	/* calloc may return NULL for 0 bytes */
	return demand(calloc(n > 0 ? n : 1, size));
}

void *
cli_resize(void *array, size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes))
		cli_die("out of memory");
	return demand(realloc(array, bytes));
}

void *
cli_grow(void *array, size_t n, size_t size)
{
	enum { FIRST = 16 };

	/* the array is full whenever n is a power of two */
	if (n != 0 && (n < FIRST || (n & (n - 1)) != 0))
		return array;
	return cli_resize(array, n == 0 ? FIRST : 2 * n, size);
}

char *
cli_copy(const char *text, size_t len)
{
	char *copy = cli_alloc(len + 1, 1);

	memcpy(copy, text, len);
	return copy;
}

/* Writes the formatted text after the first len bytes of the text, which may move. */
static char *
format_after(char *text, size_t len, const char *format, va_list arguments)
{
	va_list again;
	int more;

	va_copy(again, arguments);
	more = vsnprintf(NULL, 0, format, arguments);
	if (more < 0)
		cli_die("out of memory");
	text = cli_resize(text, len + (size_t)more + 1, 1);
	vsnprintf(text + len, (size_t)more + 1, format, again);
	va_end(again);
	return text;
}

char *
cli_format(const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = format_after(NULL, 0, format, arguments);
	va_end(arguments);
	return text;
}

void
cli_append(char **text, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	*text = format_after(
	    *text, *text != NULL ? strlen(*text) : 0, format, arguments);
	va_end(arguments);
}
