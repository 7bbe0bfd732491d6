/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes error texts.  The first error wins, because later ones are mostly its
 * consequences.  A text is one clean line, also if it quotes names and input.
 */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "error.h"

void
error_clear(struct cg_error *error)
{
	error->text[0] = '\0';
	error->is_damage = false;
	error->is_missing = false;
}

static void
set(struct cg_error *error, bool is_damage, const char *format,
    va_list arguments)
{
	if (error->text[0] != '\0')
		return;
	cg_message(error->text, sizeof(error->text), format, arguments);
	error->is_damage = is_damage;
}

int
error_set(struct cg_error *error, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	set(error, false, format, arguments);
	va_end(arguments);
	return -1;
}

int
error_damage(struct cg_error *error, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	set(error, true, format, arguments);
	va_end(arguments);
	return -1;
}

int
error_pass(struct cg_error *error, const struct cg_error *from)
{
	if (error->text[0] == '\0')
		*error = *from;
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
