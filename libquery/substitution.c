/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads Perl's s/// and applies it with PCRE2's patterns.  The text is read as
 * Perl reads a string in double quotes: into bytes, groups, and changes of case
 * that may hold one another.  Everything it names is checked to exist, so that
 * a mistake is found before any name is read.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "substitution.h"

/* what the text is made of, in its order */
struct piece {
	enum { BYTE, GROUP, OPEN_CASE, CLOSE_CASE } kind;
	char byte;      /* or, of a case, one of "ULul" */
	uint32_t group; /* 0: all that matched */
};

struct part {
	const char *text;
	size_t len;
};

/* an expression while it is cut into parts */
struct expression {
	const char *option;
	const char *whole;
	const char *rest;
};

static _Noreturn void
reject(const struct expression *e, const char *why)
{
	cli_usage("%s: \"%s\": %s", e->option, e->whole, why);
}

static bool
is_alnum(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '_';
}

/* the delimiter that ends a part which `open` began */
static char
closing(char open)
{
	static const char brackets[] = "(){}[]<>";
	const char *p = strchr(brackets, open);

	return p != NULL && (p - brackets) % 2 == 0 ? p[1] : open;
}

/* the text from e->rest to its closing delimiter; brackets may nest */
static struct part
cut_part(struct expression *e, char open)
{
	char close = closing(open);
	struct part part = {.text = e->rest};
	int depth = 1;

	for (const char *p = e->rest; *p != '\0'; p++) {
		if (*p == '\\' && p[1] != '\0')
			p++;
		else if (*p == close && --depth == 0) {
			part.len = (size_t)(p - part.text);
			e->rest = p + 1;
			return part;
		} else if (*p == open && open != close)
			depth++;
	}
	reject(
	    e, "expected s/pattern/replacement/, found no closing delimiter");
}

static char
take_delimiter(struct expression *e)
{
	char c = *e->rest;

	if (c == '\0' || c == '\\' || c == ' ' || is_alnum(c))
		reject(e, "expected s/pattern/replacement/");
	e->rest++;
	return c;
}

/* the second part begins behind the first, or with a delimiter of its own,
 * which is set */
static struct part
cut_replacement(struct expression *e, char *open)
{
	if (closing(*open) == *open)
		return cut_part(e, *open);
	e->rest += strspn(e->rest, " \t\n");
	*open = take_delimiter(e);
	return cut_part(e, *open);
}

/*
 * The part as Perl sees it: a delimiter loses its backslash, and has then the
 * meaning that it has there; brackets in patterns keep theirs.
 */
static char *
copy_part(struct part *part, char open, bool is_pattern)
{
	char *copy = cli_alloc(part->len + 1, 1), *to = copy;
	char close = closing(open);
	bool cut = close == open || !is_pattern;

	for (size_t i = 0; i < part->len; i++) {
		if (part->text[i] == '\\' && i + 1 < part->len) {
			char next = part->text[++i];

			if (!cut || (next != open && next != close))
				*to++ = '\\';
		}
		*to++ = part->text[i];
	}
	part->text = copy;
	part->len = (size_t)(to - copy);
	return copy;
}

static void
read_flags(struct expression *e, uint32_t *compile, bool *global)
{
	for (; *e->rest != '\0'; e->rest++) {
		switch (*e->rest) {
		case 'g':
			*global = true;
			break;
		case 'i':
			*compile |= PCRE2_CASELESS;
			break;
		case 'x':
			*compile |= *compile & PCRE2_EXTENDED
					? PCRE2_EXTENDED_MORE
					: PCRE2_EXTENDED;
			break;
		default:
			reject(e, "expected the flags g, i and x only");
		}
	}
}

/* --- the replacement ------------------------------------------------------ */

enum { MAX_CASES = 1000 };

/* a replacement while it is read */
struct text {
	const struct expression *expression;
	const char *p;
	const char *end;
	uint32_t groups; /* of the pattern */
	struct substitution *sub;
	char cases[MAX_CASES]; /* those that are open, as in pieces */
	size_t ncases;
};

static void
put(struct text *t, struct piece piece)
{
	struct substitution *sub = t->sub;

	sub->pieces =
	    cli_resize(sub->pieces, sub->npieces + 1, sizeof(*sub->pieces));
	sub->pieces[sub->npieces++] = piece;
}

