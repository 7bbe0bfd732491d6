/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The pull reader: opens a profile, passes each call on to the reader of its
 * format, and does what both formats have in common: selected events, damage,
 * reading ahead.
 *
 * Reading is strict if data would be lost (an unknown line, too many counts, no
 * summary) and tolerant if a producer is merely odd (blanks, comments, rows in
 * any order, rows before any name).
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "read/cachegrind_reader.h"
#include "read/callgrind_reader.h"
#include "read/readahead.h"
#include "strbuf.h"

/* A thread reads ahead after this many rows; fuzz targets set a smaller number.
 */
#ifndef READAHEAD_FROM
#define READAHEAD_FROM 10000
#endif

struct cg_reader {
	struct cg_error *error; /* the caller's */
	struct cg_error own;    /* of read_next, which may run in a thread */
	struct parse parse;
	struct header header;
	/* the body: one of them is NULL */
	struct cachegrind_reader *cachegrind;
	struct callgrind_reader *callgrind;
	struct cg_projection *selected; /* NULL: the header's events */
	size_t nselected;
	int64_t *totals; /* of the selected events */
	int64_t *summary;
	struct cg_error damage; /* at which the profile ended; else empty */
	bool wants_readahead;
	size_t nread;       /* rows read before the thread starts */
	struct strbuf file; /* the names of the last of them */
	struct strbuf function;
	struct readahead *ahead; /* NULL: there is no thread */
};

/* --- the header's events -------------------------------------------------- */

static const int64_t *
counted_totals(const struct cg_reader *r)
{
	return r->callgrind != NULL ? callgrind_reader_totals(r->callgrind)
				    : cachegrind_reader_totals(r->cachegrind);
}

/* NULL if damage ended the profile: its summary may include rows that are missing */
static const int64_t *
declared_summary(const struct cg_reader *r)
{
	if (r->damage.text[0] != '\0')
		return NULL;
	return r->callgrind != NULL ? callgrind_reader_summary(r->callgrind)
				    : cachegrind_reader_totals(r->cachegrind);
}

/* after an error: 0 if it is damage that may end the profile, else -1 */
static int
end_by_damage(struct cg_reader *r)
{
	const char *name = bytes_name(r->parse.lines.bytes);
	const char *text = r->own.text;
	size_t len = strlen(name);

	if (!r->parse.is_partial || !r->own.is_damage)
		return -1;
	/* errors in compressed bytes come without a line */
	if (strncmp(text, name, len) == 0 && strncmp(text + len, ": ", 2) == 0)
		error_set(&r->damage, "%s:%llu%s", name,
		    (unsigned long long)r->parse.lines.number + 1, text + len);
	else
		error_pass(&r->damage, &r->own);
	error_clear(&r->own);
	return 0;
}

/* --- the selected events -------------------------------------------------- */

/* computes totals and summary of the selected events, after the last row */
static int
select_sums(struct cg_reader *r)
{
	const int64_t *declared = declared_summary(r);
	size_t n = r->nselected;

	if (cg_projection_compute(r->selected, counted_totals(r), r->totals) ==
		n &&
	    (declared == NULL ||
		cg_projection_compute(r->selected, declared, r->summary) == n))
		return 0;
	return lines_overflow(&r->parse.lines, "the sum of an event");
}

/* reads the next row; called by the thread if there is one */
static int
read_next(void *reader, struct cg_record *record)
{
	struct cg_reader *r = reader;
	int got = 0;

	if (r->damage.text[0] == '\0')
		got = r->callgrind != NULL
			  ? callgrind_reader_next(r->callgrind, record)
			  : cachegrind_reader_next(r->cachegrind, record);
	if (got < 0)
		got = end_by_damage(r);
	if (r->selected == NULL || got < 0)
		return got;
	if (got == 0)
		return select_sums(r);
	if (cg_projection_apply(r->selected, record) < r->nselected)
		return lines_overflow(&r->parse.lines, "a derived event");
	return 1;
}

/* Copies the names of the last row before the thread starts, which overwrites
 * them while the next row is used. */
static int
keep_names(struct cg_reader *r, struct cg_record *record)
{
	if (strbuf_set(&r->file, record->file, strlen(record->file)) < 0 ||
	    strbuf_set(
		&r->function, record->function, strlen(record->function)) < 0)
		return error_memory(&r->own);
	record->def_file = record->file = r->file.text;
	record->function = r->function.text;
	return 1;
}

/* Reads the next row, and starts the thread if it is time for it. */
static int
count_next(struct cg_reader *r, struct cg_record *record)
{
	size_t nevents =
	    r->selected != NULL ? r->nselected : r->header.view.nevents;
	int got;

	if (++r->nread > READAHEAD_FROM) {
		r->wants_readahead = false;
		r->ahead = readahead_start(read_next, r, nevents, &r->own);
		if (r->ahead != NULL)
			return readahead_next(r->ahead, record);
	}
	got = read_next(r, record);
	return got == 1 && r->nread == READAHEAD_FROM ? keep_names(r, record)
						      : got;
}

