/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shortens names of any language: looks only at brackets, "::" and blanks
 * outside brackets.  Each step is one pass, so that a name of any length takes
 * little time.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "short_name.h"

/* --- widths --------------------------------------------------------------- */

enum { ESCAPED_WIDTH = 4 /* "\xHH" */ };

/* Returns the length of the character at p, and sets its width. */
static size_t
measure(const char *p, const char *end, size_t *width)
{
	size_t len = cg_printable_length(p, end);

	*width = len > 0 ? 1 : ESCAPED_WIDTH;
	return len > 0 ? len : 1;
}

/* True for a byte of a character after its first one. */
static bool
is_continued(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* True for most characters: they are one byte, and printable. */
static bool
is_ascii(char c)
{
	return ' ' <= c && c <= '~';
}

size_t
text_width(const char *text, size_t len)
{
	const char *end = text + len;
	size_t sum = 0, width;

	for (; text < end; sum += width) {
		width = 1;
		if (is_ascii(*text))
			text++;
		else
			text += measure(text, end, &width);
	}
	return sum;
}

size_t
text_fit(const char *text, size_t len, size_t width)
{
	const char *p = text, *end = text + len;

	while (p < end) {
		size_t w, n = measure(p, end, &w);

		if (w > width)
			break;
		width -= w;
		p += n;
	}
	return (size_t)(p - text);
}

/* Returns the longest end of a text that is at most so wide. */
static const char *
find_tail(const char *text, size_t width)
{
	size_t len = strlen(text), all = text_width(text, len);
	const char *end = text + len;

	while (all > width) {
		size_t w;

		text += measure(text, end, &w);
		all -= w;
	}
	return text;
}

const char *
name_tail(const char *name, size_t *head)
{
	enum { TAIL = NAME_MOST / 4 };
	size_t len = strlen(name), tail = len - TAIL;

	*head = len;
	if (len <= NAME_MOST)
		return NULL;
	/* not within a character */
	for (*head = NAME_MOST - TAIL; is_continued(name[*head]); --*head)
		;
	while (is_continued(name[tail]))
		tail++;
	return name + tail;
}

/* --- the parts of a function's name --------------------------------------- */

/* Returns the bracket that closes this one, or '\0' if it opens nothing. */
static char
closer_of(char c)
{
	switch (c) {
	case '<':
		return '>';
	case '(':
		return ')';
	case '[':
		return ']';
	case '{':
		return '}';
	default:
		return '\0';
	}
}

/*
 * Returns the end of the bracketed group that begins at p, or NULL if the
 * brackets do not match.  '<' and '>' can also be operators: a '>' that closes
 * nothing is one, and so is a '<' that another bracket closes.
 */
static const char *
group_end(const char *p, const char *end)
{
	char stack[256]; /* the closers that are missing */
	size_t depth = 0;

	for (; p < end; p++) {
		char closer = closer_of(*p);

		if (closer != '\0') {
			if (depth == sizeof(stack))
				return NULL;
			stack[depth++] = closer;
			continue;
		}
		if ((*p != '>' && *p != ')' && *p != ']' && *p != '}') ||
		    (*p == '>' && (stack[depth - 1] != '>' || p[-1] == '-')))
			continue;
		while (depth > 0 && stack[depth - 1] == '>' && *p != '>')
			depth--;
		if (depth == 0 || stack[--depth] != *p)
			return NULL;
		if (depth == 0)
			return p + 1;
	}
	return NULL;
}

static bool
is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '$' ||
	       (unsigned char)c >= 0x80;
}

/* Returns the end of "operator" and its symbol if they begin at p, or NULL. */
static const char *
operator_end(const char *name, const char *p, const char *end)
{
	static const char word[] = "operator";

	if (*p != *word || strncmp(p, word, sizeof(word) - 1) != 0 ||
	    (p > name && is_word(p[-1])) || is_word(p[sizeof(word) - 1]))
		return NULL;
	p += sizeof(word) - 1;
	if (strncmp(p, "()", 2) == 0 || strncmp(p, "[]", 2) == 0)
		return p + 2;
	for (int i = 0; i < 3 && p < end && strchr("<>=!+-*/%^&|~,", *p); i++) {
		if (*p == '<' && i > 0 && p[-1] != '<')
			break; /* template arguments: "operator+<int>" */
		p++;
	}
	return p;
}

