/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The mode says which rows are held, and when they are written:
 *
 *	mode        holds       writes
 *	BUFFER_ALL  all rows    at the end
 *	BATCHES     a batch     when BATCH_SIZE rows came in order and the next
 *	                        one is a new row; goes on in mode STREAM if the
 *	                        input has Cachegrind's format
 *	STREAM      one row     when the next one is a new row; goes on in mode
 *	                        BUFFER_ALL if that one is out of order
 *
 * The first mode is BUFFER_ALL, or BATCHES if rows may be written early.  The
 * output is sorted as a whole, unless rows are out of order after a batch was
 * written.  STREAM does without a profile in memory, and so takes less memory
 * and time.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "row_sorter.h"

enum { BATCH_SIZE = 1 << 18 }; /* rows */

int
row_sorter_init(struct row_sorter *s, bool early)
{
	s->mode = early ? BATCHES : BUFFER_ALL;
	s->pending_counts =
	    cli_alloc(s->header->nevents, sizeof(*s->pending_counts));
	s->rows = cg_profile_new(s->header->nevents, s->error);
	if (s->rows == NULL)
		return -1;
	cg_profile_name_events(s->rows, s->header->events);
	return 0;
}

/*
 * Writes all rows that are held.  Opens the output first if it is not open yet:
 * most errors in a profile are found before that, and leave nothing to clean
 * up.
 */
static int
write_held(struct row_sorter *s)
{
	if (s->writer == NULL) {
		cg_header_take_part(s->header, cg_reader_header(s->reader));
		s->writer = profile_output_open(s->output, s->header, s->error);
	}
	if (s->writer == NULL)
		return -1;
	if (s->has_pending && cg_writer_put(s->writer, &s->pending) < 0)
		return -1;
	s->has_pending = false;
	if (cg_profile_len(s->rows) == 0)
		return 0;
	if (cg_profile_put(s->rows, s->writer) < 0)
		return -1;
	return cg_profile_clear(s->rows);
}

/* 1 if a batch is full and in order, and the record adds a row to it; else 0,
 * or -1 on an error. */
static int
ends_batch(const struct row_sorter *s, const struct cg_record *record)
{
	size_t held = cg_profile_len(s->rows);
	struct cg_record last;

	if (held < BATCH_SIZE || !cg_profile_in_order(s->rows))
		return 0;
	if (cg_profile_sort(s->rows) < 0)
		return -1;
	cg_profile_at(s->rows, held - 1, &last);
	return !cg_record_same(&last, record);
}

/* Holds a row in mode STREAM.  Repeated rows go to the profile in memory, which
 * adds them up. */
static int
hold(struct row_sorter *s, const struct cg_record *record)
{
	if (s->has_pending && cg_profile_add(s->rows, &s->pending) < 0)
		return -1;
	if (s->has_pending || cg_profile_len(s->rows) > 0) {
		s->has_pending = false;
		return cg_profile_add(s->rows, record);
	}
	s->pending = *record;
	s->pending.counts = memcpy(s->pending_counts, record->counts,
	    s->header->nevents * sizeof(*s->pending_counts));
	s->pending.present = NULL;
	s->has_pending = true;
	return 0;
}

int
row_sorter_next(struct row_sorter *s, const struct cg_record *record, bool keep)
{
	int ends;

	if (s->mode == STREAM) {
		int order = cg_record_compare(&s->previous, record);

		s->previous = *record;
		if (order != 0 && write_held(s) < 0)
			return -1;
		if (order > 0)
			s->mode = BUFFER_ALL;
	}
	if (!keep)
		return 0;
	ends = s->mode == BATCHES ? ends_batch(s, record) : 0;
	if (ends < 0)
		return -1;
	if (ends > 0) {
		if (write_held(s) < 0)
			return -1;
		/* Callgrind's rows are not in order once they have lost
		 * their objects */
		if (cg_reader_header(s->reader)->format == CG_CACHEGRIND) {
			s->mode = STREAM;
			s->previous = *record;
		}
	}
	return s->mode == STREAM ? hold(s, record)
				 : cg_profile_add(s->rows, record);
}

struct cg_profile *
row_sorter_take(struct row_sorter *s)
{
	struct cg_profile *rows = s->rows, *empty;

	if (cg_profile_sort(rows) < 0)
		return NULL;
	empty = cg_profile_new(s->header->nevents, s->error);
	if (empty == NULL)
		return NULL;
	cg_profile_name_events(empty, s->header->events);
	s->rows = empty;
	return rows;
}

struct cg_writer *
row_sorter_finish(struct row_sorter *s)
{
	return write_held(s) == 0 ? s->writer : NULL;
}

void
row_sorter_release(struct row_sorter *s)
{
	cg_profile_free(s->rows);
	free(s->pending_counts);
}