int
cg_reader_next(struct cg_reader *r, struct cg_record *record)
{
	int got;

	if (r->ahead != NULL)
		got = readahead_next(r->ahead, record);
	else if (r->wants_readahead)
		got = count_next(r, record);
	else
		got = read_next(r, record);
	return got < 0 ? error_pass(r->error, &r->own) : got;
}

bool
cg_reader_next_part(struct cg_reader *r)
{
	return r->callgrind != NULL && callgrind_reader_next_part(r->callgrind);
}

/* --- open and close ------------------------------------------------------- */

static int
open_body(struct cg_reader *r)
{
	if (r->header.view.format == CG_CALLGRIND)
		r->callgrind = callgrind_reader_new(&r->parse, &r->header);
	else
		r->cachegrind = cachegrind_reader_new(&r->parse, &r->header);
	if (r->callgrind == NULL && r->cachegrind == NULL)
		return error_memory(&r->own);
	return 0;
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

/* opens the bytes, which it then owns; NULL: they could not be opened */
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

void
cg_reader_close(struct cg_reader *r)
{
	if (r == NULL)
		return;
	readahead_free(r->ahead);
	cachegrind_reader_free(r->cachegrind);
	callgrind_reader_free(r->callgrind);
	strbuf_release(&r->file);
	strbuf_release(&r->function);
	parse_release(&r->parse);
	header_release(&r->header);
	cg_projection_free(r->selected);
	free(r->totals);
	free(r->summary);
	free(r);
}

/* --- modes ---------------------------------------------------------------- */

/* true if the header has these events and no others, in this order */
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
	r->selected = cg_projection_new(&r->header.view, r->error);
	r->totals = calloc(nevents, sizeof(*r->totals));
	r->summary = calloc(nevents, sizeof(*r->summary));
	r->nselected = nevents;
	if (r->selected == NULL || r->totals == NULL || r->summary == NULL)
		return error_memory(r->error);
	for (size_t i = 0; i < nevents; i++) {
		const char *name = events[i].name;
		int number =
		    cg_projection_find(r->selected, name, strlen(name));

		if (number < 0)
			return error_set(r->error,
			    "%s: expected the event %s, found none of that "
			    "name",
			    bytes_name(r->parse.lines.bytes), name);
		if (cg_projection_select(r->selected, (size_t)number) < 0)
			return -1;
	}
	return 0;
}

void
cg_reader_set(struct cg_reader *r, unsigned int modes)
{
	if ((modes & CG_ACCEPT_DAMAGE) != 0)
		r->parse.is_partial = true;
	if ((modes & CG_ONE_THREAD) != 0)
		bytes_use_one_thread(r->parse.lines.bytes);
	if ((modes & CG_STOP_AT_PARTS) != 0 && r->callgrind != NULL)
		callgrind_reader_stop_at_parts(r->callgrind);
	if ((modes & CG_CONTEXTS) != 0 && r->callgrind != NULL)
		callgrind_reader_keep_contexts(r->callgrind);
	if ((modes & CG_REGIONS) != 0 && r->callgrind != NULL)
		callgrind_reader_keep_regions(r->callgrind);
	if (r->cachegrind == NULL)
		return;
	if ((modes & CG_READ_AHEAD) != 0)
		r->wants_readahead = bytes_come_at_once(r->parse.lines.bytes);
	if ((modes & CG_MERGE_LINES) != 0)
		cachegrind_reader_merge_lines(r->cachegrind);
}

/* --- results -------------------------------------------------------------- */

const struct cg_header *
cg_reader_header(const struct cg_reader *r)
{
	return &r->header.view;
}

const char *
cg_reader_damage(const struct cg_reader *r)
{
	if (r->damage.text[0] != '\0')
		return r->damage.text;
	return r->parse.passed.text[0] != '\0' ? r->parse.passed.text : NULL;
}

const char *
cg_reader_ignored(const struct cg_reader *r)
{
	return r->callgrind != NULL ? callgrind_reader_ignored(r->callgrind)
				    : NULL;
}

uint64_t
cg_reader_nrows(const struct cg_reader *r)
{
	return r->callgrind != NULL ? callgrind_reader_nrows(r->callgrind)
				    : cachegrind_reader_nrows(r->cachegrind);
}

const int64_t *
cg_reader_totals(const struct cg_reader *r)
{
	if (r->selected == NULL)
		return counted_totals(r);
	cg_projection_compute(r->selected, counted_totals(r), r->totals);
	return r->totals;
}

const int64_t *
cg_reader_summary(const struct cg_reader *r)
{
	if (r->selected == NULL || declared_summary(r) == NULL)
		return declared_summary(r);
	return r->summary;
}