static void
put_byte(struct text *t, char byte)
{
	put(t, (struct piece){.kind = BYTE, .byte = byte});
}

static void
put_group(struct text *t, uint32_t group)
{
	if (group > t->groups)
		reject(t->expression,
		    "the replacement names a group that the pattern lacks");
	put(t, (struct piece){.kind = GROUP, .group = group});
}

static bool
next_is(const struct text *t, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(t->end - t->p) >= len && memcmp(t->p, word, len) == 0;
}

static bool
take(struct text *t, const char *word)
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

/* a number of at most so many digits; too large ones are the largest */
static uint32_t
take_number(struct text *t, int base, size_t digits)
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
reject_variable(const struct text *t)
{
	reject(t->expression,
	    "expected $1, ${1}, $& or \\$ in the replacement, found "
	    "another $");
}

/* Perl would look for an element of an array or a hash */
static void
demand_no_element(const struct text *t)
{
	static const char *const elements[] = {"[", "{", "->[", "->{"};

	for (size_t i = 0; i < sizeof(elements) / sizeof(elements[0]); i++)
		if (next_is(t, elements[i]))
			reject(t->expression,
			    "expected a backslash before the bracket or "
			    "arrow that follows a group");
}

/* $1, ${1} and $&, from behind the dollar */
static void
read_variable(struct text *t)
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
reject_escape(const struct text *t)
{
	reject(
	    t->expression, "the replacement has an escape that is not known");
}

/* a byte by its number, which no name can have if it is 0 */
static void
put_number(struct text *t, uint32_t byte)
{
	if (byte == 0 || byte > UINT8_MAX)
		reject_escape(t);
	put_byte(t, (char)byte);
}

/* {HEX} or {OCTAL} */
static void
read_braced(struct text *t, int base)
{
	uint32_t byte = take_number(t, base, SIZE_MAX);

	if (!take(t, "}"))
		reject_escape(t);
	put_number(t, byte);
}

/* \1 is $1, but \12 is octal */
static void
read_digits(struct text *t)
{
	bool alone = t->p + 1 == t->end || t->p[1] < '0' || t->p[1] > '9';

	if (*t->p != '0' && alone)
		put_group(t, take_number(t, 10, 1));
	else
		put_number(t, take_number(t, 8, 3));
}

static void
read_character(struct text *t)
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
	else if (!is_alnum(c) || c == '_')
		put_byte(t, c);
	else
		reject_escape(t);
}

/* --- changes of case ------------------------------------------------------ */

static void
open_case(struct text *t, char c)
{
	if (t->ncases == MAX_CASES)
		reject(
		    t->expression, "too many changes of case in one another");
	put(t, (struct piece){.kind = OPEN_CASE, .byte = c});
	t->cases[t->ncases++] = c;
}

static char
close_case(struct text *t)
{
	put(t, (struct piece){.kind = CLOSE_CASE});
	return t->cases[--t->ncases];
}

/* \E ends \U or \L, and each \u and \l within; one too many ends nothing */
static void
end_case(struct text *t)
{
	while (t->ncases > 0 && strchr("UL", close_case(t)) == NULL)
		;
}

/*
 * \U and \L hold what follows up to \E, to the end or to one another; \u and
 * \l as much, of which they change the first byte.  Perl takes \L\u for \u\L
 * and \U\l for \l\U.
 */
static void
read_case(struct text *t)
{
	char c = *t->p++;

	if (c == 'L' && take(t, "\\u"))
		open_case(t, 'u');
	if (c == 'U' && take(t, "\\l"))
		open_case(t, 'l');
	if (take(t, "\\E")) /* ends what holds nothing, not what holds it */
		return;
	if ((c == 'U' || c == 'L') &&
	    (memchr(t->cases, 'U', t->ncases) != NULL ||
		memchr(t->cases, 'L', t->ncases) != NULL))
		end_case(t);
	open_case(t, c);
}

static void
read_escape(struct text *t)
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
read_text(struct text *t)
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

/* between single quotes nothing stands for anything else but \\ */
static void
read_literal(struct text *t)
{
	while (t->p < t->end) {
		if (next_is(t, "\\\\"))
			t->p++;
		put_byte(t, *t->p++);
	}
}

