/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The pull reader: header, then rows, then the proof that they are all there.
 * Strict where data would be lost (an unknown line, too many counts, no
 * summary), tolerant where a producer is merely odd (blanks, comments, rows in
 * any order, rows before any name).
 */
#include <stdlib.h>
#include <string.h>

#include "read/readahead.h"
#include "read/callgrind_reader.h"
#include "read/choice.h"
#include "read/counts.h"
#include "error.h"
#include "lex.h"
#include "record.h"

enum { AHEAD_FROM = 10000 }; /* rows */

struct cg_reader {
	struct cg_error *error; /* the caller's */
	struct cg_error own;    /* that of whoever reads, maybe a thread */
	struct parse parse;
	struct header header;
	struct double_buffer file;
	struct double_buffer function;
	int64_t *numbers; /* of the last row: its line, then its counts */
	int64_t *counts;  /* those behind the line */
	bool *present;    /* of the last row */
	bool folds;       /* rows of one function into one */
	int64_t *folded;  /* as numbers, of the last row that was folded */
	int64_t *totals;
	int64_t *summary;
	uint64_t nrows;
	bool has_summary;
	struct cg_error damage; /* that ended the profile; else empty */
	struct callgrind_reader
	    *callgrind; /* the other format's body; else NULL */
	struct choice choice;
	bool wants_ahead;
	size_t ntaken;           /* rows read before the thread starts */
	struct readahead *ahead; /* NULL: there is no thread */
	bool keeps_names;        /* for rows are taken when others were read */
	struct kept {
		const char *name; /* the last row's, and where it is kept */
		const char *interned;
	} kept_file, kept_function;
};

/* --- body ----------------------------------------------------------------- */

/* the record of the row whose counts were read */
static int
take_row(struct cg_reader *r, int64_t line, struct cg_record *record)
{
	if (counts_add(&r->parse, &r->header.view, r->counts, r->totals) < 0)
		return -1;
	r->nrows++;
	record_set_costs(record, double_buffer_flip(&r->file),
	    double_buffer_flip(&r->function), line);
	record->counts = r->counts;
	return 0;
}

/* adds up the rows that follow the one read last, as far as they are full */
static int
fold_rows(struct cg_reader *r)
{
	const struct cg_header *h = &r->header.view;

	r->numbers[0] = 0; /* of no line */
	while (lines_next_numbers(&r->parse.lines, r->folded, h->nevents + 1)) {
		if (counts_add(&r->parse, h, r->folded + 1, r->counts) < 0)
			return -1;
		r->nrows++;
	}
	return 0;
}

/* a row with all its counts and nothing unusual, as most are: 1 if it was one
 */
static int
read_full_row(struct cg_reader *r, struct cg_record *record)
{
	if (!lines_next_numbers(
		&r->parse.lines, r->numbers, r->header.view.nevents + 1))
		return 0;
	if (r->folds && fold_rows(r) < 0)
		return -1;
	if (take_row(r, r->numbers[0], record) < 0)
		return -1;
	return 1;
}

static int
read_row(struct cg_reader *r, const char *p, const char *end,
    struct cg_record *record)
{
	const char *word_end = lex_word_end(p, end);
	size_t len = (size_t)(word_end - p);
	int64_t line;
	int used = cg_parse_int(p, len, &line);

	if (used < 0)
		return lines_error(&r->parse.lines,
		    "expected a line number that fits in 64 bits, found %s",
		    quote(p, word_end).text);
	if ((size_t)used != len)
		return parse_expected(&r->parse, "a line number", p, word_end);
	if (counts_read(&r->parse, &r->header.view, word_end, end, r->counts,
		r->present) < 0 ||
	    take_row(r, line, record) < 0)
		return -1;
	record->present = memchr(r->present, 0, r->header.view.nevents) != NULL
			      ? r->present
			      : NULL;
	return 0;
}

/* the function of rows behind fl= is not the last file's */
static int
set_unspecified(struct cg_reader *r)
{
	static const char name[] = "<unspecified>";

	return double_buffer_stage(&r->function, name, strlen(name)) == 0
		   ? 0
		   : error_memory(&r->own);
}

