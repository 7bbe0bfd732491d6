/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Goes from function to function and, within each, from line to line.  Mostly
 * the profiles have the same lines there, so all of them are looked at for each
 * line.  Equal rows are combined in the order of the profiles, so that the same
 * sums overflow as in memory.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/sorted_rows.h"
#include "stream.h"

struct merge_input {
	struct sorted_rows rows;
	size_t number; /* in the order of the profiles */
};

struct stream {
	enum operation operation;
	size_t nevents;
	size_t nprofiles;
	struct merge_input *list;
	struct merge_input **waiting; /* a heap: at later functions */
	size_t nwaiting;
	struct merge_input **here; /* at the function being merged */
	int64_t *lines;            /* of their rows */
	size_t nhere;
	struct cg_writer *writer;
	struct cg_record row; /* being merged */
	size_t nmerged;       /* profiles that have it */
	int64_t *counts;      /* of the row */
	int64_t *zeros;       /* as many */
};

/* --- functions ------------------------------------------------------------ */

/* Names are compared once for each input and function. */
static int
compare_names(const struct merge_input *a, const struct merge_input *b)
{
	return sorted_rows_compare_names(&a->rows.record, &b->rows.record);
}

static bool
is_before(const struct merge_input *a, const struct merge_input *b)
{
	int order = compare_names(a, b);

	return order != 0 ? order < 0 : a->number < b->number;
}

/* Adds an input whose current row comes later. */
static void
wait_for(struct stream *s, struct merge_input *input)
{
	struct merge_input **heap = s->waiting;
	size_t i = s->nwaiting++;

	for (; i > 0 && is_before(input, heap[(i - 1) / 2]); i = (i - 1) / 2)
		heap[i] = heap[(i - 1) / 2];
	heap[i] = input;
}

static struct merge_input *
take_first(struct stream *s)
{
	struct merge_input **heap = s->waiting, *first = heap[0];
	struct merge_input *moved = heap[--s->nwaiting];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < s->nwaiting) {
		if (child + 1 < s->nwaiting &&
		    is_before(heap[child + 1], heap[child]))
			child++;
		if (is_before(moved, heap[child]))
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = moved;
	return first;
}

/* Goes to the first function that is waited for: takes the inputs that have it,
 * in the order of the profiles.  Returns false after the last function. */
static bool
next_function(struct stream *s)
{
	s->nhere = 0;
	while (s->nwaiting > 0 &&
	       (s->nhere == 0 || compare_names(s->here[0], s->waiting[0]) == 0))
		s->here[s->nhere++] = take_first(s);
	return s->nhere > 0;
}

/* --- one row -------------------------------------------------------------- */

static void
start_row(struct stream *s, const struct cg_record *record)
{
	/* in Cachegrind's format, rows differ only in these members */
	s->row.def_file = s->row.file = record->file;
	s->row.function = record->function;
	s->row.line = record->line;
	memcpy(s->counts, record->counts, s->nevents * sizeof(*s->counts));
}

/* Combines the counts of the row with others by the minimum or maximum. */
static void
compare(struct stream *s, const int64_t *counts)
{
	for (size_t i = 0; i < s->nevents; i++)
		s->counts[i] = (int64_t)operation_combine(
		    s->operation, s->counts[i], counts[i], false);
}

/* Combines the row with the row of one more profile.  Returns false if a sum
 * does not fit. */
static bool
add(struct stream *s, const struct cg_record *record)
{
	size_t n = s->nevents;

	if (s->nmerged++ == 0) {
		start_row(s, record);
		return true;
	}
	if (s->operation == OP_SUM)
		return cg_counts_add(s->counts, record->counts, n) == n;
	compare(s, record->counts);
	return true;
}

static enum merge_status
put(struct stream *s, bool same_names)
{
	if (s->operation != OP_SUM && s->nmerged < s->nprofiles)
		compare(s, s->zeros); /* of the profiles that lack the row */
	return (same_names ? cg_writer_put_same(s->writer, &s->row)
			   : cg_writer_put(s->writer, &s->row)) < 0
		   ? MERGE_START_OVER
		   : MERGE_DONE;
}

