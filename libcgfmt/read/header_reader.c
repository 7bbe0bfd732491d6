/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The grammar of the header.  Cachegrind's has desc: lines, cmd: and events:,
 * in this order.  Callgrind's has more lines, in any order, and may lack all
 * but the events; the first line that only it can have decides.
 */
#include <stdlib.h>
#include <string.h>

#include "callgrind.h"
#include "error.h"
#include "lex.h"
#include "read/counts.h"
#include "read/event_lines.h"
#include "read/foreign.h"

enum { MAX_EVENTS = 1000 }; /* bounds work that is quadratic in them */

/* interns the text after a keyword, without the blanks around it */
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
	size_t n = h->view.ndescs;
	const char **larger = h->descs;

	/* doubles at each power of two */
	if ((n & (n - 1)) == 0)
		larger = realloc(h->descs, (2 * n + 1) * sizeof(*larger));
	if (larger == NULL)
		return error_memory(parse->error);
	h->view.descs = h->descs = larger;
	return take_text(parse, p, end, &larger[h->view.ndescs++]);
}

int
header_number_event(struct header *h, const char *name, uint32_t *number)
{
	uint64_t word = (uintptr_t)name;

	h->numbers.width = 1;
	return tuples_intern(&h->numbers, &word, number);
}

static int
add_event(struct header *h, struct parse *parse, const char *p, const char *end)
{
	const char *name;
	struct cg_event *larger;
	uint32_t number;

	if (parse_name(parse, p, end, &name) < 0)
		return -1;
	if (header_number_event(h, name, &number) < 0)
		return error_memory(parse->error);
	if (number < h->view.nevents)
		return lines_error(&parse->lines,
		    "expected each event once, found \"%s\" twice", name);
	if (h->view.nevents == MAX_EVENTS)
		return lines_error(&parse->lines,
		    "expected at most %d events, found more", MAX_EVENTS);
	larger = realloc(h->events, (h->view.nevents + 1) * sizeof(*larger));
	if (larger == NULL)
		return error_memory(parse->error);
	larger[h->view.nevents++] = (struct cg_event){.name = name};
	h->view.events = h->events = larger;
	return 0;
}

/* calls the function for every word of the text */
static int
read_words(struct header *h, struct parse *parse, const char *p,
    const char *end,
    int (*take)(struct header *, struct parse *, const char *, const char *))
{
	for (p = lex_skip_blanks(p, end); p < end;
	     p = lex_skip_blanks(p, end)) {
		const char *word_end = lex_word_end(p, end);

		if (take(h, parse, p, word_end) < 0)
			return -1;
		p = word_end;
	}
	return 0;
}

static int
read_events(
    struct header *h, struct parse *parse, const char *p, const char *end)
{
	if (h->view.nevents > 0)
		return lines_error(
		    &parse->lines, "expected \"events:\" once, found it twice");
	if (read_words(h, parse, p, end, add_event) < 0)
		return -1;
	return h->view.nevents > 0
		   ? 0
		   : parse_expected(parse, "the name of an event", end, end);
}

/* --- Callgrind's format --------------------------------------------------- */

static int
add_position(
    struct header *h, struct parse *parse, const char *p, const char *end)
{
	static const struct {
		const char *name;
		enum position position;
	} names[] = {
	    {"instr", POSITION_ADDRESS},
	    {"addr", POSITION_ADDRESS},
	    {"bb", POSITION_BLOCK},
	    {"line", POSITION_LINE},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (lex_after(p, end, names[i].name) != end)
			continue;
		if (h->npositions == NPOSITIONS)
			break;
		h->positions[h->npositions++] = names[i].position;
		return 0;
	}
	return parse_expected(parse, "\"instr\", \"bb\" and \"line\"", p, end);
}

static int
read_summary(
    struct header *h, struct parse *parse, const char *p, const char *end)
{
	size_t n = h->view.nevents;
	bool *present = calloc(n, sizeof(*present));
	int status;

	if (h->summary == NULL)
		h->summary = calloc(n, sizeof(*h->summary));
	if (present == NULL || h->summary == NULL)
		status = error_memory(parse->error);
	else
		status =
		    counts_read(parse, &h->view, p, end, h->summary, present);
	free(present);
	return status;
}

