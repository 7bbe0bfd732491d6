/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a message with any bytes as arguments, to a buffer of any size.  The
 * message is one printable line that fits, and keeps its end.  An escaped name
 * has no control bytes, and is escaped only once.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "target.h"

static void
write_message(char *to, size_t size, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	cg_message(to, size, format, arguments);
	va_end(arguments);
}

static void
check_message(const char *a, const char *b, size_t size, unsigned int form)
{
	static const char end[] = ": the end";
	char *to = malloc(size);
	size_t len;

	demand(to != NULL, "there is memory");
	switch (form % 4) {
	case 0:
		write_message(to, size, "%s:%d: found %s: the end", a, 7, b);
		break;
	case 1:
		write_message(to, size, "%.*s%% of \"%s\": the end",
		    (int)strlen(a) / 2, a, b);
		break;
	case 2:
		write_message(to, size, "%s: the end", a);
		break;
	default:
		write_message(to, size, "--x: \"%s\": %s%s%zu: the end", a, b,
		    a, strlen(b));
		break;
	}
	len = strnlen(to, size);
	demand(len < size, "a message fits");
	demand(text_is_printable(to, len), "a message is one line");
	demand(size < 200 || (len >= strlen(end) &&
				 strcmp(to + len - strlen(end), end) == 0),
	    "a message keeps its end");
	free(to);
}

static void
check_escape(const char *bytes, size_t len, size_t size)
{
	size_t whole = cg_escape(NULL, 0, bytes, len), n;
	char *to = malloc(whole + 1), *part = malloc(size);

	demand(to != NULL && part != NULL, "there is memory");
	demand(cg_escape(to, whole + 1, bytes, len) == whole,
	    "an escaped name is as long as is said");
	demand(strlen(to) == whole, "an escaped name has no NUL byte");
	for (size_t i = 0; i < whole; i++)
		demand((unsigned char)to[i] >= 0x20 && to[i] != 0x7f,
		    "an escaped name has no control bytes");
	demand(cg_escape(NULL, 0, to, whole) == whole,
	    "an escaped name stays as it is");
	demand(cg_escape(part, size, bytes, len) == whole,
	    "the length does not depend on the buffer");
	n = strnlen(part, size);
	demand(n < size && memcmp(part, to, n) == 0,
	    "a part of an escaped name is its beginning");
	free(to);
	free(part);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text, *a, *b;

	if (size < 2)
		return 0;
	text = b = text_copy(data + 2, size - 2);
	a = text_take_line(&b);
	check_message(a, b != NULL ? b : "", 1 + 4 * (size_t)data[0], data[1]);
	check_escape((const char *)data, size, 1 + data[1] % 64);
	free(text);
	return 0;
}