/* Returns the start of the function whose end is at p: "run(int) const". */
static const char *
function_start(const char *text, const char *p)
{
	static const char suffix[] = " const";
	size_t len = strlen(suffix);

	if ((size_t)(p - text) > len && memcmp(p - len, suffix, len) == 0)
		p -= len;
	while (p - 1 > text && p[-1] == ')') {
		const char *start = p - 1;

		for (size_t depth = 1; depth > 0 && start > text;) {
			start--;
			depth += *start == ')';
			depth -= *start == '(';
		}
		p = start;
	}
	while (p - 1 > text && is_word(p[-1]))
		p--;
	return p;
}

/* Returns the last lambda or closure in a group, with the function that it is
 * in, and sets its end; NULL: there is none. */
static const char *
find_lambda(const char *group, const char *end, const char **lambda_end)
{
	const char *p = end;

	while (--p > group)
		if (strncmp(p, "{lambda", 7) == 0 ||
		    strncmp(p, "{closure", 8) == 0)
			break;
	if (p == group)
		return NULL;
	if (p[-1] == '{')
		p--;
	*lambda_end = group_end(p, end);
	if (*lambda_end == NULL)
		return NULL;
	if (p - group > 3 && p[-1] == ':' && p[-2] == ':')
		p = function_start(group, p - 2);
	return p;
}

struct parts {
	const char *scopes;  /* the end of the return type */
	const char *own;     /* the function's own name, after all scopes */
	const char *own_end; /* where the parameters begin */
	const char *after;   /* the end of the parameters */
	const char *level;   /* of recursion, after that: "'2", or empty */
	const char *level_end;
	const char *end;       /* of all */
	const char *templates; /* the first group in <>; NULL: none */
	const char *lambda; /* the first of these with a lambda; NULL: none */
};

/* True if a group in parentheses that ends at p can be the parameters: then a
 * "const", a "[clone ...]" or nothing follows it, but no other part of a name.
 */
static bool
ends_parameters(const char *p, const char *end)
{
	return p == end || strchr(" &['", *p) != NULL;
}

/* Finds the level of recursion after the parameters, which precedes callers. */
static void
find_level(struct parts *parts)
{
	const char *p =
	    memchr(parts->after, '\'', (size_t)(parts->end - parts->after));
	size_t ndigits = p != NULL ? strspn(p + 1, "0123456789") : 0;

	parts->level = ndigits > 0 ? p : parts->end;
	parts->level_end = ndigits > 0 ? p + 1 + ndigits : parts->end;
}

/* True if the name after the "::" at p says nothing without the scope before it,
 * as the name of an operator or a closure. */
static bool
needs_scope(const char *name, const char *p, const char *end)
{
	return p > name && (p[2] == '{' || p[-1] == '}' ||
			       operator_end(name, p + 2, end) != NULL);
}

/* False if brackets do not match. */
static bool
parse(const char *name, struct parts *parts)
{
	const char *end = name + strlen(name), *p = name, *next, *lambda_end;
	bool in_operator = false;

	*parts =
	    (struct parts){name, name, end, end, end, end, end, NULL, NULL};
	while (p < end) {
		if ((next = operator_end(name, p, end)) != NULL) {
			in_operator = true;
			p = next;
		} else if (closer_of(*p) != '\0') {
			if ((next = group_end(p, end)) == NULL)
				return false;
			if (*p == '<' && parts->templates == NULL)
				parts->templates = p;
			if (*p == '<' && parts->lambda == NULL &&
			    find_lambda(p, next, &lambda_end) != NULL)
				parts->lambda = p;
			if (*p == '(' && p > parts->own &&
			    ends_parameters(next, end)) {
				parts->own_end = p;
				parts->after = next;
				find_level(parts);
				return true;
			}
			in_operator &= *p == '<';
			p = next;
		} else if (!in_operator && strncmp(p, "::", 2) == 0) {
			if (parts->lambda != NULL)
				parts->own = parts->lambda;
			else if (!needs_scope(name, p, end))
				parts->own = p + 2;
			p += 2;
		} else if (!in_operator && *p == ' ' && p[1] != '\0' &&
			   closer_of(p[1]) == '\0') {
			parts->scopes = parts->own = ++p;
		} else {
			p++;
		}
	}
	return true;
}

