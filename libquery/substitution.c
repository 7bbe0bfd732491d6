/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads Perl's s/// and hands it to PCRE2.  The parts are cut at their
 * delimiters here; the replacement is rewritten, since Perl says \1 and $&
 * where PCRE2 says $1 and $0, and every group it names is checked to exist, so
 * that a mistake is found before any name is read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "substitution.h"

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

/* the second part begins behind the first, or with brackets of its own */
static struct part
cut_replacement(struct expression *e, char open)
{
	if (closing(open) == open)
		return cut_part(e, open);
	e->rest += strspn(e->rest, " \t\n");
	return cut_part(e, take_delimiter(e));
}

/*
 * The pattern as Perl sees it: a delimiter loses its backslash, and has then
 * the meaning that it has in patterns; brackets keep theirs.
 */
static char *
copy_pattern(struct part *part, char open)
{
	char *copy = cli_alloc(part->len + 1, 1), *to = copy;

	for (size_t i = 0; i < part->len; i++) {
		if (part->text[i] == '\\' && i + 1 < part->len) {
			i++;
			if (part->text[i] != open || closing(open) != open)
				*to++ = '\\';
		}
		*to++ = part->text[i];
	}
	part->text = copy;
	part->len = (size_t)(to - copy);
	return copy;
}

static void
read_flags(struct expression *e, uint32_t *compile, uint32_t *substitute)
{
	for (; *e->rest != '\0'; e->rest++) {
		switch (*e->rest) {
		case 'g':
			*substitute |= PCRE2_SUBSTITUTE_GLOBAL;
			break;
		case 'i':
			*compile |= PCRE2_CASELESS;
			break;
		case 'x':
			*compile |= PCRE2_EXTENDED;
			break;
		default:
			reject(e, "expected the flags g, i and x only");
		}
	}
}

/* --- the replacement ------------------------------------------------------ */

/* a replacement while it is rewritten; `to` has room for it */
struct rewrite {
	const struct expression *expression;
	const char *p;
	const char *end;
	char *to;
	uint32_t groups; /* of the pattern */
};

static void
put_group(struct rewrite *w, uint32_t group)
{
	if (group > w->groups)
		reject(w->expression,
		    "the replacement names a group that the pattern lacks");
	w->to += sprintf(w->to, "${%u}", group);
}

static uint32_t
take_number(struct rewrite *w)
{
	uint32_t n = 0;

	/* more groups than PCRE2 can have: reject, do not wrap */
	for (; w->p < w->end && *w->p >= '0' && *w->p <= '9'; w->p++)
		if (n < 100000)
			n = n * 10 + (uint32_t)(*w->p - '0');
	return n;
}

/* $1, ${1} and $&, from behind the dollar */
static void
rewrite_variable(struct rewrite *w)
{
	bool braced = w->p < w->end && *w->p == '{';

	w->p += braced;
	if (!braced && w->p < w->end && *w->p == '&') {
		w->p++;
		put_group(w, 0);
		return;
	}
	if (w->p == w->end || *w->p < '1' || *w->p > '9')
		goto fail;
	put_group(w, take_number(w));
	if (!braced)
		return;
	if (w->p < w->end && *w->p == '}') {
		w->p++;
		return;
	}
fail:
	reject(w->expression,
	    "expected $1, ${1}, $& or \\$ in the replacement, found another $");
}

/*
 * \1 is $1; what else follows a backslash means the same to PCRE2, but for \Q,
 * which to Perl is about what $1 stands for and to PCRE2 about the dollar
 */
static void
rewrite_escape(struct rewrite *w)
{
	if (w->p < w->end && *w->p >= '1' && *w->p <= '9') {
		put_group(w, (uint32_t)(*w->p++ - '0'));
		return;
	}
	if (w->p < w->end && *w->p == 'Q')
		reject(w->expression,
		    "the replacement has an escape that is not known");
	*w->to++ = '\\';
	if (w->p < w->end)
		*w->to++ = *w->p++;
}

