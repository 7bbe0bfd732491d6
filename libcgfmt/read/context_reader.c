/* SPDX-License-Identifier: BSD-2-Clause */
/* The contexts of a profile, and the numbers that stand for them. */
#include "read/context_reader.h"
#include "callgrind.h"
#include "error.h"
#include "lex.h"

/* a context as it is written */
struct context_text {
	uint64_t number;
	uint64_t caller;
	bool has_caller;
	uint64_t address;
	int64_t line;
};

/* reads "(NUMBER)": 0, or -1 on an error */
static int
read_number(
    struct parse *parse, const char **p, const char *end, uint64_t *number)
{
	size_t len = callgrind_id(*p, end, number);

	if (len == 0)
		return parse_expected(
		    parse, "the number of a context in brackets", *p, end);
	*p = lex_skip_blanks(*p + len, end);
	return 0;
}

/* reads the place of the call: an address, a line, or both */
static int
read_place(struct parse *parse, const char *p, const char *end,
    struct context_text *text)
{
	uint64_t line = 0;
	int used = 0;

	if (lex_after(p, end, "0x") != NULL) {
		used = lex_natural(p, end, &text->address);
		p = used > 0 ? lex_skip_blanks(p + used, end) : p;
	}
	if (used >= 0 && p < end && lex_after(p, end, "0x") == NULL) {
		used = lex_natural(p, end, &line);
		p = used > 0 ? lex_skip_blanks(p + used, end) : p;
	}
	if (used < 0 || p < end || line > INT64_MAX)
		return parse_expected(
		    parse, "the address or line of a call", p, end);
	text->line = (int64_t)line;
	return 0;
}

static int
read_text(struct parse *parse, const char *p, const char *end,
    struct context_text *text)
{
	p = lex_skip_blanks(p, end);
	if (read_number(parse, &p, end, &text->number) < 0)
		return -1;
	if (p == end)
		return 0;
	text->has_caller = true;
	if (read_number(parse, &p, end, &text->caller) < 0)
		return -1;
	return read_place(parse, p, end, text);
}

static int
undefined(struct parse *parse, uint64_t number)
{
	return lines_error(&parse->lines,
	    "expected the number of a context, found (%llu), which was not "
	    "defined before",
	    (unsigned long long)number);
}

static int
find(const struct context_reader *r, struct parse *parse,
    const struct context_text *text, const struct cg_context *frame,
    const struct cg_context **context)
{
	*context = ids_find(&r->ids, text->number);
	if (*context != NULL && contexts_compare_names(*context, frame) != 0)
		return lines_error(&parse->lines,
		    "expected a context of %s, found (%llu), one of %s",
		    frame->function, (unsigned long long)text->number,
		    (*context)->function);
	return 0;
}

static int
define(struct context_reader *r, struct parse *parse,
    const struct context_text *text, const struct cg_context *names,
    const struct cg_context **context)
{
	struct cg_context frame = *names;

	frame.caller = NULL;
	if (text->has_caller)
		frame.caller = ids_find(&r->ids, text->caller);
	if (text->has_caller && frame.caller == NULL)
		return undefined(parse, text->caller);
	frame.address = text->address;
	frame.line = text->line;
	*context = contexts_intern(&r->contexts, &frame);
	if (*context == NULL || ids_define(&r->ids, text->number, *context) < 0)
		return error_memory(parse->error);
	return 0;
}

int
context_reader_read(struct context_reader *r, struct parse *parse,
    const char *p, const char *end, const struct cg_context *frame,
    const struct cg_context **context)
{
	struct context_text text = {.has_caller = false};

	*context = NULL;
	if (read_text(parse, p, end, &text) == 0) {
		if (!text.has_caller &&
		    find(r, parse, &text, frame, context) == 0 &&
		    *context != NULL)
			return 0;
		if (*context == NULL &&
		    define(r, parse, &text, frame, context) == 0)
			return 0;
	}
	*context = NULL;
	return parse->is_foreign && parse->error->is_damage
		   ? parse_ignore(parse)
		   : -1;
}

void
context_reader_clear(struct context_reader *r)
{
	ids_clear(&r->ids);
}

void
context_reader_release(struct context_reader *r)
{
	ids_clear(&r->ids);
	contexts_release(&r->contexts);
}
