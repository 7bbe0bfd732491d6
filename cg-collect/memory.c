/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory, without which there is no going on. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect.h"

void *
allocate(size_t n, size_t size)
{
	void *memory = calloc(n, size);

	if (memory == NULL)
		cli_die("out of memory");
	return memory;
}

char *
format_text(const char *format, ...)
{
	va_list arguments;
	char *text;
	int len;

	va_start(arguments, format);
	len = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	if (len < 0)
		cli_die("out of memory");
	text = allocate((size_t)len + 1, 1);
	va_start(arguments, format);
	vsnprintf(text, (size_t)len + 1, format, arguments);
	va_end(arguments);
	return text;
}
