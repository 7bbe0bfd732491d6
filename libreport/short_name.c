/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shortens names without knowing the language they are from: C++ and Rust put
 * arguments of templates between "<" and ">", most languages put parameters
 * into the last parentheses and scopes before "::".
 */
#include <stdbool.h>
#include <string.h>

#include "libcgfmt/cgfmt.h"
#include "libcli/cli.h"
#include "short_name.h"

static const char ellipsis[] = "\xe2\x80\xa6";

/* --- characters ----------------------------------------------------------- */

/* The place after n characters. */
static const char *
skip(const char *text, const char *end, size_t n)
{
	while (text < end && n-- > 0) {
		size_t len = cg_utf8_length(text, end);

		text += len > 0 ? len : 1;
	}
	return text;
}

static size_t
count_characters(const char *text, const char *end)
{
	size_t n = 0;

	for (; text < end; n++)
		text = skip(text, end, 1);
	return n;
}

static size_t
length(const char *text)
{
	return count_characters(text, text + strlen(text));
}

/* Replaces len bytes of the text from `from` on. */
static void
replace(char *text, size_t from, size_t len)
{
	size_t rest = strlen(text) - from - len;

	memmove(text + from + strlen(ellipsis), text + from + len, rest + 1);
	memcpy(text + from, ellipsis, strlen(ellipsis));
}

/* Replaces the middle of the text from `from` on; the whole then has `most`
 * characters. */
static void
cut_middle(char *text, size_t from, size_t most)
{
	const char *begin = text + from, *end = begin + strlen(begin);
	size_t before = count_characters(text, begin);
	size_t room = most - before - 1, n = count_characters(begin, end);
	const char *first = skip(begin, end, room - room / 2);
	const char *last = skip(begin, end, n - room / 2);

	replace(text, (size_t)(first - text), (size_t)(last - first));
}

/* --- names ---------------------------------------------------------------- */

/* True if the "<" is of an operator such as operator<<, not of a template. */
static bool
is_operator(const char *name, const char *at)
{
	static const char word[] = "operator";
	size_t len = strlen(word);

	while (at > name && at[-1] == '<')
		at--;
	return (size_t)(at - name) >= len &&
	       memcmp(at - len, word, len) == 0;
}

/* The place of the bracket that closes the one at `open`; NULL: there is none.
 */
static char *
find_close(char *open, char from, char to)
{
	size_t depth = 0;

	for (char *p = open; *p != '\0'; p++) {
		bool is_arrow = *p == '>' && p > open && p[-1] == '-';

		if (*p == from)
			depth++;
		else if (*p == to && !is_arrow && --depth == 0)
			return p;
	}
	return NULL;
}

static void
cut_arguments(char *name)
{
	for (char *p = name; (p = strchr(p, '<')) != NULL; p++) {
		char *close =
		    is_operator(name, p) ? NULL : find_close(p, '<', '>');

		/* shorter ones stay: "…" is three bytes */
		if (close != NULL && (size_t)(close - p) > strlen(ellipsis)) {
			replace(name, (size_t)(p + 1 - name),
			    (size_t)(close - p - 1));
			p += strlen(ellipsis) + 1;
		}
	}
}

/*
 * The place of the "(" before the parameters, or the end of the name if it has
 * none: they are in the last parentheses, after which there is no scope.
 */
static char *
find_parameters(char *name)
{
	char *end = name + strlen(name), *last = strrchr(name, ')');
	size_t depth = 0;

	if (last == NULL || strpbrk(last, ":.") != NULL)
		return end;
	for (char *p = last; p > name; p--) {
		depth += *p == ')';
		if (*p == '(' && --depth == 0)
			return p;
	}
	return end;
}

static void
cut_parameters(char *name)
{
	char *open = find_parameters(name), *last = strrchr(name, ')');

	if (*open != '\0' && (size_t)(last - open) > strlen(ellipsis))
		replace(name, (size_t)(open + 1 - name),
		    (size_t)(last - open - 1));
}

/* The place of the function's own name, after the last scope. */
static size_t
find_own(char *name)
{
	const char *end = find_parameters(name);
	size_t own = 0;

	for (const char *p = name; p + 2 < end; p++)
		if (p[0] == ':' && p[1] == ':')
			own = (size_t)(p + 2 - name);
	return own;
}

char *
short_name(const char *name, size_t most)
{
	size_t len = strlen(name), n = length(name), own;
	/* "…" can be longer than what it replaces, twice at most */
	char *text = cli_alloc(len + 2 * sizeof(ellipsis), 1);

	memcpy(text, name, len + 1);
	if (n > most)
		cut_arguments(text);
	if (n > most && length(text) > most)
		cut_parameters(text);
	if (n > most && length(text) > most) {
		own = find_own(text);
		if (own > 0) {
			replace(text, 0, own);
			own = strlen(ellipsis);
		}
		if (length(text) > most)
			cut_middle(text, own, most);
	}
	return text;
}

/* --- paths ---------------------------------------------------------------- */

char *
short_path(const char *path, size_t most)
{
	size_t len = strlen(path), n = length(path);
	char *text = cli_alloc(len + 2 * sizeof(ellipsis), 1);
	const char *tail, *slash;

	memcpy(text, path, len + 1);
	if (n <= most)
		return text;
	tail = skip(text, text + len, n - (most - 1));
	slash = strchr(tail, '/');
	if (slash == NULL)
		slash = strrchr(text, '/');
	if (slash != NULL && slash > text)
		replace(text, 0, (size_t)(slash - text));
	if (length(text) > most)
		cut_middle(text, 0, most);
	return text;
}
