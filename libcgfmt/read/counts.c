/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads counts word by word, in all forms that the two formats have. */
#include <stdio.h>
#include <string.h>

#include "lex.h"
#include "read/counts.h"

/* fails because the word is not a count or does not fit; returns -1 */
static int
bad_count(struct parse *parse, const char *event, const char *p,
    const char *end, bool too_large)
{
	const char *word_end = lex_word_end(p, end);

	if (too_large)
		return lines_error(&parse->lines,
		    "expected a count of %s of %s, found %s", event,
		    parse_bound(p), quote(p, word_end).text);
	return parse_expected(parse, "a count", p, word_end);
}

int
counts_number(
    enum cg_format format, const char *p, const char *end, int64_t *count)
{
	uint64_t number;
	int used;

	if (format == CG_CACHEGRIND || lex_after(p, end, "0x") == NULL)
		return cg_parse_int(p, (size_t)(end - p), count);
	used = lex_natural(p, end, &number);
	if (used > 0 && number > INT64_MAX)
		return -1;
	*count = (int64_t)number;
	return used;
}

/* Callgrind writes counts below 0 as if they had no sign.  As counts_number. */
static int
read_without_sign(const char *p, const char *end, int64_t *count)
{
	uint64_t number;
	int used = lex_natural(p, end, &number);

	*count = used > 0 ? (int64_t)number : 0;
	return used;
}

/* reads the count of an event, or ".", and moves *p past the blanks after it */
static int
read_count(struct parse *parse, const struct cg_header *header, size_t event,
    const char **p, const char *end, int64_t *count, bool *present)
{
	int used = counts_number(header->format, *p, end, count);
	const char *next;

	if (used < 0 && parse->is_of_others)
		used = read_without_sign(*p, end, count);
	next = *p + used;
	*present = true;
	if (used == 0 && **p == '.') {
		next++;
		*count = 0;
		*present = false;
	}
	if (used < 0 || next == *p || (next < end && !lex_is_blank(*next)))
		return bad_count(
		    parse, header->events[event].name, *p, end, used < 0);
	*p = lex_skip_blanks(next, end);
	return 0;
}

int
counts_read(struct parse *parse, const struct cg_header *header, const char *p,
    const char *end, int64_t *counts, bool *present)
{
	size_t n = 0;

	for (p = lex_skip_blanks(p, end); p < end; n++) {
		if (*p == '#' && parse->is_of_others)
			break; /* a comment */
		if (n == header->nevents)
			return lines_error(&parse->lines,
			    "expected at most %zu counts, one for each event, "
			    "found more",
			    header->nevents);
		if (read_count(
			parse, header, n, &p, end, &counts[n], &present[n]) < 0)
			return -1;
	}
	for (; n < header->nevents; n++) {
		counts[n] = 0;
		present[n] = false;
	}
	return 0;
}

int
counts_overflow(
    struct parse *parse, const struct cg_header *header, size_t event)
{
	char what[256];

	snprintf(
	    what, sizeof(what), "the sum of %s", header->events[event].name);
	return lines_overflow(&parse->lines, what);
}

/* writes n counts as "1 2 3" for a message, as many as fit */
static void
list_counts(char *to, size_t size, const int64_t *counts, size_t n)
{
	size_t len = 0;

	for (size_t i = 0; i < n && len + 24 < size; i++)
		len += (size_t)snprintf(to + len, size - len, "%s%lld",
		    i > 0 ? " " : "", (long long)counts[i]);
}

int
counts_demand(struct parse *parse, const struct cg_header *header,
    const char *what, const int64_t *rows, const int64_t *found)
{
	char expected[200] = "", text[200] = "";
	size_t n = header->nevents;

	if (memcmp(rows, found, n * sizeof(*rows)) == 0)
		return 0;
	list_counts(expected, sizeof(expected), rows, n);
	list_counts(text, sizeof(text), found, n);
	return lines_error(&parse->lines,
	    "expected %s equal to the sum of the rows, %s; found %s", what,
	    expected, text);
}
