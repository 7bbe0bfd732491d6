/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * V8 marks how a function was compiled with "~", "^", "+" or "*" before its
 * name.  The mark is left out, so that costs of one function are together.
 * Functions and files may have blanks in their names.
 */
#include <string.h>

#include "compiled_name.h"

static const char *
after(const char *p, const char *end, const char *prefix)
{
	size_t len = strlen(prefix);

	return (size_t)(end - p) >= len && memcmp(p, prefix, len) == 0 ? p + len
								       : NULL;
}

/* --- V8 ------------------------------------------------------------------- */

/* Returns the text after the kind of a JavaScript function, or NULL. */
static const char *
after_kind(const char *p, const char *end)
{
	static const char *const kinds[] = {
	    "JS:", "LazyCompile:", "Function:", "Eval:", "Script:"};
	const char *rest = NULL;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds) && rest == NULL;
	     i++)
		rest = after(p, end, kinds[i]);
	while (rest != NULL && rest < end && *rest != '\0' &&
	       strchr("~^+*'", *rest) != NULL)
		rest++;
	return rest;
}

/* Takes ":NUMBER" off the end of a text.  False if there is none, or one of more
 * than nine digits. */
static bool
take_number(const char *text, const char **end, uint32_t *number)
{
	const char *p = *end;

	while (p > text && p[-1] >= '0' && p[-1] <= '9')
		p--;
	if (p == *end || *end - p > 9 || p == text || p[-1] != ':')
		return false;
	*number = 0;
	for (const char *digit = p; digit < *end; digit++)
		*number = *number * 10 + (uint32_t)(*digit - '0');
	*end = p - 1;
	return true;
}

/* True if a path or a URL is at p. */
static bool
is_location(const char *p, const char *end)
{
	if (p < end && *p == '/')
		return true;
	while (p < end && *p >= 'a' && *p <= 'z')
		p++;
	return p < end && *p == ':';
}

/* Returns the blank between function and file, or NULL. */
static const char *
find_blank(const char *p, const char *end)
{
	const char *first = memchr(p, ' ', (size_t)(end - p));

	for (const char *blank = first; blank != NULL;
	     blank = memchr(blank + 1, ' ', (size_t)(end - blank - 1)))
		if (is_location(blank + 1, end))
			return blank;
	return first;
}

static bool
split_v8(struct compiled_name *split, const char *name, const char *end)
{
	const char *function = after_kind(name, end), *blank;
	struct compiled_name found = {.function = function, .is_v8 = true};

	if (function == NULL || !take_number(function, &end, &found.line))
		return false;
	found.column = found.line;
	if (!take_number(function, &end, &found.line))
		found.column = 0;
	blank = find_blank(function, end);
	if (blank == NULL)
		return false;
	found.file = blank + 1;
	found.nfile = (size_t)(end - found.file);
	found.nfunction = (size_t)(blank - function);
	*split = found;
	return true;
}

/* --- Python --------------------------------------------------------------- */

static bool
split_python(struct compiled_name *split, const char *name, const char *end)
{
	const char *function = after(name, end, "py::"), *colon;

	if (function == NULL)
		return false;
	colon = memchr(function, ':', (size_t)(end - function));
	if (colon == NULL || colon == function || colon + 1 == end)
		return false;
	*split = (struct compiled_name){
	    .function = function,
	    .nfunction = (size_t)(colon - function),
	    .file = colon + 1,
	    .nfile = (size_t)(end - colon - 1),
	};
	return true;
}

void
compiled_name_split(struct compiled_name *split, const char *name, size_t len)
{
	if (split_v8(split, name, name + len) ||
	    split_python(split, name, name + len))
		return;
	*split = (struct compiled_name){.function = name, .nfunction = len};
}
