/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A row that an input lacks costs nothing there, so minimum, maximum and mean
 * take 0 for it.  For minimum and maximum the merged profile has a column more
 * than there are events: the number of inputs that have the row.
 *
 * The mean of counts fits in 64 bits although their sum may not.  Sums keep
 * their lower halves, and the few that need more have a row in a profile of
 * carries, in units of 2 to the 64th.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/events.h"
#include "merge.h"
#include "libquery/partial.h"

struct merge {
	enum operation operation;
	bool common;
	bool partial;
	const struct profile_output *output;
	struct cg_error error;
	struct cg_reader *first; /* open for its header; NULL: no input yet */
	const char *first_path;
	size_t ninputs;
	size_t nevents; /* those that all inputs have so far */
	struct cg_event *events;
	size_t *columns; /* where the events' counts are in merged */
	size_t ncolumns; /* events of the first input */
	struct cg_profile *merged;
	struct cg_profile *carries; /* of means; two more columns, for times */
	int64_t *counts;            /* of the row being written */
	struct cg_header header;    /* of the output */
	struct partials partials;   /* of all inputs */
	struct cg_event *derived;
	__int128 *beyond;        /* what the inputs cost beyond their rows */
	bool has_more_than_rows; /* one of them did */
	__int128 *totals;        /* of the output's rows, but for sums of the
				    inputs' */
	int64_t *summary;        /* and its summary then */
};

static _Noreturn void
die(const struct merge *m)
{
	partial_die(&m->error);
}

struct merge *
merge_new(enum operation operation, bool common, bool partial,
    const struct profile_output *output)
{
	struct merge *m = cli_alloc(1, sizeof(*m));

	m->operation = operation;
	m->common = common;
	m->partial = partial;
	m->output = output;
	return m;
}

/* --- events --------------------------------------------------------------- */

static void
start(struct merge *m, struct cg_reader *reader, const char *path)
{
	const struct cg_header *h = cg_reader_header(reader);

	m->first = reader;
	m->first_path = path;
	m->nevents = m->ncolumns = h->nevents;
	m->events = cli_alloc(h->nevents, sizeof(*m->events));
	m->columns = cli_alloc(h->nevents, sizeof(*m->columns));
	m->counts = cli_alloc(h->nevents, sizeof(*m->counts));
	m->beyond = cli_alloc(h->nevents, sizeof(*m->beyond));
	m->totals = cli_alloc(h->nevents, sizeof(*m->totals));
	m->summary = cli_alloc(h->nevents, sizeof(*m->summary));
	m->header = *h;
	memcpy(m->events, h->events, h->nevents * sizeof(*m->events));
	for (size_t i = 0; i < h->nevents; i++)
		m->columns[i] = i;
	m->merged = cg_profile_new(
	    m->ncolumns + !operation_adds_up(m->operation), &m->error);
	m->carries = cg_profile_new(m->ncolumns + 2, &m->error);
	if (m->merged == NULL || m->carries == NULL)
		die(m);
	cg_profile_pack(m->merged);
	cg_profile_join_calls(m->merged);
}

/* drops the events that this input lacks */
static void
keep_common(struct merge *m, const struct cg_header *h, const char *path)
{
	size_t kept = 0;

	for (size_t i = 0; i < m->nevents; i++) {
		if (!events_have(h, m->events[i].name))
			continue;
		m->events[kept] = m->events[i];
		m->columns[kept++] = m->columns[i];
	}
	if (kept == 0)
		cli_die("%s: expected an event that all profiles have, "
			"found none",
		    path);
	m->nevents = kept;
}

/* --- rows ----------------------------------------------------------------- */

/* Notes that a sum of one row has left 64 bits.  column: of the merged profile,
 * or behind those 0 or 1 for times. */
static void
carry(struct merge *m, const struct cg_record *record, size_t column,
    int64_t count)
{
	struct cg_row carries;

	if (cg_profile_row(m->carries, record, &carries) < 0)
		die(m);
	carries.counts[column] += count > 0 ? 1 : -1;
}

/* false if the result does not fit: its lower half is then there */
static bool
combine(const struct merge *m, int64_t *to, int64_t count, bool first)
{
	__int128 value = *to;

	operation_combine(m->operation, &value, count, first);
	*to = (int64_t)value;
	return *to == value;
}

/* merges how often calls and jumps were executed */
static void
merge_executions(struct merge *m, const struct cg_row *row,
    const struct cg_record *record, bool first, const char *path)
{
	const int64_t executions[] = {record->executed, record->taken};
	int64_t *const to[] = {row->executed, row->taken};

	for (size_t i = 0; i < 2; i++) {
		if (combine(m, to[i], executions[i], first))
			continue;
		if (m->operation != OP_MEAN)
			cli_die("%s: the number of calls or jumps from %s:%s, "
				"line %lld, does not fit in 64 bits",
			    path, record->file, record->function,
			    (long long)record->line);
		carry(m, record, m->ncolumns + i, executions[i]);
	}
}