/* keeps the first text */
static int
read_once(
    struct parse *parse, const char *p, const char *end, const char **text)
{
	return *text == NULL ? take_text(parse, p, end, text) : 0;
}

/* A line that is cut is not the whole creator. */
static int
read_creator(
    struct header *h, struct parse *parse, const char *p, const char *end)
{
	if (read_once(parse, p, end, &h->view.creator) < 0)
		return -1;
	if (!parse->lines.is_cut)
		parse->is_of_others = !callgrind_is_ours(&h->view);
	return 0;
}

enum header_key {
	KEY_VERSION,
	KEY_CREATOR,
	KEY_PID,
	KEY_PART,
	KEY_THREAD,
	KEY_POSITIONS,
	KEY_EVENT,
	KEY_EVENTS,
	KEY_CMD,
	KEY_DESC,
	KEY_SUMMARY,
	NKEYS,
};

/* the key of the line, and *value after it; NKEYS: not a line of a header */
static enum header_key
find_key(const char *line, const char *end, const char **value)
{
	static const char *const names[NKEYS] = {
	    [KEY_VERSION] = "version:",
	    [KEY_CREATOR] = "creator:",
	    [KEY_PID] = "pid:",
	    [KEY_PART] = "part:",
	    [KEY_THREAD] = "thread:",
	    [KEY_POSITIONS] = "positions:",
	    [KEY_EVENT] = "event:",
	    [KEY_EVENTS] = "events:",
	    [KEY_CMD] = "cmd:",
	    [KEY_DESC] = "desc:",
	    [KEY_SUMMARY] = "summary:",
	};
	enum header_key key = 0;

	while (
	    key < NKEYS && (*value = lex_after(line, end, names[key])) == NULL)
		key++;
	return key;
}

bool
header_has(const char *line, const char *end)
{
	const char *value;

	return find_key(line, end, &value) < NKEYS;
}

bool
header_is_separator(const char *line, const char *end)
{
	return lex_after(line, end, "==== NEW PROFILING FILE") != NULL;
}

static int
read_value(struct header *h, struct parse *parse, enum header_key key,
    const char *p, const char *end)
{
	uint64_t version;

	switch (key) {
	case KEY_VERSION:
		p = lex_skip_blanks(p, end);
		if (lex_natural(p, end, &version) <= 0 || version > 1)
			return parse_expected(parse, "version 0 or 1", p, end);
		return 0;
	case KEY_CREATOR:
		return read_creator(h, parse, p, end);
	case KEY_PID:
		return read_once(parse, p, end, &h->view.pid);
	case KEY_PART:
		return read_once(parse, p, end, &h->view.part);
	case KEY_THREAD:
		return read_once(parse, p, end, &h->view.thread);
	case KEY_POSITIONS:
		h->npositions = 0;
		return read_words(h, parse, p, end, add_position);
	case KEY_EVENT:
		return event_line_read(h, parse, p, end);
	case KEY_EVENTS:
		return read_events(h, parse, p, end);
	case KEY_CMD:
		return read_once(parse, p, end, &h->view.cmd);
	case KEY_DESC:
		return add_desc(h, parse, p, end);
	case KEY_SUMMARY:
		return read_summary(h, parse, p, end);
	case NKEYS:
		break;
	}
	return 0;
}

int
header_read_part(struct header *h, struct parse *parse)
{
	const char *line, *end, *value;
	int got;

	parse->returns_comments = true;
	while ((got = parse_line(parse, &line, &end)) == 1) {
		enum header_key key = find_key(line, end, &value);

		if (*line == '#' &&
		    lex_after(line, end, callgrind_entries) == NULL)
			continue;
		if (h->view.nevents == 0 && header_is_separator(line, end))
			continue;
		/* before events, a summary is of the part before this one */
		if (key == NKEYS ||
		    (key == KEY_SUMMARY && h->view.nevents == 0)) {
			parse_push_back(parse);
			return 0;
		}
		if (read_value(h, parse, key, value, end) < 0)
			return -1;
	}
	return got;
}

