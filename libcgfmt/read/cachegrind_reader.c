/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The body of Cachegrind's format: fl= and fn= lines, rows, and a summary that
 * must be the sum of the rows.
 *
 * Most rows are plain: all counts are there, decimal, one space between them.
 * Those are read straight from the buffer (lines_next_numbers).  All other
 * lines are read word by word.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "lex.h"
#include "read/cachegrind_reader.h"
#include "read/counts.h"
#include "record.h"
#include "strbuf.h"

struct cachegrind_reader {
	struct parse *parse;
	const struct cg_header *header;
	struct double_buffer file;
	struct double_buffer function;
	int64_t *numbers; /* of the last row: its line, then its counts */
	int64_t *counts;  /* numbers + 1 */
	bool *present;
	bool merges_lines;
	int64_t *merged; /* as numbers, of a row that is merged into the last */
	int64_t *totals;
	int64_t *summary;
	uint64_t nrows;
	bool has_summary;
};

/* --- rows ----------------------------------------------------------------- */

/* makes the record of the row whose counts were read */
static int
take_row(struct cachegrind_reader *c, int64_t line, struct cg_record *record)
{
	if (counts_add(c->parse, c->header, c->counts, c->totals) < 0)
		return -1;
	c->nrows++;
	record_set_costs(record, double_buffer_flip(&c->file),
	    double_buffer_flip(&c->function), line);
	record->counts = c->counts;
	return 0;
}

/* adds the plain rows that follow to the row read last */
static int
merge_rows(struct cachegrind_reader *c)
{
	size_t n = c->header->nevents + 1;

	c->numbers[0] = 0; /* the line is not known */
	while (lines_next_numbers(&c->parse->lines, c->merged, n)) {
		if (counts_add(c->parse, c->header, c->merged + 1, c->counts) <
		    0)
			return -1;
		c->nrows++;
	}
	return 0;
}

/* reads a plain row: 1, 0 if the next line is not one, -1 on an error */
static int
read_plain_row(struct cachegrind_reader *c, struct cg_record *record)
{
	size_t n = c->header->nevents + 1;

	if (!lines_next_numbers(&c->parse->lines, c->numbers, n))
		return 0;
	if (c->merges_lines && merge_rows(c) < 0)
		return -1;
	return take_row(c, c->numbers[0], record) < 0 ? -1 : 1;
}

/* reads any row */
static int
read_row(struct cachegrind_reader *c, const char *p, const char *end,
    struct cg_record *record)
{
	const char *word_end = lex_word_end(p, end);
	size_t len = (size_t)(word_end - p);
	int64_t line;
	int used = cg_parse_int(p, len, &line);

	if (used < 0)
		return lines_error(&c->parse->lines,
		    "expected a line number of %s, found %s", parse_bound(p),
		    quote(p, word_end).text);
	if ((size_t)used != len)
		return parse_expected(c->parse, "a line number", p, word_end);
	if (counts_read(c->parse, c->header, word_end, end, c->counts,
		c->present) < 0 ||
	    take_row(c, line, record) < 0)
		return -1;
	if (memchr(c->present, 0, c->header->nevents) != NULL)
		record->present = c->present;
	return 0;
}

/* --- names ---------------------------------------------------------------- */

static int
stage(
    struct cachegrind_reader *c, struct double_buffer *buffer, const char *name)
{
	return double_buffer_stage(buffer, name, strlen(name)) == 0
		   ? 0
		   : error_memory(c->parse->error);
}

/* reads an fl=, fi=, fe= or fn= line: 1 if it is one */
static int
read_name(struct cachegrind_reader *c, const char *line, const char *end)
{
	struct double_buffer *name;

	if (end - line < 3 || line[0] != 'f' || line[2] != '=')
		return 0;
	switch (line[1]) {
	case 'l':
		/* the last file's function does not go on in this one */
		if (stage(c, &c->function, "<unspecified>") < 0)
			return -1;
		name = &c->file;
		break;
	case 'i':
	case 'e':
		name = &c->file;
		break;
	case 'n':
		name = &c->function;
		break;
	default:
		return 0;
	}
	return parse_stage(c->parse, line + 3, end, name) < 0 ? -1 : 1;
}

