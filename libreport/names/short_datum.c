/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of data are made of other names, each of which is shortened as such. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "short_name.h"

/* Returns the function of who shares lines, or NULL. */
static const char *
function_of_partner(const char *name)
{
	const char *with = strstr(name, "with "), *in = NULL;

	if (with == NULL ||
	    (with != name && (with - name < 2 || with[-2] != ',')))
		return NULL;
	while ((with = strstr(with, " in ")) != NULL)
		in = with++;
	return in != NULL ? in + strlen(" in ") : NULL;
}

static size_t
short_partner(char *to, const char *name, const char *function, size_t width,
    const char *ellipsis)
{
	size_t len = (size_t)(function - name);
	size_t before = text_width(name, len), used;

	memcpy(to, name, len);
	used = before + short_function(to + len, function,
			    width > before ? width - before : 0, ellipsis);
	return used <= width ? used : short_text(to, name, width, ellipsis);
}

/* Shortens the function and the type of "function: type", if the function alone does not
 * make it fit. */
static size_t
short_typed(char *to, const char *function, const char *type, size_t width,
    const char *ellipsis)
{
	enum {
		COLON = 2,         /* bytes before the type */
		LEAST_FUNCTION = 6 /* "ma...n" */
	};
	char *own = cli_copy(function, strlen(function));
	char *short_one = cli_copy(type, strlen(type));
	size_t least = short_function(own, function, 0, ellipsis);
	size_t before = least + COLON;
	size_t used =
	    COLON + short_type(short_one + COLON, type + COLON,
			width > before ? width - before : 0, ellipsis);
	size_t room = width > used ? width - used : 0;

	if (least <= room) {
		short_function(to, function, room, ellipsis);
		strcat(to, short_one);
	} else if (room >= LEAST_FUNCTION) {
		short_text(to, own, room, ellipsis);
		strcat(to, short_one);
	} else {
		char *all = cli_format("%s%s", own, short_one);

		short_text(to, all, width, ellipsis);
		free(all);
	}
	free(own);
	free(short_one);
	return text_width(to, strlen(to));
}

/* Returns the kind of data that ends a name, " (static)", or the end of the name.  In
 * "main: (u64)" it is a type. */
static const char *
find_kind(const char *name)
{
	const char *end = name + strlen(name), *kind = strrchr(name, '(');

	return kind != NULL && kind > name + 2 && kind[-1] == ' ' &&
		       kind[-2] != ':' &&
		       strspn(kind + 1, "abcdefghijklmnopqrstuvwxyz-") + 2 ==
			   (size_t)(end - kind)
		   ? kind - 1
		   : end;
}

/* Shortens a variable, "ns::table (static)", or a part of a file, "libc.so.6:.bss": first
 * its kind is left out. */
static size_t
short_variable(char *to, const char *name, const char *kind, size_t width,
    const char *ellipsis)
{
	char *variable;
	size_t used;

	if (text_width(name, strlen(name)) <= width)
		return short_text(to, name, width, ellipsis);
	variable = cli_copy(name, (size_t)(kind - name));
	/* "vtable for A" and "libc.so.6:(unknown)" are no functions */
	used = strchr(variable, ' ') != NULL || strstr(variable, ":(") != NULL
		   ? short_text(to, variable, width, ellipsis)
		   : short_function(to, variable, width, ellipsis);
	free(variable);
	return used;
}

size_t
short_datum(char *to, const char *name, size_t width, const char *ellipsis)
{
	const char *type = NULL, *colon = name, *kind = find_kind(name);
	const char *partner = function_of_partner(name);
	size_t used, room;
	char *function;

	if (partner != NULL)
		return short_partner(to, name, partner, width, ellipsis);
	if (*kind != '\0')
		return short_variable(to, name, kind, width, ellipsis);
	while ((colon = strstr(colon, ": ")) != NULL)
		type = colon++;
	if (type == NULL)
		return short_function(to, name, width, ellipsis);
	room = text_width(type, strlen(type));
	room = width > room ? width - room : 0;
	function = cli_copy(name, (size_t)(type - name));
	used = short_function(to, function, room, ellipsis);
	if (used <= room)
		strcat(to, type);
	else
		short_typed(to, function, type, width, ellipsis);
	free(function);
	return text_width(to, strlen(to));
}
