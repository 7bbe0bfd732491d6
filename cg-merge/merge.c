/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A row that an input lacks costs nothing there, so minimum, maximum and mean
 * take 0 for it.  For minimum and maximum the merged profile has a column more
 * than there are events: the number of inputs that have the row.
 */
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "merge.h"

struct merge {
	enum operation operation;
	bool common;
	const struct outlet *outlet;
	struct cg_error error;
	struct cg_reader *first; /* open for its header; NULL: no input yet */
	const char *first_path;
	size_t ninputs;
	size_t nevents; /* those that all inputs have so far */
	struct cg_event *events;
	size_t *columns; /* where the events' counts are in merged */
	size_t ncolumns; /* events of the first input */
	struct cg_profile *merged;
	int64_t *counts;         /* of the row being written */
	struct cg_header header; /* of the output */
	struct cg_event *derived;
	int64_t *summary;        /* the sum of what the inputs cost */
	bool has_more_than_rows; /* one of them says that it cost more */
	bool is_summary_lost;    /* the sum does not fit */
};

static _Noreturn void
die(const struct merge *m)
{
	cli_die("%s", m->error.text);
}

struct merge *
merge_new(enum operation operation, bool common, const struct outlet *outlet)
{
	struct merge *m = cli_alloc(1, sizeof(*m));

	m->operation = operation;
	m->common = common;
	m->outlet = outlet;
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
	m->summary = cli_alloc(h->nevents, sizeof(*m->summary));
	m->header = *h;
	memcpy(m->events, h->events, h->nevents * sizeof(*m->events));
	for (size_t i = 0; i < h->nevents; i++)
		m->columns[i] = i;
	m->merged = cg_profile_new(
	    m->ncolumns + !operation_adds_up(m->operation), &m->error);
	if (m->merged == NULL)
		die(m);
	cg_profile_pack(m->merged);
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

/* how often calls and jumps were made */
static void
merge_times(struct merge *m, const struct cg_record *record, bool first,
    const char *path)
{
	int64_t *to = cg_profile_row_times(m->merged);

	if (to == NULL)
		die(m);
	if (!operation_combine(m->operation, &to[0], record->times, first) ||
	    !operation_combine(m->operation, &to[1], record->followed, first))
		cli_die("%s: the number of calls or jumps from %s:%s, line "
			"%lld, does not fit in 64 bits",
		    path, record->file, record->function,
		    (long long)record->line);
}

/* whether no event was dropped after the first profile */
static bool
has_all_events(const struct merge *m)
{
	return m->nevents == m->ncolumns;
}

/* how many events' results fit: all, or those before the first that does not */
static size_t
merge_counts(
    const struct merge *m, int64_t *to, const int64_t *counts, bool first)
{
	enum operation operation = m->operation;

	if (operation_adds_up(operation) && has_all_events(m))
		return cg_counts_add(to, counts, m->nevents);
	for (size_t i = 0; i < m->nevents; i++)
		if (!operation_combine(
			operation, &to[m->columns[i]], counts[i], first))
			return i;
	return m->nevents;
}

static void
merge_row(struct merge *m, const struct cg_record *record, const char *path)
{
	int64_t *to = cg_profile_row(m->merged, record);
	size_t fitting;
	bool first;

	if (to == NULL)
		die(m);
	first = !operation_adds_up(m->operation) && to[m->ncolumns]++ == 0;
	if (record->kind != CG_COSTS)
		merge_times(m, record, first, path);
	fitting = merge_counts(m, to, record->counts, first);
	if (fitting < m->nevents)
		cli_die("%s: the sum of %s of %s:%s, line %lld, "
			"does not fit in 64 bits",
		    path, m->events[fitting].name, record->file,
		    record->function, (long long)record->line);
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
	while ((got = cg_reader_next(reader, &record)) == 1) {
		if (!outlet_takes(m->outlet, &record))
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

/* what the input cost, which may be more than its rows */
static void
add_summary(struct merge *m, struct cg_reader *reader)
{
	const int64_t *totals = cg_reader_totals(reader);
	const int64_t *stated = cg_reader_summary(reader);

	if (stated == NULL)
		stated = totals;
	m->has_more_than_rows |=
	    memcmp(stated, totals, m->nevents * sizeof(*totals)) != 0;
	for (size_t i = 0; i < m->nevents; i++) {
		int64_t *to = &m->summary[m->columns[i]];

		m->is_summary_lost |=
		    __builtin_add_overflow(*to, stated[i], to);
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
	if (cg_reader_choose(reader, m->events, m->nevents) < 0)
		die(m);
	cg_reader_ahead(reader);
	read_rows(m, reader, path);
	add_summary(m, reader);
	merge_header(m, cg_reader_header(reader));
	m->ninputs++;
	if (reader != m->first)
		cg_reader_close(reader);
}

/* --- result --------------------------------------------------------------- */

static int64_t
result(const struct merge *m, int64_t combined, bool all)
{
	return operation_result(m->operation, combined, m->ninputs, all);
}

static int
write_result(struct merge *m, struct cg_writer *writer, size_t i)
{
	struct cg_record record;
	bool all;

	cg_profile_at(m->merged, i, &record);
	all = operation_adds_up(m->operation) ||
	      record.counts[m->ncolumns] == (int64_t)m->ninputs;
	for (size_t j = 0; j < m->nevents; j++)
		m->counts[j] = result(m, record.counts[m->columns[j]], all);
	record.counts = m->counts;
	record.times = result(m, record.times, all);
	record.followed = result(m, record.followed, all);
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
	outlet_set_header(m->outlet, h);
}

/* a smallest or largest row says nothing of the smallest or largest total */
static void
write_summary(struct merge *m, struct cg_writer *writer)
{
	if (!m->has_more_than_rows || m->is_summary_lost ||
	    !operation_adds_up(m->operation))
		return;
	for (size_t i = 0; i < m->nevents; i++)
		m->counts[i] = result(m, m->summary[m->columns[i]], true);
	cg_writer_summary(writer, m->counts);
}

void
merge_write(struct merge *m)
{
	struct cg_writer *writer;

	complete_header(m);
	if (cg_profile_sort(m->merged) < 0)
		die(m);
	writer = outlet_open(m->outlet, &m->header, &m->error);
	if (writer == NULL)
		die(m);
	if (write_rows(m, writer) < 0)
		die(m);
	write_summary(m, writer);
	if (outlet_close(writer) < 0)
		die(m);
}

void
merge_free(struct merge *m)
{
	cg_reader_close(m->first);
	cg_profile_free(m->merged);
	free(m->events);
	free(m->columns);
	free(m->counts);
	free(m->derived);
	free(m->summary);
	free(m);
}