/* fl=, fi=, fe= and fn= lines: 1 if it was one */
static int
read_name(struct cg_reader *r, const char *line, const char *end)
{
	struct double_buffer *name;

	if (end - line < 3 || line[0] != 'f' || line[2] != '=')
		return 0;
	switch (line[1]) {
	case 'l':
		if (set_unspecified(r) < 0)
			return -1;
		name = &r->file;
		break;
	case 'i':
	case 'e':
		name = &r->file;
		break;
	case 'n':
		name = &r->function;
		break;
	default:
		return 0;
	}
	return parse_stage(&r->parse, line + 3, end, name) < 0 ? -1 : 1;
}

/* what follows the summary: nothing that carries data */
static int
finish(struct cg_reader *r)
{
	const char *line, *end;
	int got = parse_line(&r->parse, &line, &end);

	if (got == 1)
		return parse_expected(
		    &r->parse, "nothing behind the summary", line, end);
	return got;
}

static int
not_whole(struct cg_reader *r)
{
	return lines_error(&r->parse.lines,
	    "expected \"summary:\", found the end of the file: "
	    "the profile is not whole");
}

/* without a newline, counts that are missing at the end may be lost */
static int
read_end(struct cg_reader *r, const char *line, const char *end)
{
	const struct cg_header *h = &r->header.view;
	const char *counts = lex_after(line, end, "summary:");

	if (counts == NULL)
		return parse_expected(&r->parse,
		    "a row, \"fl=\", \"fn=\" or \"summary:\"", line, end);
	if (counts_read(&r->parse, h, counts, end, r->summary, r->present) < 0)
		return -1;
	if (r->parse.lines.is_cut && !r->present[h->nevents - 1])
		return not_whole(r);
	if (counts_demand(&r->parse, h, "a summary", r->totals, r->summary) < 0)
		return -1;
	r->has_summary = true;
	return finish(r);
}

/* the next line, whatever it is: 1 if it was a row */
static int
read_line(struct cg_reader *r, struct cg_record *record)
{
	const char *line, *end;
	int got = parse_line(&r->parse, &line, &end);

	if (got < 0)
		return -1;
	if (got == 0 ||
	    (r->parse.lines.is_cut && lex_after(line, end, "summary:") == NULL))
		return not_whole(r);
	if ((*line >= '0' && *line <= '9') || *line == '-')
		return read_row(r, line, end, record) < 0 ? -1 : 1;
	got = read_name(r, line, end);
	if (got != 0)
		return got < 0 ? -1 : 0;
	return read_end(r, line, end);
}

static int
next_of_cachegrind(struct cg_reader *r, struct cg_record *record)
{
	int got = 0;

	while (got == 0 && !r->has_summary) {
		got = read_full_row(r, record);
		if (got == 0)
			got = read_line(r, record);
	}
	return got;
}

/* --- either format -------------------------------------------------------- */

static const int64_t *
counted_totals(const struct cg_reader *r)
{
	return r->callgrind != NULL ? callgrind_reader_totals(r->callgrind)
				    : r->totals;
}

static bool
is_ended_by_damage(const struct cg_reader *r)
{
	return r->damage.text[0] != '\0';
}

/* of a profile that was cut, the summary may be of more than was read */
static const int64_t *
declared_summary(const struct cg_reader *r)
{
	if (r->callgrind == NULL)
		return r->totals;
	return is_ended_by_damage(r) ? NULL
				     : callgrind_reader_summary(r->callgrind);
}

/* what of the chosen events is known only at the end */
static int
choose_summary(struct cg_reader *r)
{
	const int64_t *declared = declared_summary(r);

	if (choice_compute(&r->choice, counted_totals(r), r->choice.totals) &&
	    (declared == NULL ||
		choice_compute(&r->choice, declared, r->choice.summary)))
		return 0;
	return lines_overflow(&r->parse.lines, "the sum of an event");
}

/* after an error: 0 if the profile ends there, else -1; what is wrong with
 * compressed bytes is said without a line */
