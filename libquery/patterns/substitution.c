/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The replacement is translated once from Perl's syntax, perlop(1), to
 * PCRE2's.  The result uses only ${1}, \U, \L, \u, \l, \E, \$ and \\, which
 * mean the same in all versions of PCRE2.  Nothing is evaluated: only groups
 * of the pattern are variables.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expression.h"
#include "libcli/cli.h"
#include "substitution.h"

struct translation {
	const struct expression *expression;
	const char *p; /* what is left of Perl's text */
	char *to;      /* the end of PCRE2's text */
	uint32_t ngroups;
	/*
	 * The change of case that the next byte gets: \U and \L up to \E, \u
	 * and \l up to one byte; '\0': none.  A group may be empty, so \u and
	 * \l may reach past it.
	 */
	char change;
};

/* --- reading Perl's text -------------------------------------------------- */

static _Noreturn void
reject(const struct translation *t, const char *why)
{
	expression_reject(t->expression, why);
}

static bool
next_is(const struct translation *t, const char *word)
{
	return strncmp(t->p, word, strlen(word)) == 0;
}

static bool
take(struct translation *t, const char *word)
{
	bool found = next_is(t, word);

	t->p += found ? strlen(word) : 0;
	return found;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Reads a number of at most so many digits; one too large becomes LARGEST. */
static uint32_t
take_number(struct translation *t, uint32_t base, size_t digits)
{
	enum { LARGEST = 100000 }; /* more groups or bytes than there can be */
	static const char values[] = "00112233445566778899aAbBcCdDeEfF";
	const char *value;
	uint32_t n = 0;

	for (; digits > 0 && *t->p != '\0'; digits--, t->p++) {
		value = strchr(values, *t->p);
		if (value == NULL || (value - values) / 2 >= base)
			break;
		if (n < LARGEST)
			n = n * base + (uint32_t)(value - values) / 2;
	}
	return n;
}

/* --- writing PCRE2's text ------------------------------------------------- */

static void
put_byte(struct translation *t, char byte)
{
	if (byte == '$' || byte == '\\')
		*t->to++ = '\\';
	*t->to++ = byte;
	if (t->change == 'u' || t->change == 'l')
		t->change = '\0';
}

static void
put_group(struct translation *t, uint32_t group)
{
	if (group > t->ngroups)
		reject(
		    t, "the replacement names a group that the pattern lacks");
	t->to += sprintf(t->to, "${%u}", (unsigned int)group);
}

static void
put_change(struct translation *t, char c)
{
	*t->to++ = '\\';
	*t->to++ = c;
	t->change = c == 'E' ? '\0' : c;
}

/* --- variables and escapes ------------------------------------------------ */

/* Refuses a bracket or arrow after a group: Perl would look for an element. */
static void
demand_no_element(const struct translation *t)
{
	if (next_is(t, "[") || next_is(t, "{") || next_is(t, "->[") ||
	    next_is(t, "->{"))
		reject(t,
		    "expected a backslash before the bracket or arrow that "
		    "follows a group");
}

/* Reads $1, ${1} or $& after the dollar. */
static void
read_variable(struct translation *t)
{
	bool braced = take(t, "{");
	bool is_match = !braced && take(t, "&");
	uint32_t group = 0;

	if (!is_match && *t->p != '0')
		group = take_number(t, 10, SIZE_MAX);
	if ((!is_match && group == 0) || (braced && !take(t, "}")))
		reject(t,
		    "expected $1, ${1}, $& or \\$ in the replacement, found "
		    "another $");
	if (!braced)
		demand_no_element(t);
	put_group(t, group);
}

/* Refuses an @ that Perl would take for an array. */
static void
read_at(struct translation *t)
{
	if (pattern_is_word(*t->p) ||
	    (*t->p != '\0' && strchr(":'{$+-", *t->p) != NULL))
		reject(t,
		    "expected \\@ in the replacement, found an @ that names an "
		    "array in Perl");
	put_byte(t, '@');
}

/* Reads digits after a backslash: \1 is $1, but \12 is octal. */
static void
read_digit(struct translation *t)
{
	uint32_t group = take_number(t, 10, 1);

	if (group == 0 || is_digit(*t->p))
		reject(t,
		    "octal escapes such as \\101 are not supported in the "
		    "replacement; write \\x41");
	put_group(t, group);
}

/* Reads 41 or {41} after \x; 0 is refused because no name contains it. */
static void
read_hexadecimal(struct translation *t)
{
	bool braced = take(t, "{");
	uint32_t byte = take_number(t, 16, braced ? SIZE_MAX : 2);

	if ((braced && !take(t, "}")) || byte == 0 || byte > UINT8_MAX)
		reject(t, "\\x in the replacement is not a byte from 1 to ff");
	put_byte(t, (char)byte);
}

/*
 * Reads a change of case, unless it ends at once.  PCRE2 knows one change at a
 * time and Perl a stack, so only those are accepted for which the two agree: \U
 * and \L end one another, and the same change twice is one.
 */
static void
read_change(struct translation *t)
{
	char c = *t->p++;
	bool is_long = c == 'U' || c == 'L';
	bool was_long = t->change == 'U' || t->change == 'L';

	if (t->change != '\0' && t->change != c && !(is_long && was_long))
		cli_usage("%s: \"%s\": \\%c inside of \\%c is not supported in "
			  "the replacement",
		    t->expression->option, t->expression->whole, c, t->change);
	if (!take(t, "\\E")) /* which would end this empty change only */
		put_change(t, c);
}

static void
read_escape(struct translation *t)
{
	static const char names[] = "abefnrt", bytes[] = "\a\b\033\f\n\r\t";
	const char *name;

	if (*t->p == '\0')
		put_byte(t, '\\');
	else if (is_digit(*t->p) || *t->p == 'o')
		read_digit(t);
	else if (take(t, "E"))
		put_change(t, 'E');
	else if (strchr("ULul", *t->p) != NULL)
		read_change(t);
	else if (take(t, "x"))
		read_hexadecimal(t);
	else if ((name = strchr(names, *t->p)) != NULL) {
		put_byte(t, bytes[name - names]);
		t->p++;
	} else if (pattern_is_word(*t->p) && *t->p != '_')
		cli_usage("%s: \"%s\": the replacement has an escape that is "
			  "not known, \\%c",
		    t->expression->option, t->expression->whole, *t->p);
	else
		put_byte(t, *t->p++);
}

/* Reads text between single quotes, in which only \\ is special. */
static void
read_literal(struct translation *t)
{
	while (*t->p != '\0') {
		if (next_is(t, "\\\\"))
			t->p++;
		put_byte(t, *t->p++);
	}
}

static void
read_text(struct translation *t)
{
	while (*t->p != '\0') {
		if (take(t, "$"))
			read_variable(t);
		else if (take(t, "@"))
			read_at(t);
		else if (take(t, "\\"))
			read_escape(t);
		else
			put_byte(t, *t->p++);
	}
	/* the next replacement starts without a change of case */
	put_change(t, 'E');
}

/* --- substitutions -------------------------------------------------------- */

/* Refuses \G with flag g: after an empty match, versions of PCRE2 differ. */
static void
demand_no_position(const struct expression *e)
{
	bool is_escaped = false;

	for (const char *p = e->pattern; *p != '\0'; p++) {
		if (is_escaped && *p == 'G')
			expression_reject(
			    e, "\\G is not supported with the flag g");
		is_escaped = !is_escaped && *p == '\\';
	}
}

void
substitution_init(
    struct substitution *sub, const char *option, const char *whole)
{
	struct expression e;
	struct translation t = {.expression = &e};

	expression_init(&e, option, whole);
	sub->options = PCRE2_SUBSTITUTE_EXTENDED | PCRE2_SUBSTITUTE_UNSET_EMPTY;
	if (e.global) {
		demand_no_position(&e);
		sub->options |= PCRE2_SUBSTITUTE_GLOBAL;
	}
	sub->pattern = pattern_compile(option, e.pattern, e.pattern_len,
	    e.flags | PCRE2_NEVER_UTF | PCRE2_NEVER_UCP);
	pcre2_pattern_info(sub->pattern, PCRE2_INFO_CAPTURECOUNT, &t.ngroups);
	/* "$1" becomes "${1}", and \E ends the text */
	sub->text = t.to = cli_alloc(2 * e.text_len + sizeof("\\E"), 1);
	t.p = e.text;
	if (e.is_literal)
		read_literal(&t);
	else
		read_text(&t);
	sub->text_len = (size_t)(t.to - sub->text);
	expression_release(&e);
}

char *
substitution_apply(const struct substitution *sub, const char *text)
{
	uint32_t options = sub->options | PCRE2_SUBSTITUTE_OVERFLOW_LENGTH;
	size_t len = strlen(text), room = 2 * len + 1;
	char *result = NULL;
	PCRE2_SIZE n;
	int status;

	for (;;) {
		n = room;
		result = cli_resize(result, room, 1);
		status = pcre2_substitute(sub->pattern, (PCRE2_SPTR)text, len,
		    0, options, NULL, NULL, (PCRE2_SPTR)sub->text,
		    sub->text_len, (PCRE2_UCHAR *)result, &n);
		if (status == PCRE2_ERROR_JIT_STACKLIMIT)
			options |= PCRE2_NO_JIT;
		else if (status == PCRE2_ERROR_NOMEMORY && n != PCRE2_UNSET)
			room = n;
		else
			break;
	}
	if (status < 0)
		pattern_die(status, text);
	if (status > 0)
		return result;
	free(result);
	return NULL;
}

void
substitution_release(struct substitution *sub)
{
	pcre2_code_free(sub->pattern);
	free(sub->text);
}
