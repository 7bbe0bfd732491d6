/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Escapes and variables follow perlop(1), but nothing is evaluated: only groups
 * of the pattern are variables.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "pattern.h"
#include "replacement_text.h"

enum { MAX_CASES = 1000 };

struct text_parser {
	const struct expression *expression;
	const char *p;
	const char *end;
	uint32_t ngroups; /* of the pattern */
	struct replacement_text *text;
	char cases[MAX_CASES]; /* changes of case that are open, as in pieces */
	size_t ncases;
};

static void
put(struct text_parser *t, struct text_piece piece)
{
	struct replacement_text *text = t->text;

	text->pieces =
	    cli_resize(text->pieces, text->npieces + 1, sizeof(*text->pieces));
	text->pieces[text->npieces++] = piece;
}

static void
put_byte(struct text_parser *t, char byte)
{
	put(t, (struct text_piece){.kind = TEXT_BYTE, .byte = byte});
}

static void
put_group(struct text_parser *t, uint32_t group)
{
	if (group > t->ngroups)
		expression_reject(t->expression,
		    "the replacement names a group that the pattern lacks");
	put(t, (struct text_piece){.kind = TEXT_GROUP, .group = group});
}

static bool
next_is(const struct text_parser *t, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(t->end - t->p) >= len && memcmp(t->p, word, len) == 0;
}

static bool
take(struct text_parser *t, const char *word)
{
	bool found = next_is(t, word);

	t->p += found ? strlen(word) : 0;
	return found;
}

static int
digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

/* Reads a number of at most so many digits; one too large becomes LARGEST. */
static uint32_t
take_number(struct text_parser *t, int base, size_t digits)
{
	enum { LARGEST = 100000 }; /* more groups or bytes than there can be */
	uint32_t n = 0;

	for (; digits > 0 && t->p < t->end && digit_of(*t->p) < base; digits--)
		if (n < LARGEST)
			n = n * (uint32_t)base + (uint32_t)digit_of(*t->p++);
		else
			t->p++;
	return n;
}

static _Noreturn void
reject_variable(const struct text_parser *t)
{
	expression_reject(t->expression,
	    "expected $1, ${1}, $& or \\$ in the replacement, found "
	    "another $");
}

/* Refuses a bracket or arrow after a group: Perl would look for an element. */
static void
demand_no_element(const struct text_parser *t)
{
	static const char *const elements[] = {"[", "{", "->[", "->{"};

	for (size_t i = 0; i < sizeof(elements) / sizeof(elements[0]); i++)
		if (next_is(t, elements[i]))
			expression_reject(t->expression,
			    "expected a backslash before the bracket or "
			    "arrow that follows a group");
}

/* Reads $1, ${1} or $& after the dollar. */
static void
read_variable(struct text_parser *t)
{
	bool braced = take(t, "{");
	uint32_t group = 0;

	if (braced || !take(t, "&")) {
		if (t->p == t->end || *t->p < '1' || *t->p > '9')
			reject_variable(t);
		group = take_number(t, 10, SIZE_MAX);
	}
	if (braced && !take(t, "}"))
		reject_variable(t);
	if (!braced)
		demand_no_element(t);
	put_group(t, group);
}

static _Noreturn void
reject_escape(const struct text_parser *t)
{
	expression_reject(
	    t->expression, "the replacement has an escape that is not known");
}

/* Appends a byte by its number; 0 is refused because no name contains it. */
static void
put_number(struct text_parser *t, uint32_t byte)
{
	if (byte == 0 || byte > UINT8_MAX)
		reject_escape(t);
	put_byte(t, (char)byte);
}

/* Reads HEX} or OCTAL}. */
static void
read_braced(struct text_parser *t, int base)
{
	uint32_t byte = take_number(t, base, SIZE_MAX);

	if (!take(t, "}"))
		reject_escape(t);
	put_number(t, byte);
}