void
substitution_init(
    struct substitution *sub, const char *option, const char *expression)
{
	struct expression e = {option, expression, expression};
	struct part pattern, replacement;
	struct text text = {.expression = &e, .sub = sub};
	uint32_t compile_flags = 0;
	char open, *copy;

	*sub = (struct substitution){.pattern = NULL};
	if (*e.rest++ != 's')
		reject(&e, "expected s/pattern/replacement/");
	open = take_delimiter(&e);
	pattern = cut_part(&e, open);
	copy = copy_part(&pattern, open, true);
	replacement = cut_replacement(&e, &open);
	read_flags(&e, &compile_flags, &sub->global);
	sub->pattern =
	    pattern_compile(option, pattern.text, pattern.len, compile_flags);
	free(copy);
	pcre2_pattern_info(sub->pattern, PCRE2_INFO_CAPTURECOUNT, &text.groups);
	copy = copy_part(&replacement, open, false);
	text.p = replacement.text;
	text.end = replacement.text + replacement.len;
	if (open == '\'')
		read_literal(&text);
	else
		read_text(&text);
	free(copy);
}

/* --- applying ------------------------------------------------------------- */

/* a name while it is changed */
struct result {
	const char *text;
	size_t len;             /* of the text */
	const PCRE2_SIZE *ends; /* of what matched, and of its groups */
	char *bytes;
	size_t n;
	size_t room;
};

static void
append(struct result *r, const char *bytes, size_t n)
{
	if (r->room - r->n < n) {
		r->room = 2 * r->room + n;
		r->bytes = cli_resize(r->bytes, r->room, 1);
	}
	if (n > 0)
		memcpy(r->bytes + r->n, bytes, n);
	r->n += n;
}

/* letters of ASCII only: names are bytes */
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

/* makes the pieces from `*piece` up to the one that closes their case, or all;
 * *piece is then behind it */
static void
append_pieces(struct result *r, const struct substitution *sub, size_t *piece)
{
	while (*piece < sub->npieces) {
		const struct piece *p = &sub->pieces[(*piece)++];
		size_t start = r->n;

		switch (p->kind) {
		case BYTE:
			append(r, &p->byte, 1);
			break;
		case GROUP:
			if (r->ends[2 * p->group] != PCRE2_UNSET)
				append(r, r->text + r->ends[2 * p->group],
				    r->ends[2 * p->group + 1] -
					r->ends[2 * p->group]);
			break;
		case OPEN_CASE:
			append_pieces(r, sub, piece);
			change_case(r->bytes + start, r->n - start, p->byte);
			break;
		case CLOSE_CASE:
			return;
		}
	}
}

/* appends what is between the matches, and the text for each */
static bool
replace(
    struct result *r, const struct substitution *sub, pcre2_match_data *match)
{
	size_t start = 0, copied = 0, piece;
	uint32_t flags = 0;
	bool any = false;

	while (start <= r->len) {
		if (!pattern_search(
			sub->pattern, r->text, r->len, start, flags, match)) {
			/* nothing but the nothing that was found there */
			if (flags == 0)
				break;
			flags = 0;
			start++;
			continue;
		}
		/* as \K can make it */
		if (r->ends[0] < copied || r->ends[1] < r->ends[0])
			pattern_die(PCRE2_ERROR_BADSUBSPATTERN, r->text);
		append(r, r->text + copied, r->ends[0] - copied);
		piece = 0;
		append_pieces(r, sub, &piece);
		any = true;
		start = copied = r->ends[1];
		if (!sub->global)
			break;
		flags = r->ends[0] == r->ends[1]
			    ? PCRE2_NOTEMPTY_ATSTART | PCRE2_ANCHORED
			    : 0;
	}
	append(r, r->text + copied, r->len - copied);
	return any;
}

char *
substitution_apply(const struct substitution *sub, const char *text)
{
	pcre2_match_data *match = pattern_match_data(sub->pattern);
	struct result r = {.text = text,
	    .len = strlen(text),
	    .ends = pcre2_get_ovector_pointer(match)};
	bool any = replace(&r, sub, match);

	append(&r, "", 1);
	pcre2_match_data_free(match);
	if (any)
		return r.bytes;
	free(r.bytes);
	return NULL;
}

void
substitution_release(struct substitution *sub)
{
	pcre2_code_free(sub->pattern);
	free(sub->pieces);
}
