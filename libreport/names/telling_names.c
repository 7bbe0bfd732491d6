/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * "a::Pass<b::Module, Map<b::Module> >::run(b::Module&)" has the outline
 * "a::Pass<>::run()".  Of names with one outline, sorted, a name differs from all others at
 * the later one of the places where it differs from its neighbours; and the first
 * place where any two differ tells apart large groups.  The words at these places stay:
 * "a::Pass<Module...>::run(...)".  In an alias, other characters stand for the brackets
 * around them, so that they count as a part of the word before.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/name_parts.h"
#include "telling_names.h"

enum { LONGEST_WORD = 40, STAND_IN = 3 /* bytes of each of these */ };

static const struct stand_in {
	char bracket;
	char text[STAND_IN + 1];
} stand_ins[] = {
    {'<', "\xe2\x9f\xa8"},
    {'>', "\xe2\x9f\xa9"},
    {'(', "\xe2\xa6\x85"},
    {')', "\xe2\xa6\x86"},
};
enum { NSTAND_INS = sizeof(stand_ins) / sizeof(stand_ins[0]) };

void
telling_name_show(char *form)
{
	char *to = form;

	for (const char *p = form; *p != '\0'; to++) {
		size_t i = 0;

		while (i < NSTAND_INS &&
		       strncmp(p, stand_ins[i].text, STAND_IN) != 0)
			i++;
		*to = i < NSTAND_INS ? stand_ins[i].bracket : *p;
		p += i < NSTAND_INS ? STAND_IN : 1;
	}
	*to = '\0';
}

static bool
has_stand_in(const char *name)
{
	for (size_t i = 0; i < NSTAND_INS; i++)
		if (strstr(name, stand_ins[i].text) != NULL)
			return true;
	return false;
}

/* Returns the end of a list in brackets that begins at p, or NULL. */
static const char *
list_end(const char *name, const char *p, const char *end)
{
	if ((*p != '<' && *p != '(') || name_operator_end(name, p, end) != NULL)
		return NULL;
	return name_group_end(p, end);
}

/* Returns the end of an operator or of a byte. */
static const char *
step(const char *name, const char *p, const char *end)
{
	const char *next = name_operator_end(name, p, end);

	return next != NULL ? next : p + 1;
}

/* Returns the name with empty lists, to be freed. */
static char *
outline_of(const char *name)
{
	const char *end = name + strlen(name), *p = name;
	char *outline = cli_alloc(strlen(name) + 1, 1), *to = outline;

	while (p < end) {
		const char *next = list_end(name, p, end);

		if (next != NULL) {
			*to++ = *p;
			*to++ = next[-1];
		} else {
			next = step(name, p, end);
			memcpy(to, p, (size_t)(next - p));
			to += next - p;
		}
		p = next;
	}
	*to = '\0';
	return outline;
}

/* --- words ---------------------------------------------------------------- */

struct word {
	const char *start; /* NULL: there is none */
	const char *end;
};

static bool
is_of_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '$' ||
	       ((unsigned char)c & 0x80) != 0;
}

/* Returns the word at a place, or else the next one or the one before, between two
 * places; with the signs of a pointer or reference after it. */
static struct word
word_at(const char *place, const char *from, const char *to)
{
	struct word word = {NULL, NULL};
	const char *p = place;

	while (p < to && !is_of_word(*p))
		p++;
	if (p >= to)
		for (p = place; p > from && !is_of_word(*p); p--)
			;
	if (p >= to || !is_of_word(*p))
		return word;
	for (word.start = p; word.start > from && is_of_word(word.start[-1]);
	     word.start--)
		;
	for (word.end = p; word.end < to && is_of_word(*word.end); word.end++)
		;
	if (word.end - word.start > LONGEST_WORD)
		return (struct word){NULL, NULL};
	while (word.end < to && (*word.end == '&' || *word.end == '*'))
		word.end++;
	return word;
}

/* True if only scopes are between two places. */
static bool
are_scopes(const char *from, const char *to)
{
	while (from < to && (is_of_word(*from) || *from == ':'))
		from++;
	return from == to;
}

static char *
append(char *to, const char *text, size_t len)
{
	memcpy(to, text, len);
	return to + len;
}