/* --- shortening ----------------------------------------------------------- */

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
part_end(const char *text, const char *p, const struct parts *parts)
{
	const char *symbol = operator_end(text, p, parts->end);
	size_t width;

	if (symbol != NULL)
		return symbol;
	if (closer_of(*p) != '\0')
		return group_end(p, parts->end);
	return p + (is_ascii(*p) ? 1 : measure(p, parts->end, &width));
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
	const char *next = closer_of(*p) != '\0' ? group_end(p, end) : NULL;

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
		const char *next = *p == '(' ? group_end(p, end) : NULL;

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
is_type(const char *text, const struct parts *parts, const char *group,
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
	lambda = find_lambda(group, end, &lambda_end);
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
empty_templates(char *text, const struct parts *parts, const char *ellipsis,
    enum arguments left)
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
		end = group_end(p, text + strlen(text));
		if (end != NULL)
			empty_group(text, p, end, ellipsis);
	}
}

/* Drops the suffix after the parameters, except the level of recursion: a
 * function and its recursive calls are different functions. */
static void
drop_suffix(char *text, const struct parts *parts)
{
	replace(text, parts->level_end, parts->end, "");
	replace(text, parts->after, parts->level, "");
}

/* Drops as few scopes as necessary.  The ellipsis and "::" precede the rest, unless a
 * scope fits in their place. */
static void
drop_scopes(
    char *text, const struct parts *parts, size_t width, const char *ellipsis)
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
	tail = find_tail(text, rest / 2);
	if ((size_t)(tail - text) - head >= strlen(ellipsis))
		replace(to, to + head, to + (tail - text), ellipsis);
	return text_width(to, strlen(to));
}

size_t
short_function(char *to, const char *name, size_t width, const char *ellipsis)
{
	struct parts parts;

	memcpy(to, name, strlen(name) + 1);
	for (int step = 0; text_width(to, strlen(to)) > width; step++) {
		if (!parse(to, &parts))
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
			drop_scopes(to, &parts, width, ellipsis);
		else if (step > 10)
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
	if (*path == '[' && path[1] != '[' && width > 0)
		return 1 + short_path(to + 1, path + 1, width - 1, ellipsis);
	tail = find_tail(path, width > dots ? width - dots : 0);
	slash = strchr(tail, '/');
	if (slash != NULL && slash[1] != '\0')
		tail = slash;
	if ((size_t)(tail - path) >= strlen(ellipsis))
		replace(to, to, to + (tail - path), ellipsis);
	return text_width(to, strlen(to));
}

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

/* Shortens a type, ": ns::node<A>": empties template arguments, then drops scopes, then
 * the empty brackets at its end.  A type of several words keeps them all. */
static size_t
short_type(char *to, const char *type, size_t width, const char *ellipsis)
{
	struct parts parts;

	memcpy(to, type, strlen(type) + 1);
	to += strlen(": ");
	width = width > strlen(": ") ? width - strlen(": ") : 0;
	if (text_width(to, strlen(to)) > width && parse(to, &parts) &&
	    parts.templates != NULL)
		empty_templates(to, &parts, ellipsis, EMPTY);
	if (text_width(to, strlen(to)) > width && parse(to, &parts) &&
	    parts.scopes == to)
		drop_scopes(to, &parts, width, ellipsis);
	if (text_width(to, strlen(to)) > width && parse(to, &parts) &&
	    parts.templates != NULL && parts.templates > to &&
	    group_end(parts.templates, parts.end) == parts.end)
		replace(to, parts.templates, parts.end, "");
	return strlen(": ") + text_width(to, strlen(to));
}

/* Shortens the function and the type of "function: type", if the function alone does not
 * make it fit. */
static size_t
short_typed(char *to, const char *function, const char *type, size_t width,
    const char *ellipsis)
{
	enum { LEAST_FUNCTION = 6 /* "ma...n" */ };
	char *own = cli_copy(function, strlen(function));
	char *short_one = cli_copy(type, strlen(type));
	size_t least = short_function(own, function, 0, ellipsis);
	size_t used = short_type(
	    short_one, type, width > least ? width - least : 0, ellipsis);
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