static char *
rewrite_replacement(
    const struct expression *e, struct part part, uint32_t groups)
{
	/* "$1" becomes "${1}": no byte becomes more than three */
	char *result = cli_alloc(part.len * 3 + 1, 1);
	struct rewrite w = {.expression = e,
	    .p = part.text,
	    .end = part.text + part.len,
	    .to = result,
	    .groups = groups};

	while (w.p < w.end) {
		char c = *w.p++;

		if (c == '$')
			rewrite_variable(&w);
		else if (c == '\\')
			rewrite_escape(&w);
		else
			*w.to++ = c;
	}
	*w.to = '\0';
	return result;
}

/* --- applying ------------------------------------------------------------- */

/* pcre2_substitute into a new string: its status, *result set if positive */
static int
substitute(const pcre2_code *pattern, const char *replacement, uint32_t flags,
    const char *text, char **result)
{
	PCRE2_SIZE size = strlen(text) + strlen(replacement) + 1, len;
	int status;

	*result = NULL;
	do {
		*result = cli_resize(*result, size, 1);
		len = size;
		status =
		    pcre2_substitute(pattern, (PCRE2_SPTR)text, strlen(text), 0,
			flags | PCRE2_SUBSTITUTE_EXTENDED |
			    PCRE2_SUBSTITUTE_UNSET_EMPTY |
			    PCRE2_SUBSTITUTE_OVERFLOW_LENGTH,
			NULL, NULL, (PCRE2_SPTR)replacement,
			strlen(replacement), (PCRE2_UCHAR *)*result, &len);
		size = len;
	} while (status == PCRE2_ERROR_NOMEMORY);
	/* names cannot hold what \x00 asks for */
	if (status > 0 && strlen(*result) != len)
		status = PCRE2_ERROR_BADREPLACEMENT;
	if (status > 0)
		return status;
	free(*result);
	*result = NULL;
	return status;
}

/* PCRE2 looks at a replacement only when something matched: make it match */
static void
check_replacement(
    const struct expression *e, const char *replacement, uint32_t groups)
{
	char *text = cli_alloc(groups * 2 + 1, 1), *result;
	pcre2_code *empty;

	for (uint32_t i = 0; i < groups; i++)
		memcpy(text + i * 2, "()", 2);
	empty = pattern_compile(e->option, text, groups * 2, 0);
	if (substitute(empty, replacement, 0, "", &result) <= 0)
		reject(e, "the replacement has an escape that is not known");
	pcre2_code_free(empty);
	free(result);
	free(text);
}

void
substitution_init(
    struct substitution *sub, const char *option, const char *expression)
{
	struct expression e = {option, expression, expression};
	struct part pattern, replacement;
	uint32_t compile_flags = 0, groups;
	char open, *copy;

	*sub = (struct substitution){.pattern = NULL};
	if (*e.rest++ != 's')
		reject(&e, "expected s/pattern/replacement/");
	open = take_delimiter(&e);
	pattern = cut_part(&e, open);
	replacement = cut_replacement(&e, open);
	read_flags(&e, &compile_flags, &sub->flags);
	copy = copy_pattern(&pattern, open);
	sub->pattern =
	    pattern_compile(option, pattern.text, pattern.len, compile_flags);
	free(copy);
	pcre2_pattern_info(sub->pattern, PCRE2_INFO_CAPTURECOUNT, &groups);
	sub->replacement = rewrite_replacement(&e, replacement, groups);
	check_replacement(&e, sub->replacement, groups);
}

char *
substitution_apply(const struct substitution *sub, const char *text)
{
	char *result;
	int status = substitute(
	    sub->pattern, sub->replacement, sub->flags, text, &result);

	if (status == PCRE2_ERROR_JIT_STACKLIMIT)
		status = substitute(sub->pattern, sub->replacement,
		    sub->flags | PCRE2_NO_JIT, text, &result);
	if (status < 0)
		pattern_die(status, text);
	return result;
}

void
substitution_release(struct substitution *sub)
{
	pcre2_code_free(sub->pattern);
	free(sub->replacement);
}