/* whether no event was dropped after the first profile */
static bool
has_all_events(const struct merge *m)
{
	return m->nevents == m->ncolumns;
}

/* from event i on: the first event whose result does not fit, or their number
 */
static size_t
merge_fitting(const struct merge *m, int64_t *to, const int64_t *counts,
    size_t i, bool first)
{
	if (operation_adds_up(m->operation) && has_all_events(m))
		return i + cg_counts_add(to + i, counts + i, m->nevents - i);
	while (
	    i < m->nevents && combine(m, &to[m->columns[i]], counts[i], first))
		i++;
	return i;
}

static void
merge_counts(struct merge *m, int64_t *to, const struct cg_record *record,
    bool first, const char *path)
{
	size_t i = 0;

	while (
	    (i = merge_fitting(m, to, record->counts, i, first)) < m->nevents) {
		if (m->operation != OP_MEAN)
			cli_die("%s: the sum of %s of %s:%s, line %lld, "
				"does not fit in 64 bits",
			    path, m->events[i].name, record->file,
			    record->function, (long long)record->line);
		carry(m, record, m->columns[i], record->counts[i]);
		i++;
	}
}

static void
merge_row(struct merge *m, const struct cg_record *record, const char *path)
{
	struct cg_row to;
	bool first;

	if (cg_profile_row(m->merged, record, &to) < 0)
		die(m);
	first =
	    !operation_adds_up(m->operation) && to.counts[m->ncolumns]++ == 0;
	if (record->kind != CG_COSTS)
		merge_executions(m, &to, record, first, path);
	merge_counts(m, to.counts, record, first, path);
}

/* a line may come twice in one input: where that matters, it is added up first
 */
static void
read_rows(struct merge *m, struct cg_reader *reader, const char *path)
{
	bool added = operation_adds_up(m->operation);
	struct cg_profile *input =
	    added ? NULL : cg_profile_new(m->nevents, &m->error);
	struct cg_record record;
	int got;

	if (input == NULL && !added)
		die(m);
	if (input != NULL)
		cg_profile_join_calls(input);
	while ((got = cg_reader_next(reader, &record)) == 1) {
		if (!profile_output_takes(m->output, &record))
			continue;
		if (added)
			merge_row(m, &record, path);
		else if (cg_profile_add(input, &record) < 0)
			die(m);
	}
	if (got < 0)
		die(m);
	for (size_t i = 0; !added && i < cg_profile_len(input); i++) {
		cg_profile_at(input, i, &record);
		merge_row(m, &record, path);
	}
	cg_profile_free(input);
}

/* what all cost that was read or written so far */
static __int128
total(const struct merge *m, size_t column)
{
	return m->totals[column] + operation_result(m->operation,
				       m->beyond[column], m->ninputs, true);
}

/* What the input cost beyond its rows is combined as if it were a row. */
static void
add_beyond(struct merge *m, struct cg_reader *reader, const char *path)
{
	const struct cg_header events = {
	    .nevents = m->nevents, .events = m->events};
	const int64_t *totals = cg_reader_totals(reader);
	const int64_t *stated = cg_reader_summary(reader);

	if (stated == NULL)
		stated = totals;
	if (m->output->is_format_given && m->output->format == CG_CACHEGRIND)
		profile_output_warn_of_rest(path, &events, stated, totals);
	for (size_t i = 0; i < m->nevents; i++) {
		__int128 more = (__int128)stated[i] - totals[i];
		size_t column = m->columns[i];

		m->has_more_than_rows |= more != 0;
		operation_combine(
		    m->operation, &m->beyond[column], more, m->ninputs == 0);
		if (m->operation != OP_SUM)
			continue;
		m->totals[column] += totals[i];
		if (total(m, column) != (int64_t)total(m, column))
			cli_die("%s: the sum of %s does not fit in 64 bits",
			    path, m->events[i].name);
	}
}

/* --- header --------------------------------------------------------------- */

/* the text where it is of all inputs */
static const char *
common_text(const char *first, const char *other)
{
	return first != NULL && other != NULL && strcmp(first, other) == 0
		   ? first
		   : NULL;
}

/* the output can carry what any of the inputs does */
static void
merge_header(struct merge *m, const struct cg_header *h)
{
	struct cg_header *to = &m->header;

	if (h->format == CG_CALLGRIND)
		to->format = CG_CALLGRIND;
	to->has_addresses |= h->has_addresses;
	to->has_no_lines &= h->has_no_lines;
	to->pid = common_text(to->pid, h->pid);
	to->part = common_text(to->part, h->part);
	to->thread = common_text(to->thread, h->thread);
}

