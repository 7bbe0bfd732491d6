/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An "event:" line gives a counted event its long name.  Other events are
 * derived if the line has a formula; events with neither a column nor a formula
 * are dropped.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "events/derived.h"
#include "lex.h"
#include "read/event_lines.h"

enum { MAX_LINES = 1000 }; /* formulas can nest as deep as this */

struct event_line {
	struct cg_event event;
	uint64_t number; /* of the line */
};

/* interns the text without the blanks around it; NULL if nothing is left */
static int
take_text(
    struct parse *parse, const char *p, const char *end, const char **text)
{
	p = lex_skip_blanks(p, end);
	end = lex_trim_end(p, end);
	return p < end ? parse_name(parse, p, end, text) : 0;
}

static const char *
find(const char *p, const char *end, char c)
{
	const char *found = memchr(p, c, (size_t)(end - p));

	return found != NULL ? found : end;
}

int
event_line_read(
    struct header *h, struct parse *parse, const char *p, const char *end)
{
	const char *colon = find(p, end, ':'), *equals = find(p, colon, '=');
	struct cg_event event = {.name = NULL};
	struct event_line *larger;

	if (take_text(parse, p, equals, &event.name) < 0)
		return -1;
	if (event.name == NULL)
		return parse_expected(parse, "the name of an event", p, end);
	if ((equals < colon &&
		take_text(parse, equals + 1, colon, &event.formula) < 0) ||
	    (colon < end &&
		take_text(parse, colon + 1, end, &event.long_name) < 0))
		return -1;
	if (h->nlines == MAX_LINES)
		return lines_error(&parse->lines,
		    "expected at most %d \"event:\" lines, found more",
		    MAX_LINES);
	larger = realloc(h->lines, (h->nlines + 1) * sizeof(*larger));
	if (larger == NULL)
		return error_memory(parse->error);
	larger[h->nlines++] = (struct event_line){event, parse->lines.number};
	h->lines = larger;
	return 0;
}

/* gives counted events their long names and lists the derived ones */
static void
sort_out(struct header *h, uint64_t *line_numbers)
{
	h->view.derived = h->derived;
	h->view.factors = h->factors;
	for (size_t i = 0; i < h->nlines; i++) {
		const struct cg_event *event = &h->lines[i].event;
		size_t len = strlen(event->name), n = h->view.nderived;
		int counted = cg_header_event(&h->view, event->name, len);

		if (counted >= 0) {
			h->events[counted].long_name = event->long_name;
		} else if (event->formula != NULL &&
			   cg_header_derived(&h->view, event->name, len) < 0) {
			line_numbers[n] = h->lines[i].number;
			h->derived[n] = *event;
			h->view.nderived++;
		}
	}
}

static int
resolve(struct header *h, struct parse *parse, const uint64_t *line_numbers)
{
	struct derived_fault fault;

	if (derived_resolve(&h->view, h->factors, &fault) == 0)
		return 0;
	if (fault.why.text[0] == '\0')
		return error_memory(parse->error);
	/* the error is in an earlier line; no other line will be read */
	parse->lines.number = line_numbers[fault.event];
	if (fault.is_length)
		return lines_error(&parse->lines, "%s", fault.why.text);
	return lines_error(&parse->lines,
	    "expected a formula of events, found \"%s\": %s",
	    h->derived[fault.event].formula, fault.why.text);
}

int
event_lines_apply(struct header *h, struct parse *parse)
{
	size_t n = h->nlines;
	uint64_t *line_numbers = calloc(n + 1, sizeof(*line_numbers));
	int status;

	h->derived = calloc(n + 1, sizeof(*h->derived));
	h->factors = calloc(n * h->view.nevents + 1, sizeof(*h->factors));
	if (line_numbers == NULL || h->derived == NULL || h->factors == NULL) {
		status = error_memory(parse->error);
	} else {
		sort_out(h, line_numbers);
		status = resolve(h, parse, line_numbers);
	}
	free(line_numbers);
	return status;
}

void
event_lines_release(struct header *h)
{
	free(h->lines);
	free(h->derived);
	free(h->factors);
}
