/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A row that an input lacks costs nothing there, so minimum, maximum and mean
 * take 0 for it.  For minimum and maximum, the merged rows have one more column
 * than there are events: the number of inputs that have the row.
 *
 * The mean of counts fits in 64 bits although their sum may not.  Sums keep
 * their lower halves, and the few that need more have a row in a profile of
 * carries, in units of 2 to the 64th.
 */
#include <stdlib.h>

#include "libcli/cli.h"
#include "table.h"

struct table {
	struct profiles *profiles;
	bool adds; /* sum and mean; else minimum and maximum, which compare */
	struct cg_profile *rows;
	size_t presence; /* column of the number of inputs that have the row;
			    only if !adds */
	size_t kept; /* bytes that the table takes without rows: it keeps the
			names of the row before it was cleared */
	struct cg_profile *carries; /* of means; two more columns, for executed
				       and taken */
	int64_t *counts;            /* of the row being written */
};

struct table *
table_new(struct profiles *p)
{
	struct table *t = cli_alloc(1, sizeof(*t));

	t->profiles = p;
	t->adds = operation_adds_up(p->operation);
	t->counts = cli_alloc(p->ncolumns, sizeof(*t->counts));
	t->presence = p->ncolumns;
	t->rows = cg_profile_new(p->ncolumns + !t->adds, &p->error);
	t->carries = cg_profile_new(p->ncolumns + 2, &p->error);
	if (t->rows == NULL || t->carries == NULL)
		profiles_die(p);
	cg_profile_pack(t->rows);
	cg_profile_join_calls(t->rows);
	return t;
}

/* --- adding: sum and mean ------------------------------------------------- */

/* Notes that a sum of the row overflowed when a count was added.  column: that
 * of t->rows; ncolumns is for executed, and ncolumns + 1 for taken. */
static void
carry(struct table *t, const struct cg_record *record, size_t column,
    int64_t count)
{
	struct cg_row carries;

	if (cg_profile_row(t->carries, record, &carries) < 0)
		profiles_die(t->profiles);
	carries.counts[column] += count > 0 ? 1 : -1;
}

static void
add_executions(struct table *t, const struct cg_row *row,
    const struct cg_record *record, const char *path)
{
	const int64_t executions[] = {record->executed, record->taken};
	int64_t *const to[] = {row->executed, row->taken};

	for (size_t i = 0; i < 2; i++) {
		if (!__builtin_add_overflow(*to[i], executions[i], to[i]))
			continue;
		if (t->profiles->operation != OP_MEAN)
			cli_die("%s: the number of calls or jumps from %s:%s, "
				"line %lld, does not fit in 64 bits",
			    path, record->file, record->function,
			    (long long)record->line);
		carry(t, record, t->profiles->ncolumns + i, executions[i]);
	}
}

/* True if no event was dropped: then event i is in column i. */
static bool
has_all_events(const struct table *t)
{
	return t->profiles->nevents == t->profiles->ncolumns;
}

/* Adds the counts of event i and of those after it.  Returns the first event
 * whose sum does not fit, and has only its lower half now, or nevents. */
static size_t
add_fitting(const struct table *t, int64_t *to, const int64_t *counts, size_t i)
{
	if (has_all_events(t))
		return i + cg_counts_add(
			       to + i, counts + i, t->profiles->nevents - i);
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
	const int64_t *counts = record->counts;
	bool failed = false;
	struct cg_row to;

	if (t->profiles->operation == OP_SUM && has_all_events(t)) {
		if (cg_profile_add(t->rows, record) == 0)
			return true;
		failed = true;
	}
	if (cg_profile_row(t->rows, record, &to) < 0)
		profiles_die(t->profiles);
	if (record->kind != CG_COSTS)
		add_executions(t, &to, record, path);
	for (size_t i = add_fitting(t, to.counts, counts, 0);
	     i < t->profiles->nevents;
	     i = add_fitting(t, to.counts, counts, i + 1)) {
		if (t->profiles->operation != OP_MEAN) {
			if (t->profiles->can_start_over)
				return false;
			cli_die("%s: the sum of %s of %s:%s, line %lld, "
				"does not fit in 64 bits",
			    path, t->profiles->events[i].name, record->file,
			    record->function, (long long)record->line);
		}
		carry(t, record, t->profiles->columns[i], counts[i]);
	}
	if (failed) /* for another reason than a sum, which is named above */
		profiles_die(t->profiles);
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
	__int128 value = *to;

	operation_combine(t->profiles->operation, &value, count, first);
	*to = (int64_t)value;
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

/* carries: NULL if no sum overflowed.  all: all inputs have the row. */
static int64_t
result(const struct table *t, int64_t combined, const int64_t *carries,
    size_t column, bool all)
{
	__int128 wide = combined;

	if (carries != NULL)
		wide += carries[column] * ((__int128)1 << 64);
	return (int64_t)operation_result(
	    t->profiles->operation, wide, t->profiles->n, all);
}

static const int64_t *
find_carries(struct table *t, const struct cg_record *record)
{
	struct cg_row carries;

	if (cg_profile_len(t->carries) == 0)
		return NULL;
	if (cg_profile_row(t->carries, record, &carries) < 0)
		profiles_die(t->profiles);
	return carries.counts;
}

static int
write_result(struct table *t, struct cg_writer *writer, size_t i)
{
	struct cg_record record;
	const int64_t *carries;
	bool all;

	cg_profile_at(t->rows, i, &record);
	carries = find_carries(t, &record);
	all = t->adds || record.counts[t->presence] == (int64_t)t->profiles->n;
	for (size_t j = 0; j < t->profiles->nevents; j++) {
		size_t column = t->profiles->columns[j];

		t->counts[j] =
		    result(t, record.counts[column], carries, column, all);
		if (record.kind == CG_COSTS && t->profiles->operation != OP_SUM)
			t->profiles->totals[column] += t->counts[j];
	}
	record.counts = t->counts;
	record.executed =
	    result(t, record.executed, carries, t->profiles->ncolumns, all);
	record.taken =
	    result(t, record.taken, carries, t->profiles->ncolumns + 1, all);
	return cg_writer_put(writer, &record);
}

int
table_put(struct table *t, struct cg_writer *writer)
{
	if (t->profiles->operation == OP_SUM && has_all_events(t))
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
	cg_profile_free(t->carries);
	free(t->counts);
	free(t);
}
