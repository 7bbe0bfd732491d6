/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Takes the rows of all sources in canonical order.  Equal ones follow one
 * another, in the order of the inputs, so that the same sums overflow as in
 * memory.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "sources.h"
#include "stream.h"

struct stream {
	enum operation operation;
	size_t nevents;
	size_t nprofiles;
	struct sources sources;
	struct source *list;
	size_t n;
	struct cg_writer *writer;
	struct cg_record row; /* being merged */
	size_t nmerged;       /* profiles that have it */
	int64_t *counts;      /* of the row */
	__int128 *combined;   /* the same, unless counts are just added up */
};

/* --- one row -------------------------------------------------------------- */

static void
begin(struct stream *s, const struct cg_record *record)
{
	/* in Cachegrind's format, rows differ only in these members */
	s->row.def_file = s->row.file = record->file;
	s->row.function = record->function;
	s->row.line = record->line;
	s->nmerged = 0;
	if (s->operation != OP_SUM)
		memset(s->combined, 0, s->nevents * sizeof(*s->combined));
}

/* Returns false if a sum does not fit. */
static bool
add(struct stream *s, const int64_t *counts)
{
	size_t n = s->nevents;
	bool first = s->nmerged++ == 0;

	if (s->operation != OP_SUM) {
		for (size_t i = 0; i < n; i++)
			operation_combine(
			    s->operation, &s->combined[i], counts[i], first);
		return true;
	}
	if (!first)
		return cg_counts_add(s->counts, counts, n) == n;
	memcpy(s->counts, counts, n * sizeof(*counts));
	return true;
}

static enum stream_status
put(struct stream *s, bool same_names)
{
	bool all = s->nmerged == s->nprofiles;

	for (size_t i = 0; s->operation != OP_SUM && i < s->nevents; i++)
		s->counts[i] = (int64_t)operation_result(
		    s->operation, s->combined[i], s->nprofiles, all);
	return (same_names ? cg_writer_put_same(s->writer, &s->row)
			   : cg_writer_put(s->writer, &s->row)) < 0
		   ? STREAM_REFUSED
		   : STREAM_DONE;
}

/* --- all rows ------------------------------------------------------------- */

static enum stream_status
status_of(enum sorted_rows_status status)
{
	switch (status) {
	case SORTED_ROWS_ERROR:
		return STREAM_ERROR;
	case SORTED_ROWS_DISORDER:
		return STREAM_REFUSED;
	case SORTED_ROWS_NEXT:
	case SORTED_ROWS_END:
		break;
	}
	return STREAM_DONE;
}

/* Merges the first row of the source with the same row of others. */
static enum stream_status
merge_row(struct stream *s, struct source *source)
{
	enum stream_status status;

	begin(s, &source->rows.record);
	do {
		if (!add(s, source->rows.record.counts))
			return STREAM_REFUSED;
		status = status_of(sources_next(&s->sources));
		if (status != STREAM_DONE)
			return status;
		source = sources_with(&s->sources, s->row.line);
	} while (source != NULL);
	return STREAM_DONE;
}

static enum stream_status
merge_rows(struct stream *s)
{
	enum stream_status status = STREAM_DONE;
	struct source *source;
	bool same_names;

	while (status == STREAM_DONE &&
	       (source = sources_first(&s->sources, &same_names)) != NULL) {
		status = merge_row(s, source);
		if (status == STREAM_DONE)
			status = put(s, same_names);
	}
	return status;
}

enum stream_status
stream_put(struct cg_reader *const *readers, size_t n, enum operation operation,
    size_t nprofiles, size_t nevents, struct cg_writer *writer)
{
	struct stream s = {
	    .row = {.kind = CG_COSTS, .object = ""},
	    .operation = operation,
	    .nevents = nevents,
	    .nprofiles = nprofiles,
	    .list = cli_alloc(n, sizeof(*s.list)),
	    .writer = writer,
	    .counts = cli_alloc(nevents, sizeof(*s.counts)),
	    .combined = cli_alloc(nevents, sizeof(*s.combined)),
	};
	enum stream_status status = STREAM_DONE;

	s.row.counts = s.counts;
	for (size_t i = 0; i < n && status == STREAM_DONE; i++) {
		s.list[i].rows.reader = readers[i];
		s.list[i].number = (uint32_t)i;
		status = status_of(sources_add(&s.sources, &s.list[i]));
	}
	if (status == STREAM_DONE)
		status = merge_rows(&s);
	for (size_t i = 0; i < n && status == STREAM_DONE; i++)
		if (cg_reader_damage(readers[i]) != NULL)
			status = STREAM_REFUSED;
	sources_release(&s.sources);
	free(s.list);
	free(s.counts);
	free(s.combined);
	return status;
}