static char *
append_bracket(char *to, char bracket)
{
	size_t i = 0;

	while (stand_ins[i].bracket != bracket)
		i++;
	return append(to, stand_ins[i].text, STAND_IN);
}

/* Appends a list with nothing but the words at one or two places in it, or, if there are
 * none, as it is. */
static char *
append_list(char *to, const char *start, const char *end, const char *const *at,
    const char *ellipsis)
{
	const char *p = start + 1, *last = end - 1;
	bool has_words = false;
	char *list = to;

	to = append_bracket(to, *start);
	for (size_t i = 0; i < 2; i++) {
		struct word word;

		if (at[i] < p || at[i] > last)
			continue;
		word = word_at(at[i], p, last);
		if (word.start == NULL)
			continue;
		if (!are_scopes(p, word.start))
			to = append(to, ellipsis, strlen(ellipsis));
		to = append(to, word.start, (size_t)(word.end - word.start));
		p = word.end;
		has_words = true;
	}
	if (!has_words)
		return append(list, start, (size_t)(end - start));
	while (p < last && *p == ' ')
		p++;
	if (p < last)
		to = append(to, ellipsis, strlen(ellipsis));
	return append_bracket(to, *last);
}

/* Returns the alias of a name that is told apart at two places, to be freed; NULL: it has
 * no lists there. */
static char *
alias_of(const char *name, size_t first, size_t second, const char *ellipsis)
{
	const char *at[] = {name + first, name + second};
	const char *end = name + strlen(name), *p = name;
	/* two lists with two brackets, and up to four ellipses */
	char *alias = cli_alloc(
	    strlen(name) + 4 * STAND_IN + 6 * strlen(ellipsis) + 1, 1);
	char *to = alias;
	bool has_lists = false;

	while (p < end) {
		const char *next = list_end(name, p, end);

		if (next == NULL) {
			next = step(name, p, end);
			to = append(to, p, (size_t)(next - p));
		} else if ((p < at[0] && at[0] < next) ||
			   (p < at[1] && at[1] < next)) {
			to = append_list(to, p, next, at, ellipsis);
			has_lists = true;
		} else {
			to = append(to, p, (size_t)(next - p));
		}
		p = next;
	}
	*to = '\0';
	if (has_lists)
		return alias;
	free(alias);
	return NULL;
}

/* --- groups of one outline ------------------------------------------------ */

static int
compare(const void *a, const void *b)
{
	const struct telling_name *x = a, *y = b;
	int outlines = strcmp(x->outline, y->outline);

	return outlines != 0 ? outlines : strcmp(x->name, y->name);
}

/* Returns how many bytes two names begin with in common. */
static size_t
common(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] != '\0' && a[n] == b[n])
		n++;
	return n;
}

/* Makes the aliases of n names, at least 2, of one outline. */
static void
make_aliases(struct telling_name *list, size_t n, const char *ellipsis)
{
	size_t first = SIZE_MAX, before = 0;

	for (size_t i = 1; i < n; i++) {
		size_t same = common(list[i - 1].name, list[i].name);

		if (same < first)
			first = same;
	}
	for (size_t i = 0; i < n; i++) {
		size_t after =
		    i + 1 < n ? common(list[i].name, list[i + 1].name) : 0;

		if (!has_stand_in(list[i].name))
			list[i].alias = alias_of(list[i].name, first,
			    before > after ? before : after, ellipsis);
		before = after;
	}
}

size_t
telling_names_make(struct telling_name *list, size_t n, const char *ellipsis)
{
	size_t nleft = 0;

	for (size_t i = 0; i < n; i++)
		list[i].outline = outline_of(list[i].name);
	if (n > 1)
		qsort(list, n, sizeof(*list), compare);
	for (size_t i = 0; i < n; i++) {
		if (nleft > 0 &&
		    strcmp(list[nleft - 1].name, list[i].name) == 0)
			free(list[i].outline);
		else
			list[nleft++] = list[i];
	}
	for (size_t i = 0, end; i < nleft; i = end) {
		for (end = i + 1; end < nleft && strcmp(list[i].outline,
						     list[end].outline) == 0;
		     end++)
			;
		if (end - i > 1)
			make_aliases(list + i, end - i, ellipsis);
	}
	for (size_t i = 0; i < nleft; i++)
		free(list[i].outline);
	return nleft;
}
