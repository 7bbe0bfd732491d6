/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cachegrind's format as Cachegrind writes it: fl= and fn= when they change,
 * rows with all their counts, the summary last.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "numbers.h"
#include "strbuf.h"
#include "write/cachegrind_writer.h"

struct cachegrind_writer {
	const struct print *print;
	const struct cg_header *header;
	struct strbuf file; /* of the last row */
	struct strbuf function;
	size_t row_size; /* fits the longest row, which is written backwards */
	char *row;
};

struct cachegrind_writer *
cachegrind_writer_new(const struct print *print, const struct cg_header *header)
{
	struct cachegrind_writer *w = calloc(1, sizeof(*w));

	if (w == NULL)
		return NULL;
	w->print = print;
	w->header = header;
	w->row_size = (header->nevents + 1) * NUMBERS_CHARS + 1;
	w->row = malloc(w->row_size);
	if (w->row != NULL)
		return w;
	cachegrind_writer_free(w);
	return NULL;
}

void
cachegrind_writer_free(struct cachegrind_writer *w)
{
	if (w == NULL)
		return;
	strbuf_release(&w->file);
	strbuf_release(&w->function);
	free(w->row);
	free(w);
}

/* puts the counts and the end of the line, after the line number if any */
static int
put_counts(
    struct cachegrind_writer *w, const int64_t *line, const int64_t *counts)
{
	char *end = w->row + w->row_size, *p = end;

	*--p = '\n';
	p = numbers_write(p, counts, w->header->nevents);
	if (line != NULL)
		p = numbers_write(p, line, 1) + 1; /* without its space */
	return cg_output_write(w->print->output, p, (size_t)(end - p));
}

static int
put_name(struct cachegrind_writer *w, const char *key, struct strbuf *last,
    const char *name)
{
	if (strbuf_set(last, name, strlen(name)) < 0)
		return error_memory(w->print->error);
	return print_line(w->print, key, name);
}

int
cachegrind_writer_begin(struct cachegrind_writer *w)
{
	const struct cg_header *h = w->header;

	for (size_t i = 0; i < h->ndescs; i++)
		if (print_line(w->print, "desc: ", h->descs[i]) < 0)
			return -1;
	if (print_line(w->print, "cmd: ", h->cmd) < 0)
		return -1;
	return print_events(w->print, h);
}

static int
put_names(struct cachegrind_writer *w, const struct cg_record *record)
{
	bool new_file = !strbuf_is(&w->file, record->file);

	if (new_file && put_name(w, "fl=", &w->file, record->file) < 0)
		return -1;
	if (new_file || !strbuf_is(&w->function, record->function))
		return put_name(w, "fn=", &w->function, record->function);
	return 0;
}

int
cachegrind_writer_put(struct cachegrind_writer *w,
    const struct cg_record *record, bool same_names)
{
	if (!same_names && put_names(w, record) < 0)
		return -1;
	return put_counts(w, &record->line, record->counts);
}

int
cachegrind_writer_end(struct cachegrind_writer *w, const int64_t *totals)
{
	if (print_text(w->print, "summary:") < 0)
		return -1;
	return put_counts(w, NULL, totals);
}
