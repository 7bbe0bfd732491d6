/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The grammar of the header: desc: lines, then cmd:, then events:, in the order
 * that every Cachegrind reader demands.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "header.h"
#include "lex.h"

/* the text behind a keyword, without the blanks around it */
static int
take_text(
    struct parse *parse, const char *p, const char *end, const char **text)
{
	p = lex_skip_blanks(p, end);
	return parse_name(parse, p, lex_trim_end(p, end), text);
}

static int
add_desc(struct header *h, struct parse *parse, const char *p, const char *end)
{
	const char **larger =
	    realloc(h->descs, (h->view.ndescs + 1) * sizeof(*larger));

	if (larger == NULL)
		return error_memory(parse->error);
	h->view.descs = h->descs = larger;
	return take_text(parse, p, end, &larger[h->view.ndescs++]);
}

static int
add_event(struct header *h, struct parse *parse, const char *p, const char *end)
{
	const char *name;
	struct cg_event *larger;

	if (parse_name(parse, p, end, &name) < 0)
		return -1;
	if (cg_header_event(&h->view, name, strlen(name)) >= 0)
		return lines_error(&parse->lines,
		    "expected each event once, found \"%s\" twice", name);
	larger = realloc(h->events, (h->view.nevents + 1) * sizeof(*larger));
	if (larger == NULL)
		return error_memory(parse->error);
	larger[h->view.nevents++] = (struct cg_event){.name = name};
	h->view.events = h->events = larger;
	return 0;
}

static int
read_events(
    struct header *h, struct parse *parse, const char *p, const char *end)
{
	for (p = lex_skip_blanks(p, end); p < end;
	     p = lex_skip_blanks(p, end)) {
		const char *word_end = lex_word_end(p, end);

		if (add_event(h, parse, p, word_end) < 0)
			return -1;
		p = word_end;
	}
	return h->view.nevents > 0
		   ? 0
		   : parse_expected(parse, "the name of an event", p, end);
}

static bool
is_callgrind(const char *line, const char *end)
{
	static const char *const marks[] = {"# callgrind format",
	    "version:", "creator:", "pid:", "part:", "positions:"};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (lex_after(line, end, marks[i]) != NULL)
			return true;
	return false;
}

/* the next line, which must be there; Callgrind's first one is a comment */
static int
next_line(
    struct parse *parse, const char *what, const char **line, const char **end)
{
	int got;

	do
		got = lines_next(&parse->lines, line, end);
	while (got == 1 && !is_callgrind(*line, *end) &&
	       (**line == '#' || lex_skip_blanks(*line, *end) == *end));
	if (got < 0)
		return -1;
	if (got == 0 && parse->lines.number == 0)
		return error_set(parse->error,
		    "%s: expected a profile, found an empty file",
		    bytes_name(parse->lines.bytes));
	if (got == 0)
		return lines_error(&parse->lines,
		    "expected %s, found the end of the file", what);
	if (is_callgrind(*line, *end))
		return lines_error(&parse->lines,
		    "expected a profile in Cachegrind's format, "
		    "found one in Callgrind's");
	return 0;
}

int
header_read(struct header *h, struct parse *parse)
{
	static const char first[] = "\"desc:\" or \"cmd:\"";
	const char *line, *end, *rest;

	if (next_line(parse, first, &line, &end) < 0)
		return -1;
	while ((rest = lex_after(line, end, "desc:")) != NULL) {
		if (add_desc(h, parse, rest, end) < 0 ||
		    next_line(parse, first, &line, &end) < 0)
			return -1;
	}
	rest = lex_after(line, end, "cmd:");
	if (rest == NULL)
		return parse_expected(parse, first, line, end);
	if (take_text(parse, rest, end, &h->view.cmd) < 0 ||
	    next_line(parse, "\"events:\"", &line, &end) < 0)
		return -1;
	rest = lex_after(line, end, "events:");
	if (rest == NULL)
		return parse_expected(parse, "\"events:\"", line, end);
	return read_events(h, parse, rest, end);
}

void
header_release(struct header *h)
{
	free(h->descs);
	free(h->events);
}

int
cg_header_event(const struct cg_header *header, const char *name, size_t len)
{
	for (size_t i = 0; i < header->nevents; i++)
		if (strncmp(header->events[i].name, name, len) == 0 &&
		    header->events[i].name[len] == '\0')
			return (int)i;
	return -1;
}
