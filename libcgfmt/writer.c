/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The reader's mirror: header, rows, summary, in the canonical form of
 * cgfmt(5).  The summary is what was put, and only a clean close writes it.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "numbers.h"

struct cg_writer {
	struct cg_output *output;
	struct cg_error *error;
	const struct cg_header *header;
	const char *file; /* of the last row; NULL before the first */
	const char *function;
	int64_t *totals;
	size_t row_size; /* enough for the longest row, written from its end */
	char *row;
};

static int
put_text(struct cg_writer *w, const char *text)
{
	return cg_output_write(w->output, text, strlen(text));
}

/* a name, whose control bytes are escaped */
static int
put_name(struct cg_writer *w, const char *name)
{
	size_t len = strlen(name), clean_len = cg_escape(NULL, 0, name, len);
	char *clean = NULL;
	int status;

	if (clean_len != len) {
		clean = malloc(clean_len + 1);
		if (clean == NULL)
			return error_memory(w->error);
		cg_escape(clean, clean_len + 1, name, len);
		name = clean;
	}
	status = put_text(w, name);
	free(clean);
	return status;
}

static int
put_line(struct cg_writer *w, const char *key, const char *name)
{
	if (put_text(w, key) < 0 || put_name(w, name) < 0)
		return -1;
	return put_text(w, "\n");
}

/* the counts and the end of the line, behind `line` where there is one */
static int
put_counts(struct cg_writer *w, const int64_t *line, const int64_t *counts)
{
	char *end = w->row + w->row_size, *p = end;

	*--p = '\n';
	p = numbers_write(p, counts, w->header->nevents);
	if (line != NULL)
		p = numbers_write(p, line, 1) + 1; /* without its space */
	return cg_output_write(w->output, p, (size_t)(end - p));
}

static int
put_header(struct cg_writer *w)
{
	const struct cg_header *h = w->header;

	for (size_t i = 0; i < h->ndescs; i++)
		if (put_line(w, "desc: ", h->descs[i]) < 0)
			return -1;
	if (put_line(w, "cmd: ", h->cmd) < 0 || put_text(w, "events:") < 0)
		return -1;
	for (size_t i = 0; i < h->nevents; i++)
		if (put_text(w, " ") < 0 || put_name(w, h->events[i].name) < 0)
			return -1;
	return put_text(w, "\n");
}

struct cg_writer *
cg_writer_open(const char *path, int gzip_level, const struct cg_header *header,
    struct cg_error *error)
{
	struct cg_writer *w = calloc(1, sizeof(*w));

	error_clear(error);
	if (w == NULL)
		goto fail;
	w->error = error;
	w->header = header;
	w->totals = calloc(header->nevents, sizeof(*w->totals));
	w->row_size = (header->nevents + 1) * NUMBERS_CHARS + 1;
	w->row = malloc(w->row_size);
	if (w->totals == NULL || w->row == NULL)
		goto fail;
	w->output = cg_output_open(path, gzip_level, error);
	if (w->output == NULL || put_header(w) < 0)
		goto fail;
	return w;
fail:
	error_memory(error); /* unless there is a better reason already */
	cg_writer_abandon(w);
	return NULL;
}

/* fl= and fn= where the row's differ from the last one's */
static int
put_names(struct cg_writer *w, const struct cg_record *record)
{
	bool new_file =
	    w->file == NULL ||
	    (w->file != record->file && strcmp(w->file, record->file) != 0);

	if (new_file && put_line(w, "fl=", record->file) < 0)
		return -1;
	if ((new_file || (w->function != record->function &&
			     strcmp(w->function, record->function) != 0)) &&
	    put_line(w, "fn=", record->function) < 0)
		return -1;
	w->file = record->file;
	w->function = record->function;
	return 0;
}

int
cg_writer_put(struct cg_writer *w, const struct cg_record *record)
{
	size_t n = w->header->nevents;
	size_t fitting;

	if (record->kind != CG_COSTS)
		return 0;
	fitting = numbers_add(w->totals, record->counts, n);

	if (fitting < n)
		return error_set(w->error,
		    "the sum of %s does not fit in 64 bits",
		    w->header->events[fitting].name);
	if (put_names(w, record) < 0)
		return -1;
	return put_counts(w, &record->line, record->counts);
}

static void
free_writer(struct cg_writer *w)
{
	free(w->totals);
	free(w->row);
	free(w);
}

int
cg_writer_close(struct cg_writer *w)
{
	int status;

	if (put_text(w, "summary:") < 0 || put_counts(w, NULL, w->totals) < 0) {
		cg_writer_abandon(w);
		return -1;
	}
	status = cg_output_close(w->output);
	free_writer(w);
	return status;
}

void
cg_writer_abandon(struct cg_writer *w)
{
	if (w == NULL)
		return;
	cg_output_abandon(w->output);
	free_writer(w);
}
