/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A row that an input lacks costs nothing there, so minimum and maximum take 0
 * for it.  For these, the merged rows have one more column than there are
 * events: the number of inputs that have the row.
 */
#include <stdlib.h>

#include "libcli/cli.h"
#include "row_sums.h"

struct table {
	struct profiles *profiles;
	bool adds; /* else minimum and maximum, which compare */
	struct cg_profile *rows;
	size_t presence; /* column of the number of inputs that have the row;
			    only if !adds */
	size_t kept; /* bytes that the table takes without rows: it keeps the
			names of the row before it was cleared */
	int64_t *counts; /* of the row being written */
};

struct table *
table_new(struct profiles *p)
{
	struct table *t = cli_alloc(1, sizeof(*t));

	t->profiles = p;
	t->adds = p->operation == OP_SUM;
	t->counts = cli_alloc(p->ncolumns, sizeof(*t->counts));
	t->presence = p->ncolumns;
	t->rows = cg_profile_new(p->ncolumns + !t->adds, &p->error);
	if (t->rows == NULL)
		profiles_die(p);
	cg_profile_pack(t->rows);
	cg_profile_join_calls(t->rows);
	return t;
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
has_all_events(const struct table *t)
{
	return t->profiles->nevents == t->profiles->ncolumns;
}

/* Adds the counts to the row.  Returns the first event whose sum does not fit,
 * or nevents. */
static size_t
add_counts(const struct table *t, int64_t *to, const int64_t *counts)
{
	size_t i = 0;

	if (has_all_events(t))
		return cg_counts_add(to, counts, t->profiles->nevents);
	for (; i < t->profiles->nevents; i++) {
		int64_t *sum = &to[t->profiles->columns[i]];

		if (__builtin_add_overflow(*sum, counts[i], sum))
			break;
	}
	return i;
}

/* Returns false if a sum does not fit and that is not an error yet. */
static bool
add_row(struct table *t, const struct cg_record *record, const char *path)
{
	const struct profiles *p = t->profiles;
	struct cg_row to;
	size_t event;

	if (has_all_events(t) && cg_profile_add(t->rows, record) == 0)
		return true;
	if (cg_profile_row(t->rows, record, &to) < 0)
		profiles_die(p);
	if (record->kind != CG_COSTS)
		add_executions(&to, record, path);
	event = add_counts(t, to.counts, record->counts);
	if (event < p->nevents && p->can_start_over)
		return false;
	if (event < p->nevents)
		cli_die("%s: the sum of %s of %s:%s, line %lld, "
			"does not fit in 64 bits",
		    path, p->events[event].name, record->file, record->function,
		    (long long)record->line);
	if (has_all_events(t))
		profiles_die(p); /* cg_profile_add failed for another reason */
	return true;
}

static bool
is_full(const struct table *t, size_t size)
{
	return cg_profile_memory(t->rows) - t->kept > size;
}

static enum table_status
add_rows(
    struct table *t, struct cg_reader *reader, const char *path, size_t size)
{
	enum { CHECK_ROWS = 1024 };
	struct cg_record record;
	int got = 1;

	while (!is_full(t, size)) {
		for (int i = 0; i < CHECK_ROWS; i++) {
			got = cg_reader_next(reader, &record);
			if (got < 0)
				profiles_die(t->profiles);
			if (got == 0)
				return TABLE_DONE;
			record.present = NULL; /* the output cannot tell */
			if (profile_output_takes(
				t->profiles->output, &record) &&
			    !add_row(t, &record, path))
				return TABLE_REFUSED;
		}
	}
	return TABLE_FULL;
}

/* --- comparing: minimum and maximum --------------------------------------- */

static void
compare_count(const struct table *t, int64_t *to, int64_t count, bool first)
{
	*to = (int64_t)operation_combine(
	    t->profiles->operation, *to, count, first);
}

static void
compare_row(struct table *t, const struct cg_record *record)
{
	struct cg_row to;
	bool first;

	if (cg_profile_row(t->rows, record, &to) < 0)
		profiles_die(t->profiles);
	first = to.counts[t->presence]++ == 0;
	for (size_t i = 0; i < t->profiles->nevents; i++)
		compare_count(t, &to.counts[t->profiles->columns[i]],
		    record->counts[i], first);
	if (record->kind != CG_COSTS) {
		compare_count(t, to.executed, record->executed, first);
		compare_count(t, to.taken, record->taken, first);
	}
}

/* Compares the rows of an input with those of the inputs before.  A line may
 * come more than once in the input, so its rows are added up first. */
static void
compare_rows(struct table *t, struct cg_reader *reader)
{
	struct cg_profile *input =
	    cg_profile_new(t->profiles->nevents, &t->profiles->error);
	struct cg_record record;
	int got;

	if (input == NULL)
		profiles_die(t->profiles);
	cg_profile_join_calls(input);
	while ((got = cg_reader_next(reader, &record)) == 1)
		if (profile_output_takes(t->profiles->output, &record) &&
		    cg_profile_add(input, &record) < 0)
			profiles_die(t->profiles);
	if (got < 0 || cg_profile_sort(input) < 0)
		profiles_die(t->profiles);
	for (size_t i = 0; i < cg_profile_len(input); i++) {
		cg_profile_at(input, i, &record);
		compare_row(t, &record);
	}
	cg_profile_free(input);
}

enum table_status
table_read(
    struct table *t, struct cg_reader *reader, const char *path, size_t size)
{
	if (t->adds)
		return add_rows(t, reader, path, size);
	if (is_full(t, size))
		return TABLE_FULL;
	compare_rows(t, reader);
	return TABLE_DONE;
}

bool
table_is_empty(const struct table *t)
{
	return cg_profile_len(t->rows) == 0;
}

void
table_clear(struct table *t)
{
	if (cg_profile_clear(t->rows) < 0)
		profiles_die(t->profiles);
	t->kept = cg_profile_memory(t->rows);
}

/* --- result --------------------------------------------------------------- */

static int
write_result(struct table *t, struct cg_writer *writer, size_t i)
{
	struct cg_record record;
	bool all; /* inputs have the row */

	cg_profile_at(t->rows, i, &record);
	all = t->adds || record.counts[t->presence] == (int64_t)t->profiles->n;
	for (size_t j = 0; j < t->profiles->nevents; j++) {
		size_t column = t->profiles->columns[j];

		t->counts[j] = record.counts[column];
		if (!all)
			compare_count(t, &t->counts[j], 0, false);
		if (record.kind == CG_COSTS && !t->adds)
			t->profiles->totals[column] += t->counts[j];
	}
	record.counts = t->counts;
	if (!all) {
		compare_count(t, &record.executed, 0, false);
		compare_count(t, &record.taken, 0, false);
	}
	return cg_writer_put(writer, &record);
}

int
table_put(struct table *t, struct cg_writer *writer)
{
	if (t->adds && has_all_events(t))
		return cg_profile_put(t->rows, writer);
	if (cg_profile_sort(t->rows) < 0)
		return -1;
	for (size_t i = 0; i < cg_profile_len(t->rows); i++)
		if (write_result(t, writer, i) < 0)
			return -1;
	return 0;
}

void
table_free(struct table *t)
{
	if (t == NULL)
		return;
	cg_profile_free(t->rows);
	free(t->counts);
	free(t);
}
