/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A row that an input lacks costs nothing there, so minimum and maximum take 0
 * for it.  For these, the merged rows have one more column than there are
 * events: the number of inputs that have the row.
 */
#include <stdlib.h>

#include "libcli/cli.h"
#include "row_sums.h"

struct row_sums {
	struct profiles *profiles;
	bool adds; /* else minimum and maximum, which compare */
	struct cg_profile *rows;
	size_t presence; /* column of the number of inputs that have the row;
			    only if !adds */
	size_t
	    kept; /* bytes that the rows take when there are none: it keeps the
			names of the row before it was cleared */
	int64_t *counts; /* of the row being written */
};

struct row_sums *
row_sums_new(struct profiles *p)
{
	struct row_sums *s = cli_alloc(1, sizeof(*s));

	s->profiles = p;
	s->adds = p->operation == OP_SUM;
	s->counts = cli_alloc(p->series.ncolumns, sizeof(*s->counts));
	s->presence = p->series.ncolumns;
	s->rows =
	    cg_profile_new(p->series.ncolumns + !s->adds, &p->series.error);
	if (s->rows == NULL)
		profiles_die(p);
	cg_profile_pack(s->rows);
	cg_profile_join_calls(s->rows);
	return s;
}

/* --- adding --------------------------------------------------------------- */

static void
add_executions(
    const struct cg_row *row, const struct cg_record *record, const char *path)
{
	if (__builtin_add_overflow(
		*row->executed, record->executed, row->executed) ||
	    __builtin_add_overflow(*row->taken, record->taken, row->taken))
		cli_die("%s: the number of calls or jumps from %s:%s, "
			"line %lld, does not fit in 64 bits",
		    path, record->file, record->function,
		    (long long)record->line);
}

/* True if no event was dropped: then event i is in column i. */
static bool
has_all_events(const struct row_sums *s)
{
	return s->profiles->series.nevents == s->profiles->series.ncolumns;
}

/* Adds the counts to the row.  Returns the first event whose sum does not fit,
 * or nevents. */
static size_t
add_counts(const struct row_sums *s, int64_t *to, const int64_t *counts)
{
	size_t i = 0;

	if (has_all_events(s))
		return cg_counts_add(to, counts, s->profiles->series.nevents);
	for (; i < s->profiles->series.nevents; i++) {
		int64_t *sum = &to[s->profiles->series.columns[i]];

		if (__builtin_add_overflow(*sum, counts[i], sum))
			break;
	}
	return i;
}

/* Returns false if a sum does not fit and that is not an error yet. */
static bool
add_row(struct row_sums *s, const struct cg_record *record, const char *path)
{
	const struct profiles *p = s->profiles;
	struct cg_row to;
	size_t event;

	if (has_all_events(s) && cg_profile_add(s->rows, record) == 0)
		return true;
	if (cg_profile_row(s->rows, record, &to) < 0)
		profiles_die(p);
	if (record->kind != CG_COSTS)
		add_executions(&to, record, path);
	event = add_counts(s, to.counts, record->counts);
	if (event < p->series.nevents && p->can_start_over)
		return false;
	if (event < p->series.nevents)
		cli_die("%s: the sum of %s of %s:%s, line %lld, "
			"does not fit in 64 bits",
		    path, p->series.events[event].name, record->file,
		    record->function, (long long)record->line);
	if (has_all_events(s))
		profiles_die(p); /* cg_profile_add failed for another reason */
	return true;
}

static bool
is_full(const struct row_sums *s, size_t size)
{
	return cg_profile_memory(s->rows) - s->kept > size;
}

static enum merge_status
add_rows(
    struct row_sums *s, struct cg_reader *reader, const char *path, size_t size)
{
	enum { CHECK_ROWS = 1024 };
	struct cg_record record;
	int got = 1;

	while (!is_full(s, size)) {
		for (int i = 0; i < CHECK_ROWS; i++) {
			got = cg_reader_next(reader, &record);
			if (got < 0)
				profiles_die(s->profiles);
			if (got == 0)
				return MERGE_DONE;
			record.present = NULL; /* the output cannot tell */
			if (profile_output_takes(
				s->profiles->output, &record) &&
			    !add_row(s, &record, path))
				return MERGE_START_OVER;
		}
	}
	return MERGE_FULL;
}

