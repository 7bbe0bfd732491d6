/* SPDX-License-Identifier: BSD-2-Clause */
/* Shortens names in steps.  Each is one pass, so that a name of any length takes little
 * time. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/file_code.h"
#include "libquery/name_parts.h"
#include "libquery/windows_path.h"

#include "short_name.h"

/* Replaces the bytes from `start` to `end` of a text by a text that is not
 * longer. */
static void
replace(char *text, const char *start, const char *end, const char *with)
{
	size_t len = strlen(with);
	char *to = text + (start - text);

	memcpy(to, with, len);
	memmove(to + len, end, strlen(end) + 1);
}

/* Leaves the brackets of a group, and an ellipsis if that is shorter. */
static void
empty_group(char *text, const char *start, const char *end, const char *with)
{
	if ((size_t)(end - start) > strlen(with) + 2)
		replace(text, start + 1, end - 1, with);
}

/* Returns the end of a bracketed group, an operator, or one character. */
static const char *
part_end(const char *text, const char *p, const struct name_parts *parts)
{
	const char *symbol = name_operator_end(text, p, parts->end);
	size_t width;

	if (symbol != NULL)
		return symbol;
	if (name_closer(*p) != '\0')
		return name_group_end(p, parts->end);
	return p +
	       (text_is_ascii(*p) ? 1 : text_character(p, parts->end, &width));
}

/* Moves a text towards the start of the buffer.  Returns its end. */
static char *
move(char *to, const char *text, size_t len)
{
	memmove(to, text, len);
	return to + len;
}

/* Returns the end of the bracketed group or of the byte at p. */
static const char *
group_or_byte_end(const char *p, const char *end)
{
	const char *next =
	    name_closer(*p) != '\0' ? name_group_end(p, end) : NULL;

	return next != NULL ? next : p + 1;
}

/* Moves the last component of a path of names, without its template arguments. */
static char *
move_component(char *to, const char *p, const char *end)
{
	const char *component = p, *component_end = end;

	while (p < end) {
		const char *next = group_or_byte_end(p, end);

		if (*p == '<' && next > p + 1) {
			component_end = p;
		} else if (strncmp(p, "::", 2) == 0) {
			component = p + 2;
			component_end = end;
		}
		p = next;
	}
	return move(to, component, (size_t)(component_end - component));
}

/* Returns the " as " of "<Type as Trait>", or NULL. */
static const char *
find_as(const char *group, const char *end)
{
	static const char as[] = " as ";

	for (const char *p = group + 1; p < end; p = group_or_byte_end(p, end))
		if (strncmp(p, as, strlen(as)) == 0)
			return p;
	return NULL;
}

/* Moves a text without the groups in parentheses. */
static char *
move_bare(char *to, const char *p, const char *end)
{
	while (p < end) {
		const char *next = *p == '(' ? name_group_end(p, end) : NULL;

		if (next != NULL)
			p = next;
		else
			*to++ = *p++;
	}
	return to;
}

/* What is left of template arguments: what tells functions apart, also without
 * the parameters of a lambda, or an ellipsis. */
enum arguments { TELLING, BARE, EMPTY };

/* True if a group is a type and not a list: "<Type>::name" and "<impl Type>" of Rust, or
 * the only template argument of the function itself. */
static bool
is_type(const char *text, const struct name_parts *parts, const char *group,
    const char *end)
{
	if (group == text || strncmp(group, "<impl ", 6) == 0)
		return true;
	for (const char *p = group + 1; p < end; p = group_or_byte_end(p, end))
		if (*p == ',')
			return false;
	return end == parts->own_end;
}

/* Moves a type in brackets, without the scopes around it and its arguments. */
static char *
move_type(char *to, const char *group, const char *end)
{
	const char *type = group + (strncmp(group, "<impl ", 6) == 0 ? 6 : 1);

	*to++ = '<';
	to = move_component(to, type, end - 1);
	*to++ = '>';
	return to;
}

/*
 * Moves a group of template arguments, shortened to what tells functions apart: the
 * names of a type and its trait, or the last lambda.  Returns its end, or NULL if there
 * is no such thing.
 */
static char *
move_telling(char *to, const char *group, const char *end, const char *ellipsis,
    enum arguments left)
{
	size_t len = strlen(ellipsis);
	const char *as = find_as(group, end), *lambda, *lambda_end;

	if (as != NULL) {
		*to++ = '<';
		to = move_component(to, group + 1, as);
		to = move(to, as, 4);
		to = move_component(to, as + 4, end - 1);
		*to++ = '>';
		return to;
	}
	lambda = name_lambda(group, end, &lambda_end);
	if (lambda == NULL)
		return NULL;
	*to++ = '<';
	if (left == BARE) {
		to = move_bare(to, lambda, lambda_end);
	} else {
		if ((size_t)(lambda - group - 1) >= len)
			to = move(to, ellipsis, len);
		to = move(to, lambda, (size_t)(lambda_end - lambda));
	}
	*to++ = '>';
	return to;
}

