/* SPDX-License-Identifier: BSD-2-Clause */
/* Delimiters, and the backslashes before them, follow perlop(1). */
#include <stdlib.h>
#include <string.h>

#include "expression.h"
#include "libcli/cli.h"
#include "pattern.h"

void
expression_reject(const struct expression *e, const char *why)
{
	cli_usage("%s: \"%s\": %s", e->option, e->whole, why);
}

/* Returns the delimiter that ends a part which `open` began. */
static char
closing(char open)
{
	static const char brackets[] = "(){}[]<>";
	const char *p = strchr(brackets, open);

	return p != NULL && (p - brackets) % 2 == 0 ? p[1] : open;
}

static char
take_delimiter(const struct expression *e, const char **rest)
{
	char c = **rest;

	if (c == '\0' || c == '\\' || c == ' ' || pattern_is_word(c))
		expression_reject(e, "expected s/pattern/replacement/");
	++*rest;
	return c;
}

/*
 * Returns the length of the part that starts at *rest, and moves *rest past its
 * closing delimiter.
 */
static size_t
cut_part(const struct expression *e, const char **rest, char open)
{
	const char *start = *rest;
	char close = closing(open);
	int depth = 1;

	for (const char *p = start; *p != '\0'; p++) {
		if (*p == '\\' && p[1] != '\0')
			p++;
		else if (*p == close && --depth == 0) {
			*rest = p + 1;
			return (size_t)(p - start);
		} else if (*p == open && open != close)
			depth++;
	}
	expression_reject(
	    e, "expected s/pattern/replacement/, found no closing delimiter");
}

/*
 * Copies a part as Perl sees it: a delimiter loses its backslash, and then has
 * the meaning of the plain character.  Brackets in patterns keep theirs.
 */
static char *
copy_part(const char *part, size_t *len, char open, bool is_pattern)
{
	char *copy = cli_alloc(*len + 1, 1), *to = copy;
	char close = closing(open);
	bool strip = close == open || !is_pattern;

	for (const char *p = part; p < part + *len; p++) {
		if (*p == '\\' && p + 1 < part + *len) {
			p++;
			if (!strip || (*p != open && *p != close))
				*to++ = '\\';
		}
		*to++ = *p;
	}
	*len = (size_t)(to - copy);
	return copy;
}

static void
read_flags(struct expression *e, const char *p)
{
	for (; *p != '\0'; p++) {
		switch (*p) {
		case 'g':
			e->global = true;
			break;
		case 'i':
			e->flags |= PCRE2_CASELESS;
			break;
		case 'x':
			e->flags |= e->flags & PCRE2_EXTENDED
					? PCRE2_EXTENDED_MORE
					: PCRE2_EXTENDED;
			break;
		default:
			expression_reject(
			    e, "expected the flags g, i and x only");
		}
	}
}

void
expression_init(struct expression *e, const char *option, const char *whole)
{
	const char *rest = whole, *part;
	char open;

	*e = (struct expression){.option = option, .whole = whole};
	if (*rest++ != 's')
		expression_reject(e, "expected s/pattern/replacement/");
	open = take_delimiter(e, &rest);
	part = rest;
	e->pattern_len = cut_part(e, &rest, open);
	e->pattern = copy_part(part, &e->pattern_len, open, true);
	if (closing(open) != open) {
		/* after brackets the text has delimiters of its own */
		rest += strspn(rest, " \t\n");
		open = take_delimiter(e, &rest);
	}
	part = rest;
	e->text_len = cut_part(e, &rest, open);
	e->text = copy_part(part, &e->text_len, open, false);
	e->is_literal = open == '\'';
	read_flags(e, rest);
}

void
expression_release(struct expression *e)
{
	free(e->pattern);
	free(e->text);
}