/* Reads digits after a backslash: \1 is $1, but \12 is octal. */
static void
read_digits(struct text_parser *t)
{
	bool alone = t->p + 1 == t->end || t->p[1] < '0' || t->p[1] > '9';

	if (*t->p != '0' && alone)
		put_group(t, take_number(t, 10, 1));
	else
		put_number(t, take_number(t, 8, 3));
}

static void
read_character(struct text_parser *t)
{
	static const char names[] = "abefnrt", bytes[] = "\a\b\033\f\n\r\t";
	char c = *t->p++;
	const char *name = strchr(names, c);

	if (name != NULL)
		put_byte(t, bytes[name - names]);
	else if (c == 'x' && take(t, "{"))
		read_braced(t, 16);
	else if (c == 'x')
		put_number(t, take_number(t, 16, 2));
	else if (c == 'o' && take(t, "{"))
		read_braced(t, 8);
	else if (!pattern_is_word(c) || c == '_')
		put_byte(t, c);
	else
		reject_escape(t);
}

/* --- changes of case ------------------------------------------------------ */

static void
open_case(struct text_parser *t, char c)
{
	if (t->ncases == MAX_CASES)
		expression_reject(
		    t->expression, "changes of case are nested too deeply");
	put(t, (struct text_piece){.kind = TEXT_OPEN_CASE, .byte = c});
	t->cases[t->ncases++] = c;
}

static char
close_case(struct text_parser *t)
{
	put(t, (struct text_piece){.kind = TEXT_CLOSE_CASE});
	return t->cases[--t->ncases];
}

/* At \E, ends the open changes of case up to and including a \U or \L. */
static void
end_case(struct text_parser *t)
{
	while (t->ncases > 0 && strchr("UL", close_case(t)) == NULL)
		;
}

/*
 * Reads a change of case.  \U and \L reach up to \E, to the end, or to the next
 * \U or \L; \u and \l reach as far, but change the first byte only.  Perl takes
 * \L\u for \u\L and \U\l for \l\U.
 */
static void
read_case(struct text_parser *t)
{
	char c = *t->p++;

	if (c == 'L' && take(t, "\\u"))
		open_case(t, 'u');
	if (c == 'U' && take(t, "\\l"))
		open_case(t, 'l');
	if (take(t, "\\E")) /* ends this empty change, not the one around it */
		return;
	if ((c == 'U' || c == 'L') &&
	    (memchr(t->cases, 'U', t->ncases) != NULL ||
		memchr(t->cases, 'L', t->ncases) != NULL))
		end_case(t);
	open_case(t, c);
}

static void
read_escape(struct text_parser *t)
{
	if (t->p == t->end)
		put_byte(t, '\\');
	else if (*t->p >= '0' && *t->p <= '9')
		read_digits(t);
	else if (take(t, "E"))
		end_case(t);
	else if (strchr("ULul", *t->p) != NULL)
		read_case(t);
	else
		read_character(t);
}

static void
read_text(struct text_parser *t)
{
	while (t->p < t->end) {
		if (take(t, "$"))
			read_variable(t);
		else if (take(t, "\\"))
			read_escape(t);
		else
			put_byte(t, *t->p++);
	}
	while (t->ncases > 0)
		close_case(t);
}

/* Reads text between single quotes, in which only \\ is special. */
static void
read_literal(struct text_parser *t)
{
	while (t->p < t->end) {
		if (next_is(t, "\\\\"))
			t->p++;
		put_byte(t, *t->p++);
	}
}

void
replacement_text_init(struct replacement_text *text,
    const struct expression *expression, uint32_t ngroups)
{
	struct text_parser t = {.expression = expression,
	    .p = expression->text,
	    .end = expression->text + expression->text_len,
	    .ngroups = ngroups,
	    .text = text};

	*text = (struct replacement_text){.npieces = 0};
	if (expression->is_literal)
		read_literal(&t);
	else
		read_text(&t);
}

void
replacement_text_release(struct replacement_text *text)
{
	free(text->pieces);
}