void
merge_add(struct merge *m, const char *path)
{
	struct cg_reader *reader = cg_reader_open(path, &m->error);

	if (reader == NULL)
		die(m);
	if (m->first == NULL)
		start(m, reader, path);
	else if (m->common)
		keep_common(m, cg_reader_header(reader), path);
	else
		events_demand_same(cg_reader_header(m->first), m->first_path,
		    cg_reader_header(reader), path,
		    " (--common-events keeps those that all have)");
	if (cg_reader_select_events(reader, m->events, m->nevents) < 0)
		die(m);
	if (m->partial)
		cg_reader_set(reader, CG_ACCEPT_DAMAGE);
	cg_reader_set(reader, CG_READ_AHEAD);
	read_rows(m, reader, path);
	add_beyond(m, reader, path);
	partials_inherit(&m->partials, cg_reader_header(reader));
	partials_take(&m->partials, reader, m->events[0].name);
	merge_header(m, cg_reader_header(reader));
	m->ninputs++;
	if (reader != m->first)
		cg_reader_close(reader);
}

/* --- result --------------------------------------------------------------- */

/* carries: NULL if no sum has left 64 bits */
static int64_t
result(const struct merge *m, int64_t combined, const int64_t *carries,
    size_t column, bool all)
{
	__int128 wide = combined;

	if (carries != NULL)
		wide += carries[column] * ((__int128)1 << 64);
	return (int64_t)operation_result(m->operation, wide, m->ninputs, all);
}

static const int64_t *
find_carries(struct merge *m, const struct cg_record *record)
{
	struct cg_row carries;

	if (cg_profile_len(m->carries) == 0)
		return NULL;
	if (cg_profile_row(m->carries, record, &carries) < 0)
		die(m);
	return carries.counts;
}

static int
write_result(struct merge *m, struct cg_writer *writer, size_t i)
{
	struct cg_record record;
	const int64_t *carries;
	bool all;

	cg_profile_at(m->merged, i, &record);
	carries = find_carries(m, &record);
	all = operation_adds_up(m->operation) ||
	      record.counts[m->ncolumns] == (int64_t)m->ninputs;
	for (size_t j = 0; j < m->nevents; j++) {
		size_t column = m->columns[j];

		m->counts[j] =
		    result(m, record.counts[column], carries, column, all);
		if (record.kind == CG_COSTS && m->operation != OP_SUM)
			m->totals[column] += m->counts[j];
	}
	record.counts = m->counts;
	record.executed = result(m, record.executed, carries, m->ncolumns, all);
	record.taken = result(m, record.taken, carries, m->ncolumns + 1, all);
	return cg_writer_put(writer, &record);
}

static int
write_rows(struct merge *m, struct cg_writer *writer)
{
	if (m->operation == OP_SUM && has_all_events(m))
		return cg_profile_put(m->merged, writer);
	for (size_t i = 0; i < cg_profile_len(m->merged); i++)
		if (write_result(m, writer, i) < 0)
			return -1;
	return 0;
}

static void
complete_header(struct merge *m)
{
	struct cg_header *h = &m->header;

	h->nevents = m->nevents;
	h->events = m->events;
	m->derived = cli_alloc(h->nderived + 1, sizeof(*m->derived));
	h->nderived =
	    events_keep_derived(h, cg_reader_header(m->first), m->derived);
	h->derived = m->derived;
	profile_output_set_header(m->output, h);
	partials_describe(&m->partials, h);
}

static void
write_summary(struct merge *m, struct cg_writer *writer)
{
	if (!m->has_more_than_rows)
		return;
	for (size_t i = 0; i < m->nevents; i++) {
		size_t column = m->columns[i];

		m->summary[i] = (int64_t)total(m, column);
		if (m->summary[i] != total(m, column))
			cli_die("the sum of %s does not fit in 64 bits",
			    m->events[i].name);
	}
	cg_writer_summary(writer, m->summary);
}

void
merge_write(struct merge *m)
{
	struct cg_writer *writer;

	complete_header(m);
	if (cg_profile_sort(m->merged) < 0)
		die(m);
	writer = profile_output_open(m->output, &m->header, &m->error);
	if (writer == NULL)
		die(m);
	if (write_rows(m, writer) < 0)
		die(m);
	write_summary(m, writer);
	if (profile_output_close(writer) < 0)
		die(m);
}

void
merge_free(struct merge *m)
{
	cg_reader_close(m->first);
	cg_profile_free(m->merged);
	cg_profile_free(m->carries);
	partials_release(&m->partials);
	free(m->events);
	free(m->columns);
	free(m->counts);
	free(m->derived);
	free(m->beyond);
	free(m->totals);
	free(m->summary);
	free(m);
}
