/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The pull reader: header, then rows, then the proof that they are all there.
 * Hides the grammar of cgfmt(5).  Strict where data would be lost (an unknown
 * line, too many counts, no summary), tolerant where a producer is merely odd
 * (blanks, comments, rows in any order, rows before any name).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "lex.h"
#include "lines.h"
#include "names.h"

/* where rows belong that come before any fl= or fn= line, as in cg_merge */
static const char no_name[] = "???";

/* the events that rows are handed out with; index NULL: the header's */
struct choice {
	size_t nevents;
	size_t *index; /* in the header's events */
	int64_t *counts;
	bool *given;
	int64_t *totals;
};

struct cg_reader {
	struct lines lines;
	struct cg_error *error;
	struct names names;
	struct cg_header header; /* points into the two arrays below */
	const char **descs;
	struct cg_event *events;
	const char *file;
	const char *function;
	int64_t *counts; /* of the last row */
	bool *given;     /* of the last row */
	int64_t *totals;
	int64_t *summary;
	bool has_summary;
	struct choice choice;
};

/* --- lines ---------------------------------------------------------------- */

/* the start of what was found, for a message */
struct quote {
	char text[48];
};

static struct quote
quote(const char *p, const char *end)
{
	struct quote q = {""};
	size_t len = (size_t)(end - p);

	if (cg_escape(q.text, sizeof(q.text), p, len) >= sizeof(q.text))
		memcpy(q.text + sizeof(q.text) - 4, "...", 4);
	return q;
}

/* error: expected `what` at p; returns -1 */
static int
expected(struct cg_reader *r, const char *what, const char *p, const char *end)
{
	if (p == end)
		return lines_error(
		    &r->lines, "expected %s, found the end of the line", what);
	return lines_error(
	    &r->lines, "expected %s, found \"%s\"", what, quote(p, end).text);
}

/* skips what carries nothing: blank lines and comments */
static int
next_line(struct cg_reader *r, const char **line, const char **end)
{
	int got;

	while ((got = lines_next(&r->lines, line, end)) == 1)
		if (**line != '#' && lex_skip_blanks(*line, *end) != *end)
			break;
	return got;
}

static int
intern(struct cg_reader *r, const char *p, const char *end, const char **name)
{
	if (memchr(p, '\0', (size_t)(end - p)) != NULL)
		return lines_error(
		    &r->lines, "expected a name, found a NUL byte in it");
	*name = names_intern(&r->names, p, (size_t)(end - p));
	return *name != NULL ? 0 : error_memory(r->error);
}

/* --- header --------------------------------------------------------------- */

/* the text behind a header's keyword, without the blanks around it */
static int
intern_trimmed(
    struct cg_reader *r, const char *p, const char *end, const char **text)
{
	p = lex_skip_blanks(p, end);
	return intern(r, p, lex_trim_end(p, end), text);
}

static int
add_desc(struct cg_reader *r, const char *p, const char *end)
{
	struct cg_header *h = &r->header;
	const char **larger =
	    realloc(r->descs, (h->ndescs + 1) * sizeof(*larger));

	if (larger == NULL)
		return error_memory(r->error);
	r->descs = larger;
	h->descs = larger;
	return intern_trimmed(r, p, end, &larger[h->ndescs++]);
}

static int
add_event(struct cg_reader *r, const char *p, const char *end)
{
	struct cg_header *h = &r->header;
	const char *name;
	struct cg_event *larger;

	if (intern(r, p, end, &name) < 0)
		return -1;
	if (cg_header_event(h, p, (size_t)(end - p)) >= 0)
		return lines_error(&r->lines,
		    "expected each event once, found \"%s\" twice", name);
	larger = realloc(r->events, (h->nevents + 1) * sizeof(*larger));
	if (larger == NULL)
		return error_memory(r->error);
	larger[h->nevents++] = (struct cg_event){.name = name};
	r->events = larger;
	h->events = larger;
	return 0;
}