static int
end_by_damage(struct cg_reader *r)
{
	const char *name = bytes_name(r->parse.lines.bytes);
	const char *text = r->own.text;
	size_t len = strlen(name);

	if (!r->parse.is_partial || !r->own.is_damage)
		return -1;
	if (strncmp(text, name, len) == 0 && strncmp(text + len, ": ", 2) == 0)
		error_set(&r->damage, "%s:%llu%s", name,
		    (unsigned long long)r->parse.lines.number + 1, text + len);
	else
		error_pass(&r->damage, &r->own);
	error_clear(&r->own);
	return 0;
}

static int
read_either(struct cg_reader *r, struct cg_record *record)
{
	int got = 0;

	if (is_ended_by_damage(r))
		return 0;
	got = r->callgrind != NULL ? callgrind_reader_next(r->callgrind, record)
				   : next_of_cachegrind(r, record);
	return got < 0 ? end_by_damage(r) : got;
}

static int
read_chosen(struct cg_reader *r, struct cg_record *record)
{
	int got = read_either(r, record);

	if (r->choice.nevents == 0 || got < 0)
		return got;
	if (got == 0)
		return choose_summary(r);
	if (!choice_apply(&r->choice, record))
		return lines_overflow(&r->parse.lines, "a derived event");
	return 1;
}

static int
keep_name(struct cg_reader *r, struct kept *kept, const char **name)
{
	if (*name != kept->name) {
		kept->name = *name;
		kept->interned =
		    names_intern(&r->parse.names, *name, strlen(*name));
	}
	*name = kept->interned;
	return *name != NULL ? 0 : error_memory(&r->own);
}

static int
read_next(void *reader, struct cg_record *record)
{
	struct cg_reader *r = reader;
	int got = read_chosen(r, record);

	if (got != 1 || !r->keeps_names)
		return got;
	if (keep_name(r, &r->kept_file, &record->file) < 0 ||
	    keep_name(r, &r->kept_function, &record->function) < 0)
		return -1;
	record->def_file = record->file;
	return 1;
}

/* --- ahead ---------------------------------------------------------------- */

static void
start_readahead(struct cg_reader *r)
{
	r->wants_ahead = false;
	r->ahead = readahead_start(read_next, r,
	    r->choice.nevents > 0 ? r->choice.nevents : r->header.view.nevents);
}

int
cg_reader_next(struct cg_reader *r, struct cg_record *record)
{
	int got;

	if (r->wants_ahead && ++r->ntaken == AHEAD_FROM)
		start_readahead(r);
	got = r->ahead != NULL ? readahead_next(r->ahead, record)
			       : read_next(r, record);
	return got < 0 ? error_pass(r->error, &r->own) : got;
}

/* --- open and close ------------------------------------------------------- */

static int
allocate_counts(struct cg_reader *r)
{
	size_t n = r->header.view.nevents;

	r->numbers = calloc(n + 1, sizeof(*r->numbers));
	r->folded = calloc(n + 1, sizeof(*r->folded));
	r->present = calloc(n, sizeof(*r->present));
	r->totals = calloc(n, sizeof(*r->totals));
	r->summary = calloc(n, sizeof(*r->summary));
	if (r->numbers == NULL || r->folded == NULL || r->present == NULL ||
	    r->totals == NULL || r->summary == NULL)
		return error_memory(&r->own);
	r->counts = r->numbers + 1;
	return 0;
}

/* where rows belong that come before any fl= or fn= line, as in cg_merge */
static int
set_no_names(struct cg_reader *r)
{
	size_t len = strlen(cg_unknown_name);

	if (double_buffer_stage(&r->file, cg_unknown_name, len) == 0 &&
	    double_buffer_stage(&r->function, cg_unknown_name, len) == 0)
		return 0;
	return error_memory(&r->own);
}

static int
open_body(struct cg_reader *r)
{
	if (r->header.view.format == CG_CACHEGRIND)
		return allocate_counts(r) < 0 ? -1 : set_no_names(r);
	r->callgrind = callgrind_reader_new(&r->parse, &r->header);
	return r->callgrind != NULL ? 0 : error_memory(&r->own);
}

