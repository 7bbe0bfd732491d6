/* SPDX-License-Identifier: BSD-2-Clause */
/* Matches are found as Perl finds them, also with an empty pattern or \K. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "substitution.h"

void
substitution_init(
    struct substitution *sub, const char *option, const char *whole)
{
	struct expression e;
	uint32_t ngroups;

	expression_init(&e, option, whole);
	sub->global = e.global;
	sub->pattern =
	    pattern_compile(option, e.pattern, e.pattern_len, e.flags);
	pcre2_pattern_info(sub->pattern, PCRE2_INFO_CAPTURECOUNT, &ngroups);
	replacement_text_init(&sub->text, &e, ngroups);
	expression_release(&e);
}

/* a string that grows */
struct expansion {
	char *bytes;
	size_t n;
	size_t room;
};

static void
append(struct expansion *e, const char *bytes, size_t n)
{
	if (e->room - e->n < n) {
		e->room = 2 * e->room + n;
		e->bytes = cli_resize(e->bytes, e->room, 1);
	}
	if (n > 0)
		memcpy(e->bytes + e->n, bytes, n);
	e->n += n;
}

/* Changes letters of ASCII only, because names are bytes. */
static void
change_case(char *bytes, size_t n, char to)
{
	bool upper = to == 'U' || to == 'u';
	char first = upper ? 'a' : 'A';

	if (n > 1 && (to == 'u' || to == 'l'))
		n = 1;
	for (size_t i = 0; i < n; i++)
		if (bytes[i] >= first && bytes[i] < first + 26)
			bytes[i] ^= 'a' ^ 'A';
}

/*
 * Appends the pieces from *piece up to the one that closes their change of
 * case, or to the end; *piece is then the one after it.
 */
static void
append_pieces(const struct replacement_text *text, size_t *piece,
    const char *subject, const PCRE2_SIZE *ends, struct expansion *to)
{
	while (*piece < text->npieces) {
		const struct text_piece *p = &text->pieces[(*piece)++];
		size_t start = to->n;

		switch (p->kind) {
		case TEXT_BYTE:
			append(to, &p->byte, 1);
			break;
		case TEXT_GROUP:
			if (ends[2 * p->group] != PCRE2_UNSET)
				append(to, subject + ends[2 * p->group],
				    ends[2 * p->group + 1] -
					ends[2 * p->group]);
			break;
		case TEXT_OPEN_CASE:
			append_pieces(text, piece, subject, ends, to);
			/* to->bytes is NULL before the first byte */
			if (to->n > start)
				change_case(
				    to->bytes + start, to->n - start, p->byte);
			break;
		case TEXT_CLOSE_CASE:
			return;
		}
	}
}

/* Appends the subject with each match replaced; false if there is none. */
static bool
replace(const struct substitution *sub, const char *subject,
    pcre2_match_data *match, struct expansion *to)
{
	const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(match);
	size_t len = strlen(subject), start = 0, copied = 0, piece;
	uint32_t flags = 0;
	bool any = false;

	while (start <= len) {
		if (!pattern_search(
			sub->pattern, subject, len, start, flags, match)) {
			if (flags == 0)
				break;
			/* only the same empty match is here: go on */
			flags = 0;
			start++;
			continue;
		}
		/* \K can make a match start after its end or overlap */
		if (ends[0] < copied || ends[1] < ends[0])
			pattern_die(PCRE2_ERROR_BADSUBSPATTERN, subject);
		append(to, subject + copied, ends[0] - copied);
		piece = 0;
		append_pieces(&sub->text, &piece, subject, ends, to);
		any = true;
		start = copied = ends[1];
		if (!sub->global)
			break;
		flags = ends[0] == ends[1]
			    ? PCRE2_NOTEMPTY_ATSTART | PCRE2_ANCHORED
			    : 0;
	}
	append(to, subject + copied, len - copied);
	return any;
}

char *
substitution_apply(const struct substitution *sub, const char *text)
{
	pcre2_match_data *match = pattern_match_data(sub->pattern);
	struct expansion result = {.n = 0};
	bool any = replace(sub, text, match, &result);

	append(&result, "", 1);
	pcre2_match_data_free(match);
	if (any)
		return result.bytes;
	free(result.bytes);
	return NULL;
}

void
substitution_release(struct substitution *sub)
{
	pcre2_code_free(sub->pattern);
	replacement_text_release(&sub->text);
}
