/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines, names and errors, for the readers of headers and bodies. */
#include <string.h>

#include "error.h"
#include "lex.h"
#include "read/parse.h"
#include "text.h"

int
parse_init(struct parse *parse, struct bytes *bytes, struct cg_error *error)
{
	*parse = (struct parse){.error = error};
	return lines_init(&parse->lines, bytes, error);
}

int
parse_line(struct parse *parse, const char **line, const char **end)
{
	int got = parse->pushed_back;

	while (!parse->pushed_back &&
	       (got = lines_next(&parse->lines, line, end)) == 1) {
		parse->line = *line;
		parse->end = *end;
		if ((**line != '#' || parse->returns_comments) &&
		    lex_skip_blanks(*line, *end) != *end)
			break;
	}
	parse->pushed_back = false;
	*line = parse->line;
	*end = parse->end;
	return got;
}

void
parse_push_back(struct parse *parse)
{
	parse->pushed_back = true;
}

static int
demand_text(struct parse *parse, const char *p, const char *end)
{
	if (memchr(p, '\0', (size_t)(end - p)) == NULL)
		return 0;
	return lines_error(
	    &parse->lines, "expected a name, found a NUL byte in it");
}

int
parse_name(
    struct parse *parse, const char *p, const char *end, const char **name)
{
	if (demand_text(parse, p, end) < 0)
		return -1;
	*name = names_intern(&parse->names, p, (size_t)(end - p));
	return *name != NULL ? 0 : error_memory(parse->error);
}

int
parse_stage(struct parse *parse, const char *p, const char *end,
    struct double_buffer *buffer)
{
	if (demand_text(parse, p, end) < 0)
		return -1;
	return double_buffer_stage(buffer, p, (size_t)(end - p)) == 0
		   ? 0
		   : error_memory(parse->error);
}

int
parse_ignore(struct parse *parse)
{
	error_pass(&parse->passed, parse->error);
	error_clear(parse->error);
	return 0;
}

int
parse_pass(struct parse *parse, const char **name)
{
	if (!parse->is_partial && !parse->is_foreign)
		return -1;
	parse_ignore(parse);
	return parse_name(parse, cg_unknown_name,
	    cg_unknown_name + strlen(cg_unknown_name), name);
}

struct quote
quote(const char *p, const char *end)
{
	struct quote q = {""};
	const size_t most = sizeof(q.text) - sizeof("...");
	size_t len = (size_t)(end - p), at = 0, n;

	if (cg_escape(q.text, sizeof(q.text), p, len) < sizeof(q.text))
		return q;
	end = q.text + strlen(q.text);
	while ((n = text_unit(q.text + at, end)) <= most - at)
		at += n;
	memcpy(q.text + at, "...", sizeof("..."));
	return q;
}

const char *
parse_bound(const char *number)
{
	return *number == '-' ? "at least -9223372036854775808"
			      : "at most 9223372036854775807";
}

int
parse_expected(
    struct parse *parse, const char *what, const char *p, const char *end)
{
	if (p == end)
		return lines_error(&parse->lines,
		    "expected %s, found the end of the line", what);
	return lines_error(&parse->lines, "expected %s, found \"%s\"", what,
	    quote(p, end).text);
}

void
parse_release(struct parse *parse)
{
	lines_release(&parse->lines);
	names_release(&parse->names);
}