/* a reader without bytes */
static struct cg_reader *
new_reader(struct cg_error *error)
{
	struct cg_reader *r = calloc(1, sizeof(*r));

	error_clear(error);
	if (r == NULL)
		error_memory(error);
	else
		r->error = error;
	return r;
}

/* takes over `bytes`, which is NULL where it could not be opened */
static struct cg_reader *
open_bytes(struct cg_reader *r, struct bytes *bytes)
{
	if (bytes == NULL || parse_init(&r->parse, bytes, &r->own) < 0 ||
	    header_read(&r->header, &r->parse) < 0 || open_body(r) < 0)
		goto fail;
	return r;
fail:
	r->own.is_damage = false; /* without a header there are no rows */
	error_pass(r->error, &r->own);
	cg_reader_close(r);
	return NULL;
}

struct cg_reader *
cg_reader_open(const char *path, struct cg_error *error)
{
	struct cg_reader *r = new_reader(error);

	return r != NULL ? open_bytes(r, bytes_open(path, &r->own)) : NULL;
}

struct cg_reader *
cg_reader_open_fd(int fd, const char *name, struct cg_error *error)
{
	struct cg_reader *r = new_reader(error);

	return r != NULL ? open_bytes(r, bytes_open_fd(fd, name, &r->own))
			 : NULL;
}

struct cg_reader *
cg_reader_open_memory(
    const void *data, size_t size, const char *name, struct cg_error *error)
{
	struct cg_reader *r = new_reader(error);

	return r != NULL
		   ? open_bytes(r, bytes_open_memory(data, size, name, &r->own))
		   : NULL;
}

const struct cg_header *
cg_reader_header(const struct cg_reader *r)
{
	return &r->header.view;
}

/* whether the header has these events and no others, in this order */
static bool
has_events(const struct cg_header *header, const struct cg_event *events,
    size_t nevents)
{
	for (size_t i = 0; i < nevents; i++)
		if (i >= header->nevents ||
		    strcmp(header->events[i].name, events[i].name) != 0)
			return false;
	return nevents == header->nevents;
}

int
cg_reader_select_events(
    struct cg_reader *r, const struct cg_event *events, size_t nevents)
{
	if (has_events(&r->header.view, events, nevents))
		return 0;
	return choice_init(&r->choice, &r->header, events, nevents,
	    bytes_name(r->parse.lines.bytes), r->error);
}

void
cg_reader_set(struct cg_reader *r, unsigned int modes)
{
	if ((modes & CG_READ_AHEAD) != 0)
		r->wants_ahead = r->keeps_names =
		    r->header.view.format == CG_CACHEGRIND &&
		    bytes_come_at_once(r->parse.lines.bytes);
	if ((modes & CG_MERGE_LINES) != 0)
		r->folds = true;
	if ((modes & CG_ACCEPT_DAMAGE) != 0)
		r->parse.is_partial = true;
}

const char *
cg_reader_damage(const struct cg_reader *r)
{
	if (is_ended_by_damage(r))
		return r->damage.text;
	return r->parse.passed.text[0] != '\0' ? r->parse.passed.text : NULL;
}

uint64_t
cg_reader_nrows(const struct cg_reader *r)
{
	return r->callgrind != NULL ? callgrind_reader_nrows(r->callgrind)
				    : r->nrows;
}

const int64_t *
cg_reader_totals(const struct cg_reader *r)
{
	if (r->choice.nevents == 0)
		return counted_totals(r);
	choice_compute(&r->choice, counted_totals(r), r->choice.totals);
	return r->choice.totals;
}

const int64_t *
cg_reader_summary(const struct cg_reader *r)
{
	if (r->choice.nevents == 0 || declared_summary(r) == NULL)
		return declared_summary(r);
	return r->choice.summary;
}

void
cg_reader_close(struct cg_reader *r)
{
	if (r == NULL)
		return;
	readahead_free(r->ahead);
	parse_release(&r->parse);
	header_release(&r->header);
	double_buffer_release(&r->file);
	double_buffer_release(&r->function);
	free(r->numbers);
	free(r->folded);
	free(r->present);
	free(r->totals);
	free(r->summary);
	choice_release(&r->choice);
	callgrind_reader_free(r->callgrind);
	free(r);
}