/* Empties the brackets of template arguments, except in parameters. */
static void
empty_templates(char *text, const struct name_parts *parts,
    const char *ellipsis, enum arguments left)
{
	size_t len = strlen(ellipsis);
	const char *p = parts->templates;
	char *to = text + (p - text);

	while (p < parts->own_end) {
		const char *next = part_end(text, p, parts);
		size_t n = (size_t)(next - p);
		char *told = *p == '<' && left != EMPTY
				 ? move_telling(to, p, next, ellipsis, left)
				 : NULL;

		if (told != NULL) {
			to = told;
		} else if (*p == '<' && left != EMPTY &&
			   is_type(text, parts, p, next)) {
			to = move_type(to, p, next);
		} else if (*p == '<' && n > len + 2) {
			*to++ = '<';
			memcpy(to, ellipsis, len);
			to += len;
			*to++ = '>';
		} else {
			memmove(to, p, n);
			to += n;
		}
		p = next;
	}
	memmove(to, p, strlen(p) + 1);
}

/* Empties the parameters of lambdas: "{lambda(...)#1}". */
static void
empty_lambdas(char *text, const char *ellipsis)
{
	static const char lambda[] = "{lambda(";
	char *p = text;

	while ((p = strstr(p, lambda)) != NULL) {
		const char *end;

		p += strlen(lambda) - 1;
		end = name_group_end(p, text + strlen(text));
		if (end != NULL)
			empty_group(text, p, end, ellipsis);
	}
}

/* Drops the suffix after the parameters, except the level of recursion: a
 * function and its recursive calls are different functions. */
static void
drop_suffix(char *text, const struct name_parts *parts)
{
	replace(text, parts->level_end, parts->end, "");
	replace(text, parts->after, parts->level, "");
}

/* Drops as few scopes as necessary.  The ellipsis and "::" precede the rest, unless a
 * scope fits in their place. */
static void
drop_scopes(char *text, const struct name_parts *parts, size_t width,
    const char *ellipsis)
{
	size_t len = strlen(ellipsis), dots = text_width(ellipsis, len);
	size_t rest = text_width(text, strlen(text)) + dots;
	const char *p = text;

	while (p < parts->own) {
		const char *next = part_end(text, p, parts);

		if ((size_t)(p - text) >= len && strncmp(p, "::", 2) == 0 &&
		    rest <= width) {
			replace(text, text, p, ellipsis);
			return;
		}
		if (strncmp(p, "::", 2) == 0 && rest <= width + dots + 2) {
			replace(text, text, p + 2, "");
			return;
		}
		rest -= text_width(p, (size_t)(next - p));
		p = next;
	}
	replace(text, text, parts->own, "");
}

/* Leaves "<>" of the arguments in the innermost scope if that does not fit otherwise. */
static void
empty_innermost(char *text, const struct name_parts *parts, size_t width,
    const char *ellipsis)
{
	size_t len = strlen(ellipsis);
	const char *innermost = text, *closing, *group;

	for (const char *p = text; p < parts->own; p = part_end(text, p, parts))
		if (strncmp(p, "::", 2) == 0 && p + 2 < parts->own)
			innermost = p + 2;
	if ((size_t)(parts->own - innermost) <= len + strlen("<>::") ||
	    text_width(innermost, strlen(innermost)) <= width)
		return;
	closing = parts->own - strlen(">::");
	group = closing - len;
	if (group[-1] == '<' && strncmp(group, ellipsis, len) == 0 &&
	    strncmp(closing, ">::", strlen(">::")) == 0)
		replace(text, group, closing, "");
}

size_t
short_text(char *to, const char *text, size_t width, const char *ellipsis)
{
	size_t len = strlen(text),
	       dots = text_width(ellipsis, strlen(ellipsis));
	size_t head, rest;
	const char *tail;

	memcpy(to, text, len + 1);
	if (text_width(text, len) <= width)
		return text_width(text, len);
	rest = width > dots ? width - dots : 0;
	head = text_fit(text, len, rest - rest / 2);
	tail = text_tail(text, rest / 2);
	if ((size_t)(tail - text) - head >= strlen(ellipsis))
		replace(to, to + head, to + (tail - text), ellipsis);
	return text_width(to, strlen(to));
}

/* Takes the middle out of the file in "<module> (shop.py)", or drops it with its parentheses if
 * little would be left of it.  In "json/__init__.py", the start tells more than the end. */
static size_t
short_label(char *to, const char *label, const char *file, size_t width,
    const char *ellipsis)
{
	enum { LEAST_FILE = 6 };
	size_t len = (size_t)(file - label), used = text_width(label, len);
	char *name;

	memcpy(to, label, len);
	if (used + LEAST_FILE + 1 > width) {
		to[len - 2] = '\0';
		return used - 2;
	}
	name = cli_copy(file, strlen(file) - 1);
	used += short_text(to + len, name, width - used - 1, ellipsis) + 1;
	strcat(to, ")");
	free(name);
	return used;
}

