/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Error texts.  The first error wins: what fails afterwards is mostly a
 * consequence.  Texts are one clean line, whatever names and input they quote.
 */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "error.h"

void
error_clear(struct cg_error *error)
{
	error->text[0] = '\0';
}

int
error_set(struct cg_error *error, const char *format, ...)
{
	va_list arguments;

	if (error->text[0] != '\0')
		return -1;
	va_start(arguments, format);
	cg_message(error->text, sizeof(error->text), format, arguments);
	va_end(arguments);
	return -1;
}

int
error_system(struct cg_error *error, const char *name)
{
	return error_set(error, "%s: %s", name, strerror(errno));
}

int
error_memory(struct cg_error *error)
{
	return error_set(error, "out of memory");
}