/* --- comparing: minimum and maximum --------------------------------------- */

static void
compare_count(const struct row_sums *s, int64_t *to, int64_t count, bool first)
{
	*to = (int64_t)operation_combine(
	    s->profiles->operation, *to, count, first);
}

static void
compare_row(struct row_sums *s, const struct cg_record *record)
{
	struct cg_row to;
	bool first;

	if (cg_profile_row(s->rows, record, &to) < 0)
		profiles_die(s->profiles);
	first = to.counts[s->presence]++ == 0;
	for (size_t i = 0; i < s->profiles->series.nevents; i++)
		compare_count(s, &to.counts[s->profiles->series.columns[i]],
		    record->counts[i], first);
	if (record->kind != CG_COSTS) {
		compare_count(s, to.executed, record->executed, first);
		compare_count(s, to.taken, record->taken, first);
	}
}

/* Compares the rows of an input with the rows of the inputs before.  A line may
 * come more than once in the input, so its rows are added up first. */
static void
compare_rows(struct row_sums *s, struct cg_reader *reader)
{
	struct cg_profile *input = cg_profile_new(
	    s->profiles->series.nevents, &s->profiles->series.error);
	struct cg_record record;
	int got;

	if (input == NULL)
		profiles_die(s->profiles);
	cg_profile_join_calls(input);
	while ((got = cg_reader_next(reader, &record)) == 1)
		if (profile_output_takes(s->profiles->output, &record) &&
		    cg_profile_add(input, &record) < 0)
			profiles_die(s->profiles);
	if (got < 0 || cg_profile_sort(input) < 0)
		profiles_die(s->profiles);
	for (size_t i = 0; i < cg_profile_len(input); i++) {
		cg_profile_at(input, i, &record);
		compare_row(s, &record);
	}
	cg_profile_free(input);
}

enum merge_status
row_sums_read(
    struct row_sums *s, struct cg_reader *reader, const char *path, size_t size)
{
	if (s->adds)
		return add_rows(s, reader, path, size);
	if (is_full(s, size))
		return MERGE_FULL;
	compare_rows(s, reader);
	return MERGE_DONE;
}

bool
row_sums_is_empty(const struct row_sums *s)
{
	return cg_profile_len(s->rows) == 0;
}

void
row_sums_clear(struct row_sums *s)
{
	if (cg_profile_clear(s->rows) < 0)
		profiles_die(s->profiles);
	s->kept = cg_profile_memory(s->rows);
}

/* --- result --------------------------------------------------------------- */

static int
write_result(struct row_sums *s, struct cg_writer *writer, size_t i)
{
	struct cg_record record;
	bool all; /* inputs have the row */

	cg_profile_at(s->rows, i, &record);
	all = s->adds || record.counts[s->presence] == (int64_t)s->profiles->n;
	for (size_t j = 0; j < s->profiles->series.nevents; j++) {
		size_t column = s->profiles->series.columns[j];

		s->counts[j] = record.counts[column];
		if (!all)
			compare_count(s, &s->counts[j], 0, false);
		if (record.kind == CG_COSTS && !s->adds)
			s->profiles->totals[column] += s->counts[j];
	}
	record.counts = s->counts;
	if (!all) {
		compare_count(s, &record.executed, 0, false);
		compare_count(s, &record.taken, 0, false);
	}
	return cg_writer_put(writer, &record);
}

int
row_sums_put(struct row_sums *s, struct cg_writer *writer)
{
	if (s->adds && has_all_events(s))
		return cg_profile_put(s->rows, writer);
	if (cg_profile_sort(s->rows) < 0)
		return -1;
	for (size_t i = 0; i < cg_profile_len(s->rows); i++)
		if (write_result(s, writer, i) < 0)
			return -1;
	return 0;
}

void
row_sums_free(struct row_sums *s)
{
	if (s == NULL)
		return;
	cg_profile_free(s->rows);
	free(s->counts);
	free(s);
}