static int
read_events(struct cg_reader *r, const char *p, const char *end)
{
	for (p = lex_skip_blanks(p, end); p < end;
	     p = lex_skip_blanks(p, end)) {
		const char *word_end = lex_word_end(p, end);

		if (add_event(r, p, word_end) < 0)
			return -1;
		p = word_end;
	}
	return r->header.nevents > 0
		   ? 0
		   : expected(r, "the name of an event", p, end);
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

/* the next line of the header, which must be there */
static int
next_header_line(
    struct cg_reader *r, const char *what, const char **line, const char **end)
{
	int got;

	do
		got = lines_next(&r->lines, line, end);
	while (got == 1 && !is_callgrind(*line, *end) &&
	       (**line == '#' || lex_skip_blanks(*line, *end) == *end));
	if (got < 0)
		return -1;
	if (got == 0 && r->lines.number == 0)
		return error_set(r->error,
		    "%s: expected a profile, found an empty file",
		    bytes_name(r->lines.bytes));
	if (got == 0)
		return lines_error(
		    &r->lines, "expected %s, found the end of the file", what);
	if (is_callgrind(*line, *end))
		return lines_error(&r->lines,
		    "expected a profile in Cachegrind's format, "
		    "found one in Callgrind's");
	return 0;
}

/* desc: lines, then cmd:, then events:, as every Cachegrind reader demands */
static int
read_header(struct cg_reader *r)
{
	static const char first[] = "\"desc:\" or \"cmd:\"";
	const char *line, *end, *rest;

	if (next_header_line(r, first, &line, &end) < 0)
		return -1;
	while ((rest = lex_after(line, end, "desc:")) != NULL) {
		if (add_desc(r, rest, end) < 0 ||
		    next_header_line(r, first, &line, &end) < 0)
			return -1;
	}
	rest = lex_after(line, end, "cmd:");
	if (rest == NULL)
		return expected(r, first, line, end);
	if (intern_trimmed(r, rest, end, &r->header.cmd) < 0 ||
	    next_header_line(r, "\"events:\"", &line, &end) < 0)
		return -1;
	rest = lex_after(line, end, "events:");
	if (rest == NULL)
		return expected(r, "\"events:\"", line, end);
	return read_events(r, rest, end);
}

/* --- body ----------------------------------------------------------------- */

/* error: what stands where a count was expected; returns -1 */
static int
bad_count(struct cg_reader *r, const char *p, const char *end, size_t event,
    bool too_large)
{
	const char *word_end = lex_word_end(p, end);

	if (too_large)
		return lines_error(&r->lines,
		    "expected a count of %s that fits in 64 bits, found %s",
		    r->header.events[event].name, quote(p, word_end).text);
	return expected(r, "a count", p, word_end);
}

/* one count or "." at *p, which moves behind it and the blanks */
static int
read_count(struct cg_reader *r, const char **p, const char *end, size_t event,
    int64_t *count)
{
	int used = cg_parse_int(*p, (size_t)(end - *p), count);
	const char *next = *p + used;

	if (used == 0 && **p == '.') {
		next++;
		*count = 0;
		r->given[event] = false;
	}
	if (used < 0 || next == *p || (next < end && !lex_is_blank(*next)))
		return bad_count(r, *p, end, event, used < 0);
	*p = lex_skip_blanks(next, end);
	return 0;
}

/* counts up to the end of the line; sets given for each event */
static int
read_counts(
    struct cg_reader *r, const char *p, const char *end, int64_t *counts)
{
	size_t nevents = r->header.nevents, n = 0;

	memset(r->given, true, nevents * sizeof(*r->given));
	for (p = lex_skip_blanks(p, end); p < end; n++) {
		if (n == nevents)
			return lines_error(&r->lines,
			    "expected at most %zu counts, one for each event, "
			    "found more",
			    nevents);
		if (read_count(r, &p, end, n, &counts[n]) < 0)
			return -1;
	}
	for (; n < nevents; n++) {
		counts[n] = 0;
		r->given[n] = false;
	}
	return 0;
}

static int
add_to_totals(struct cg_reader *r)
{
	for (size_t i = 0; i < r->header.nevents; i++)
		if (__builtin_add_overflow(
			r->totals[i], r->counts[i], &r->totals[i]))
			return lines_error(&r->lines,
			    "the sum of %s does not fit in 64 bits",
			    r->header.events[i].name);
	return 0;
}

static void
apply_choice(struct choice *choice, struct cg_record *record)
{
	for (size_t i = 0; i < choice->nevents; i++) {
		size_t event = choice->index[i];

		choice->counts[i] = record->counts[event];
		choice->given[i] =
		    record->given == NULL || record->given[event];
	}
	record->counts = choice->counts;
	if (record->given != NULL)
		record->given = choice->given;
}

static int
read_row(struct cg_reader *r, const char *p, const char *end,
    struct cg_record *record)
{
	const char *word_end = lex_word_end(p, end);
	size_t len = (size_t)(word_end - p);
	int used = cg_parse_int(p, len, &record->line);

	if (used < 0)
		return lines_error(&r->lines,
		    "expected a line number that fits in 64 bits, found %s",
		    quote(p, word_end).text);
	if ((size_t)used != len)
		return expected(r, "a line number", p, word_end);
	if (read_counts(r, word_end, end, r->counts) < 0 ||
	    add_to_totals(r) < 0)
		return -1;
	record->kind = CG_COSTS;
	record->file = r->file;
	record->function = r->function;
	record->counts = r->counts;
	record->given =
	    memchr(r->given, 0, r->header.nevents) != NULL ? r->given : NULL;
	if (r->choice.index != NULL)
		apply_choice(&r->choice, record);
	return 0;
}

/* fl=, fi=, fe= and fn= lines: 1 if it was one */
static int
read_name(struct cg_reader *r, const char *line, const char *end)
{
	if (end - line < 3 || line[0] != 'f' || line[2] != '=')
		return 0;
	switch (line[1]) {
	case 'l':
	case 'i':
	case 'e':
		return intern(r, line + 3, end, &r->file) < 0 ? -1 : 1;
	case 'n':
		return intern(r, line + 3, end, &r->function) < 0 ? -1 : 1;
	default:
		return 0;
	}
}

/* "1 2 3" of n counts, cut where it does not fit, for a message */
static void
list_counts(char *to, size_t size, const int64_t *counts, size_t n)
{
	size_t len = 0;

	for (size_t i = 0; i < n && len + 24 < size; i++)
		len += (size_t)snprintf(to + len, size - len, "%s%lld",
		    i > 0 ? " " : "", (long long)counts[i]);
}

static int
check_summary(struct cg_reader *r)
{
	char stated[200] = "", computed[200] = "";
	size_t n = r->header.nevents;

	if (memcmp(r->summary, r->totals, n * sizeof(*r->totals)) == 0)
		return 0;
	list_counts(stated, sizeof(stated), r->summary, n);
	list_counts(computed, sizeof(computed), r->totals, n);
	return lines_error(&r->lines,
	    "expected a summary equal to the sum of the rows, %s; found %s",
	    computed, stated);
}

/* what follows the summary: nothing that carries data */
static int
finish(struct cg_reader *r)
{
	const char *line, *end;
	int got = next_line(r, &line, &end);

	if (got == 1)
		return expected(r, "nothing behind the summary", line, end);
	return got;
}

static int
read_end(struct cg_reader *r, const char *line, const char *end)
{
	const char *counts = lex_after(line, end, "summary:");

	if (counts == NULL)
		return expected(
		    r, "a row, \"fl=\", \"fn=\" or \"summary:\"", line, end);
	if (read_counts(r, counts, end, r->summary) < 0 || check_summary(r) < 0)
		return -1;
	r->has_summary = true;
	return finish(r);
}

int
cg_reader_next(struct cg_reader *r, struct cg_record *record)
{
	const char *line, *end;
	int got;

	if (r->has_summary)
		return 0;
	while ((got = next_line(r, &line, &end)) == 1) {
		int named;

		if ((*line >= '0' && *line <= '9') || *line == '-')
			return read_row(r, line, end, record) < 0 ? -1 : 1;
		named = read_name(r, line, end);
		if (named < 0)
			return -1;
		if (named == 0)
			return read_end(r, line, end);
	}
	if (got == 0)
		return lines_error(&r->lines,
		    "expected \"summary:\", found the end of the file: "
		    "the profile is not whole");
	return -1;
}

/* --- open and close ------------------------------------------------------- */

static int
allocate_counts(struct cg_reader *r)
{
	size_t n = r->header.nevents;

	r->counts = calloc(n, sizeof(*r->counts));
	r->given = calloc(n, sizeof(*r->given));
	r->totals = calloc(n, sizeof(*r->totals));
	r->summary = calloc(n, sizeof(*r->summary));
	if (r->counts == NULL || r->given == NULL || r->totals == NULL ||
	    r->summary == NULL)
		return error_memory(r->error);
	return 0;
}

/* takes over `bytes`, which is NULL where it could not be opened */
static struct cg_reader *
open_bytes(struct bytes *bytes, struct cg_error *error)
{
	struct cg_reader *r;

	if (bytes == NULL)
		return NULL;
	r = calloc(1, sizeof(*r));
	if (r == NULL) {
		bytes_close(bytes);
		error_memory(error);
		return NULL;
	}
	r->error = error;
	if (lines_init(&r->lines, bytes, error) < 0 ||
	    intern(r, no_name, no_name + strlen(no_name), &r->file) < 0)
		goto fail;
	r->function = r->file;
	if (read_header(r) < 0 || allocate_counts(r) < 0)
		goto fail;
	return r;
fail:
	cg_reader_close(r);
	return NULL;
}

struct cg_reader *
cg_reader_open(const char *path, struct cg_error *error)
{
	return open_bytes(bytes_open(path, error), error);
}

struct cg_reader *
cg_reader_open_fd(int fd, const char *name, struct cg_error *error)
{
	return open_bytes(bytes_open_fd(fd, name, error), error);
}

struct cg_reader *
cg_reader_open_memory(
    const void *data, size_t size, const char *name, struct cg_error *error)
{
	return open_bytes(bytes_open_memory(data, size, name, error), error);
}

const struct cg_header *
cg_reader_header(const struct cg_reader *r)
{
	return &r->header;
}

int
cg_reader_choose(
    struct cg_reader *r, const struct cg_event *events, size_t nevents)
{
	struct choice *c = &r->choice;

	c->nevents = nevents;
	c->index = calloc(nevents, sizeof(*c->index));
	c->counts = calloc(nevents, sizeof(*c->counts));
	c->given = calloc(nevents, sizeof(*c->given));
	c->totals = calloc(nevents, sizeof(*c->totals));
	if (c->index == NULL || c->counts == NULL || c->given == NULL ||
	    c->totals == NULL)
		return error_memory(r->error);
	for (size_t i = 0; i < nevents; i++) {
		const char *name = events[i].name;
		int event = cg_header_event(&r->header, name, strlen(name));

		if (event < 0)
			return error_set(r->error,
			    "%s: expected the event %s, found none of that "
			    "name",
			    bytes_name(r->lines.bytes), name);
		c->index[i] = (size_t)event;
	}
	return 0;
}

const int64_t *
cg_reader_totals(const struct cg_reader *r)
{
	if (r->choice.index == NULL)
		return r->totals;
	for (size_t i = 0; i < r->choice.nevents; i++)
		r->choice.totals[i] = r->totals[r->choice.index[i]];
	return r->choice.totals;
}

void
cg_reader_close(struct cg_reader *r)
{
	if (r == NULL)
		return;
	lines_release(&r->lines);
	names_release(&r->names);
	free(r->descs);
	free(r->events);
	free(r->counts);
	free(r->given);
	free(r->totals);
	free(r->summary);
	free(r->choice.index);
	free(r->choice.counts);
	free(r->choice.given);
	free(r->choice.totals);
	free(r);
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