static bool
has_position(const struct header *h, enum position position)
{
	for (size_t i = 0; i < h->npositions; i++)
		if (h->positions[i] == position)
			return true;
	return false;
}

/* reads Callgrind's header from the last line read on, which may be a comment
 */
static int
read_callgrind(struct header *h, struct parse *parse)
{
	if (*parse->line != '#')
		parse_push_back(parse);
	h->view.format = CG_CALLGRIND;
	if (header_read_part(h, parse) < 0)
		return -1;
	if (h->view.nevents == 0 && !parse->pushed_back)
		return lines_error(&parse->lines,
		    "expected \"events:\", found the end of the file");
	if (h->view.nevents == 0)
		return foreign_line(parse, "\"events:\"", false);
	if (h->view.cmd == NULL)
		h->view.cmd = "";
	if (h->npositions == 0)
		h->positions[h->npositions++] = POSITION_LINE;
	h->view.has_addresses = has_position(h, POSITION_ADDRESS);
	h->view.has_no_lines = !has_position(h, POSITION_LINE);
	return event_lines_apply(h, parse);
}

/* --- Cachegrind's format -------------------------------------------------- */

/* true if only Callgrind's format can have this line before "events:" */
static bool
is_callgrind(const char *line, const char *end)
{
	const char *value;

	return lex_after(line, end, "# callgrind format") != NULL ||
	       header_is_separator(line, end) ||
	       find_key(line, end, &value) < KEY_EVENTS;
}

/* reads the next line to parse->line: 1, or 0 if it is Callgrind's */
static int
next_line(struct parse *parse, const char *what)
{
	int got;

	do
		got = lines_next(&parse->lines, &parse->line, &parse->end);
	while (got == 1 && !is_callgrind(parse->line, parse->end) &&
	       (*parse->line == '#' ||
		   lex_skip_blanks(parse->line, parse->end) == parse->end));
	if (got < 0)
		return -1;
	if (got == 0 && parse->lines.number == 0)
		return error_set(parse->error,
		    "%s: expected a profile, found an empty file",
		    bytes_name(parse->lines.bytes));
	if (got == 0)
		return lines_error(&parse->lines,
		    "expected %s, found the end of the file", what);
	return !is_callgrind(parse->line, parse->end);
}

/* the text after the keyword in the last line read; NULL: it has another */
static const char *
last_value(const struct parse *parse, const char *keyword)
{
	return lex_after(parse->line, parse->end, keyword);
}

/* reads desc: lines, cmd: and events:, as every reader of Cachegrind's format
 * demands them: 1, or 0 if the format turns out to be Callgrind's */
static int
read_cachegrind(struct header *h, struct parse *parse)
{
	static const char first[] = "\"desc:\" or \"cmd:\"";
	const char *value;
	int got = next_line(parse, first);

	if (got == 1 && last_value(parse, "events:") != NULL)
		return 0;
	while (got == 1 && (value = last_value(parse, "desc:")) != NULL) {
		if (add_desc(h, parse, value, parse->end) < 0)
			return -1;
		got = next_line(parse, first);
	}
	if (got != 1)
		return got;
	value = last_value(parse, "cmd:");
	if (value == NULL)
		return foreign_line(parse, first, h->view.ndescs == 0);
	if (take_text(parse, value, parse->end, &h->view.cmd) < 0)
		return -1;
	got = next_line(parse, "\"events:\"");
	if (got != 1)
		return got;
	value = last_value(parse, "events:");
	if (value == NULL)
		return foreign_line(parse, "\"events:\"", false);
	return read_events(h, parse, value, parse->end) < 0 ? -1 : 1;
}

int
header_read(struct header *h, struct parse *parse)
{
	int got;

	if (foreign_reject(parse) < 0)
		return -1;
	got = read_cachegrind(h, parse);
	if (got == 0)
		return read_callgrind(h, parse);
	return got == 1 ? 0 : -1;
}

void
header_release(struct header *h)
{
	free(h->descs);
	free(h->events);
	tuples_release(&h->numbers);
	free(h->summary);
	event_lines_release(h);
}