/* --- all rows ------------------------------------------------------------- */

static enum merge_status
status_of(enum sorted_rows_status status)
{
	switch (status) {
	case SORTED_ROWS_ERROR:
		return MERGE_FAILED;
	case SORTED_ROWS_DISORDER:
		return MERGE_START_OVER;
	case SORTED_ROWS_NEXT:
	case SORTED_ROWS_END:
		break;
	}
	return MERGE_DONE;
}

/* Goes on to the next row of an input; *is_here: it has the same function. */
static enum merge_status
advance(struct stream *s, struct merge_input *input, bool *is_here)
{
	enum sorted_rows_status status = sorted_rows_next(&input->rows);
	bool has_row = status == SORTED_ROWS_NEXT;

	*is_here = has_row && !input->rows.is_elsewhere;
	if (has_row && !*is_here)
		wait_for(s, input);
	return status_of(status);
}

/* Combines all rows that have *line, and sets *line to the next one. */
static enum merge_status
merge_line(struct stream *s, int64_t *line)
{
	int64_t next = INT64_MAX;
	size_t kept = 0;

	s->nmerged = 0;
	for (size_t i = 0; i < s->nhere; i++) {
		struct merge_input *input = s->here[i];
		enum merge_status status = MERGE_DONE;
		bool is_here = true;

		if (s->lines[i] == *line) {
			if (!add(s, &input->rows.record))
				return MERGE_START_OVER;
			status = advance(s, input, &is_here);
		}
		if (status != MERGE_DONE)
			return status;
		if (!is_here)
			continue;
		s->here[kept] = input;
		s->lines[kept] = input->rows.record.line;
		if (s->lines[kept] < next)
			next = s->lines[kept];
		kept++;
	}
	s->nhere = kept;
	*line = next;
	return MERGE_DONE;
}

/* Merges the rows of the next function. */
static enum merge_status
merge_function(struct stream *s)
{
	enum merge_status status = MERGE_DONE;
	int64_t line = INT64_MAX;
	bool same_names = false;

	for (size_t i = 0; i < s->nhere; i++) {
		s->lines[i] = s->here[i]->rows.record.line;
		if (s->lines[i] < line)
			line = s->lines[i];
	}
	while (s->nhere > 0 && status == MERGE_DONE) {
		status = merge_line(s, &line);
		if (status == MERGE_DONE)
			status = put(s, same_names);
		same_names = true;
	}
	return status;
}

enum merge_status
stream_put(struct cg_reader *const *readers, size_t n, enum operation operation,
    size_t nprofiles, size_t nevents, struct cg_writer *writer)
{
	struct stream s = {
	    .row = {.kind = CG_COSTS, .object = ""},
	    .operation = operation,
	    .nevents = nevents,
	    .nprofiles = nprofiles,
	    .list = cli_alloc(n, sizeof(*s.list)),
	    .waiting = cli_alloc(n, sizeof(struct merge_input *)),
	    .here = cli_alloc(n, sizeof(struct merge_input *)),
	    .lines = cli_alloc(n, sizeof(*s.lines)),
	    .writer = writer,
	    .counts = cli_alloc(nevents, sizeof(*s.counts)),
	    .zeros = cli_alloc(nevents, sizeof(*s.zeros)),
	};
	enum merge_status status = MERGE_DONE;

	s.row.counts = s.counts;
	for (size_t i = 0; i < n && status == MERGE_DONE; i++) {
		enum sorted_rows_status first;

		s.list[i].rows.reader = readers[i];
		s.list[i].number = i;
		first = sorted_rows_next(&s.list[i].rows);
		if (first == SORTED_ROWS_NEXT)
			wait_for(&s, &s.list[i]);
		status = status_of(first);
	}
	while (status == MERGE_DONE && next_function(&s))
		status = merge_function(&s);
	for (size_t i = 0; i < n && status == MERGE_DONE; i++)
		if (cg_reader_damage(readers[i]) != NULL)
			status = MERGE_START_OVER;
	free(s.waiting);
	free(s.list);
	free(s.here);
	free(s.lines);
	free(s.counts);
	free(s.zeros);
	return status;
}