/* --- the end -------------------------------------------------------------- */

static int
not_whole(struct cachegrind_reader *c)
{
	return lines_error(&c->parse->lines,
	    "expected \"summary:\", found the end of the file: "
	    "the profile is not whole");
}

/* reads the summary and makes sure that nothing follows it */
static int
read_summary(struct cachegrind_reader *c, const char *line, const char *end)
{
	const struct cg_header *h = c->header;
	const char *counts = lex_after(line, end, "summary:");
	int got;

	if (counts == NULL)
		return parse_expected(c->parse,
		    "a row, \"fl=\", \"fn=\" or \"summary:\"", line, end);
	if (counts_read(c->parse, h, counts, end, c->summary, c->present) < 0)
		return -1;
	/* without a newline, counts missing at the end may have been lost */
	if (c->parse->lines.is_cut && !c->present[h->nevents - 1])
		return not_whole(c);
	if (counts_demand(c->parse, h, "a summary", c->totals, c->summary) < 0)
		return -1;
	c->has_summary = true;
	got = parse_line(c->parse, &line, &end);
	if (got == 1)
		return parse_expected(
		    c->parse, "nothing after the summary", line, end);
	return got;
}

/* --- lines ---------------------------------------------------------------- */

/* reads the next line of any kind: 1 if it is a row */
static int
read_line(struct cachegrind_reader *c, struct cg_record *record)
{
	const char *line, *end;
	int got = parse_line(c->parse, &line, &end);

	if (got < 0)
		return -1;
	if (got == 0 || (c->parse->lines.is_cut &&
			    lex_after(line, end, "summary:") == NULL))
		return not_whole(c);
	if ((*line >= '0' && *line <= '9') || *line == '-')
		return read_row(c, line, end, record) < 0 ? -1 : 1;
	got = read_name(c, line, end);
	if (got != 0)
		return got < 0 ? -1 : 0;
	return read_summary(c, line, end);
}

int
cachegrind_reader_next(struct cachegrind_reader *c, struct cg_record *record)
{
	int got = 0;

	while (got == 0 && !c->has_summary) {
		got = read_plain_row(c, record);
		if (got == 0)
			got = read_line(c, record);
	}
	return got;
}

void
cachegrind_reader_merge_lines(struct cachegrind_reader *c)
{
	c->merges_lines = true;
}

const int64_t *
cachegrind_reader_totals(const struct cachegrind_reader *c)
{
	return c->totals;
}

uint64_t
cachegrind_reader_nrows(const struct cachegrind_reader *c)
{
	return c->nrows;
}

/* --- memory --------------------------------------------------------------- */

struct cachegrind_reader *
cachegrind_reader_new(struct parse *parse, const struct header *header)
{
	size_t n = header->view.nevents;
	struct cachegrind_reader *c = calloc(1, sizeof(*c));

	if (c == NULL)
		return NULL;
	c->parse = parse;
	c->header = &header->view;
	c->numbers = calloc(n + 1, sizeof(*c->numbers));
	c->merged = calloc(n + 1, sizeof(*c->merged));
	c->present = calloc(n, sizeof(*c->present));
	c->totals = calloc(n, sizeof(*c->totals));
	c->summary = calloc(n, sizeof(*c->summary));
	/* rows before any fl= or fn= are of "???", as in cg_merge */
	if (c->numbers == NULL || c->merged == NULL || c->present == NULL ||
	    c->totals == NULL || c->summary == NULL ||
	    stage(c, &c->file, cg_unknown_name) < 0 ||
	    stage(c, &c->function, cg_unknown_name) < 0) {
		cachegrind_reader_free(c);
		return NULL;
	}
	c->counts = c->numbers + 1;
	return c;
}

void
cachegrind_reader_free(struct cachegrind_reader *c)
{
	if (c == NULL)
		return;
	double_buffer_release(&c->file);
	double_buffer_release(&c->function);
	free(c->numbers);
	free(c->merged);
	free(c->present);
	free(c->totals);
	free(c->summary);
	free(c);
}