/* Returns the own name of a function in a function of Python, "total.<locals>.<genexpr>", and sets
 * the end of the outer one's; NULL: it is no such function. */
static const char *
inner_name(const char *name, const char **outer_end)
{
	static const char between[] = ".<locals>.";
	const char *inner = NULL, *p = name;

	*outer_end = strstr(name, between);
	while ((p = strstr(p, between)) != NULL)
		inner = p += strlen(between);
	return inner;
}

/* Leaves as much of the outer function as there is room for: "tot...<genexpr>". */
static size_t
short_inner(char *to, const char *name, const char *outer_end,
    const char *inner, size_t width, const char *ellipsis)
{
	size_t dots = strlen(ellipsis), used = text_width(inner, strlen(inner));
	size_t len;

	used += text_width(ellipsis, dots);
	len = text_fit(
	    name, (size_t)(outer_end - name), width > used ? width - used : 0);
	if (len == 0)
		dots = 0;
	memcpy(to, name, len);
	memcpy(to + len, ellipsis, dots);
	strcpy(to + len + dots, inner);
	return text_width(to, strlen(to));
}

size_t
short_function(char *to, const char *name, size_t width, const char *ellipsis)
{
	const char *file = file_code_file(name), *inner, *outer_end;
	struct name_parts parts;

	memcpy(to, name, strlen(name) + 1);
	if (file != NULL && text_width(to, strlen(to)) > width)
		return short_label(to, name, file, width, ellipsis);
	inner = inner_name(name, &outer_end);
	if (inner != NULL && text_width(to, strlen(to)) > width)
		return short_inner(to, name, outer_end, inner, width, ellipsis);
	for (int step = 0; text_width(to, strlen(to)) > width; step++) {
		if (!name_parts_find(to, &parts))
			return short_text(to, name, width, ellipsis);
		if (step == 0 && parts.templates != NULL)
			empty_templates(to, &parts, ellipsis, TELLING);
		else if (step == 1 && parts.own_end < parts.after)
			empty_group(to, parts.own_end, parts.after, ellipsis);
		else if (step == 2)
			drop_suffix(to, &parts);
		else if (step == 3)
			replace(to, to, parts.scopes, "");
		else if (step == 4)
			empty_lambdas(to, ellipsis);
		else if (step == 5 && parts.lambda != NULL)
			drop_scopes(to, &parts, width, ellipsis);
		else if (step == 6 && parts.lambda != NULL)
			replace(to, parts.own_end, parts.after, "");
		else if (step == 7 && parts.lambda != NULL)
			empty_templates(to, &parts, ellipsis, BARE);
		else if (step == 8 && parts.templates != NULL)
			empty_templates(to, &parts, ellipsis, EMPTY);
		else if (step == 9)
			replace(to, parts.own_end, parts.after, "");
		else if (step == 10)
			empty_innermost(to, &parts, width, ellipsis);
		else if (step == 11)
			drop_scopes(to, &parts, width, ellipsis);
		else if (step > 11)
			break;
	}
	return text_width(to, strlen(to));
}

size_t
short_path(char *to, const char *path, size_t width, const char *ellipsis)
{
	size_t len = strlen(path),
	       dots = text_width(ellipsis, strlen(ellipsis));
	const char *tail, *slash;

	memcpy(to, path, len + 1);
	if (text_width(path, len) <= width)
		return text_width(path, len);
	if (*path == '<')
		return short_text(to, path, width, ellipsis);
	if (*path == '[' && path[1] != '[' && width > 0)
		return 1 + short_path(to + 1, path + 1, width - 1, ellipsis);
	tail = text_tail(path, width > dots ? width - dots : 0);
	slash = strpbrk(tail, path_separators(path));
	if (slash != NULL && slash[1] != '\0')
		tail = slash;
	if ((size_t)(tail - path) >= strlen(ellipsis))
		replace(to, to, to + (tail - path), ellipsis);
	return text_width(to, strlen(to));
}

size_t
short_type(char *to, const char *type, size_t width, const char *ellipsis)
{
	struct name_parts parts;

	memcpy(to, type, strlen(type) + 1);
	if (text_width(to, strlen(to)) > width && name_parts_find(to, &parts) &&
	    parts.templates != NULL)
		empty_templates(to, &parts, ellipsis, EMPTY);
	if (text_width(to, strlen(to)) > width && name_parts_find(to, &parts) &&
	    parts.scopes == to)
		drop_scopes(to, &parts, width, ellipsis);
	if (text_width(to, strlen(to)) > width && name_parts_find(to, &parts) &&
	    parts.templates != NULL && parts.templates > to &&
	    name_group_end(parts.templates, parts.end) == parts.end)
		replace(to, parts.templates, parts.end, "");
	return text_width(to, strlen(to));
}
