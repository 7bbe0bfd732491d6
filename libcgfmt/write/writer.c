/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The reader's mirror: header, rows, summary, in the canonical form of
 * cgfmt(5).  The summary is what was put, and only a clean close writes it.
 */
#include <stdlib.h>
#include <string.h>

#include "write/callgrind_writer.h"
#include "error.h"
#include "strbuf.h"
#include "numbers.h"

struct cg_writer {
	struct print print;
	const struct cg_header *header;
	struct callgrind_writer *callgrind; /* NULL: Cachegrind's format */
	struct strbuf file;                 /* of the last row */
	struct strbuf function;
	int64_t *totals;
	const int64_t *summary; /* what was said; NULL: nothing */
	size_t row_size; /* enough for the longest row, written from its end */
	char *row;
	bool failed; /* a row was not put */
};

/* the counts and the end of the line, behind `line` where there is one */
static int
put_counts(struct cg_writer *w, const int64_t *line, const int64_t *counts)
{
	char *end = w->row + w->row_size, *p = end;

	*--p = '\n';
	p = numbers_write(p, counts, w->header->nevents);
	if (line != NULL)
		p = numbers_write(p, line, 1) + 1; /* without its space */
	return cg_output_write(w->print.output, p, (size_t)(end - p));
}

static int
put_header(struct cg_writer *w)
{
	const struct cg_header *h = w->header;

	if (w->callgrind != NULL)
		return callgrind_writer_begin(w->callgrind);
	for (size_t i = 0; i < h->ndescs; i++)
		if (print_line(&w->print, "desc: ", h->descs[i]) < 0)
			return -1;
	if (print_line(&w->print, "cmd: ", h->cmd) < 0)
		return -1;
	return print_events(&w->print, h);
}

static int
allocate(struct cg_writer *w)
{
	size_t n = w->header->nevents;

	w->totals = calloc(n, sizeof(*w->totals));
	w->row_size = (n + 1) * NUMBERS_CHARS + 1;
	w->row = malloc(w->row_size);
	if (w->header->format == CG_CALLGRIND)
		w->callgrind = callgrind_writer_new(&w->print, w->header);
	if (w->totals == NULL || w->row == NULL ||
	    (w->header->format == CG_CALLGRIND && w->callgrind == NULL))
		return error_memory(w->print.error);
	return 0;
}

struct cg_writer *
cg_writer_open(const char *path, int gzip_level, const struct cg_header *header,
    struct cg_error *error)
{
	struct cg_writer *w = calloc(1, sizeof(*w));

	error_clear(error);
	if (w == NULL) {
		error_memory(error);
		return NULL;
	}
	w->print.output = cg_output_open(path, gzip_level, error);
	w->print.error = error;
	w->header = header;
	if (w->print.output == NULL || allocate(w) < 0 || put_header(w) < 0) {
		cg_writer_abandon(w);
		return NULL;
	}
	return w;
}

void
cg_writer_compress(struct cg_writer *w, bool names, bool positions)
{
	if (w->callgrind != NULL)
		callgrind_writer_compress(w->callgrind, names, positions);
}

void
cg_writer_summary(struct cg_writer *w, const int64_t *summary)
{
	w->summary = summary;
}

static int
put_name(
    struct cg_writer *w, const char *key, struct strbuf *last, const char *name)
{
	if (strbuf_set(last, name, strlen(name)) < 0)
		return error_memory(w->print.error);
	return print_line(&w->print, key, name);
}

/* fl= and fn= where the row's differ from the last one's */
static int
put_names(struct cg_writer *w, const struct cg_record *record)
{
	bool new_file = !strbuf_is(&w->file, record->file);

	if (new_file && put_name(w, "fl=", &w->file, record->file) < 0)
		return -1;
	if (!new_file && strbuf_is(&w->function, record->function))
		return 0;
	return put_name(w, "fn=", &w->function, record->function);
}

static int
add_to_totals(struct cg_writer *w, const int64_t *counts)
{
	size_t n = w->header->nevents;
	size_t fitting = cg_counts_add(w->totals, counts, n);

	if (fitting < n)
		return error_set(w->print.error,
		    "the sum of %s does not fit in 64 bits",
		    w->header->events[fitting].name);
	return 0;
}

static int
put_record(struct cg_writer *w, const struct cg_record *record)
{
	if (record->kind == CG_COSTS && add_to_totals(w, record->counts) < 0)
		return -1;
	if (w->callgrind != NULL)
		return callgrind_writer_put(w->callgrind, record);
	if (put_names(w, record) < 0)
		return -1;
	return put_counts(w, &record->line, record->counts);
}

int
cg_writer_put(struct cg_writer *w, const struct cg_record *record)
{
	if (put_record(w, record) == 0)
		return 0;
	w->failed = true;
	return -1;
}

static int
put_end(struct cg_writer *w)
{
	if (w->callgrind != NULL)
		return callgrind_writer_end(
		    w->callgrind, w->summary, w->totals);
	if (print_text(&w->print, "summary:") < 0)
		return -1;
	return put_counts(w, NULL, w->totals);
}

static void
free_writer(struct cg_writer *w)
{
	callgrind_writer_free(w->callgrind);
	strbuf_release(&w->file);
	strbuf_release(&w->function);
	free(w->totals);
	free(w->row);
	free(w);
}

int
cg_writer_close(struct cg_writer *w)
{
	int status;

	if (w->failed || put_end(w) < 0) {
		cg_writer_abandon(w);
		return -1;
	}
	status = cg_output_close(w->print.output);
	free_writer(w);
	return status;
}

void
cg_writer_abandon(struct cg_writer *w)
{
	if (w == NULL)
		return;
	cg_output_abandon(w->print.output);
	free_writer(w);
}
