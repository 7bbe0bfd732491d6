/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles in canonical order are merged while they are read (stream.c).  If a
 * profile turns out not to be, or cannot be read twice, or if there is any
 * other difficulty, all of them are read again, one after another, and added up
 * in memory.  The result is the same.
 *
 * A row that an input lacks costs nothing there, so minimum, maximum and mean
 * take 0 for it.  For minimum and maximum, the merged rows have one more column
 * than there are events: the number of inputs that have the row.
 *
 * The mean of counts fits in 64 bits although their sum may not.  Sums keep
 * their lower halves, and the few that need more have a row in a profile of
 * carries, in units of 2 to the 64th.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libquery/events.h"
#include "merge.h"
#include "libquery/partial.h"
#include "passes.h"
#include "stream.h"

struct merge {
	enum operation operation;
	bool adds; /* sum and mean; else minimum and maximum, which compare */
	bool common;
	bool partial;
	const struct profile_output *output;
	struct cg_error error;
	struct cg_reader *first; /* open for its header; NULL: no input yet */
	struct cg_reader *first_again; /* the same, if it is read twice */
	const char *first_path;
	bool is_streamed; /* the rows are in `streamed` */
	struct revocable_output streamed;
	size_t ninputs;
	size_t nevents; /* that all inputs have so far */
	struct cg_event *events;
	size_t *columns; /* of the events in `rows` */
	size_t ncolumns; /* events of the first input */
	struct cg_profile *rows;
	size_t presence; /* column of the number of inputs that have the row;
			    only if !adds */
	struct cg_profile *carries; /* of means; two more columns, for executed
				       and taken */
	int64_t *counts;            /* of the row being written */
	struct cg_header header;    /* of the output, as far as it is known */
	struct cg_header described; /* the same, complete */
	struct partials partials;   /* of all inputs */
	struct cg_event *derived;
	__int128 *rest;   /* combined costs that are in summaries, but in no
			     rows */
	bool has_rest;    /* any input has */
	__int128 *totals; /* of the rows: of a sum, read; else, written */
	int64_t *summary; /* of the output */
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
	m->adds = operation_adds_up(operation);
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
	m->rest = cli_alloc(h->nevents, sizeof(*m->rest));
	m->totals = cli_alloc(h->nevents, sizeof(*m->totals));
	m->summary = cli_alloc(h->nevents, sizeof(*m->summary));
	m->header = *h;
	memcpy(m->events, h->events, h->nevents * sizeof(*m->events));
	for (size_t i = 0; i < h->nevents; i++)
		m->columns[i] = i;
	m->presence = m->ncolumns;
	m->rows = cg_profile_new(m->ncolumns + !m->adds, &m->error);
	m->carries = cg_profile_new(m->ncolumns + 2, &m->error);
	if (m->rows == NULL || m->carries == NULL)
		die(m);
	cg_profile_pack(m->rows);
	cg_profile_join_calls(m->rows);
}

/* Drops the events that this input lacks. */
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

/* --- adding: sum and mean ------------------------------------------------- */

/* Notes that a sum of one row has left 64 bits because of a count.  column: of
 * m->rows, or the next for executed, or the one after that for taken. */
static void
carry(struct merge *m, const struct cg_record *record, size_t column,
    int64_t count)
{
	struct cg_row carries;

	if (cg_profile_row(m->carries, record, &carries) < 0)
		die(m);
	carries.counts[column] += count > 0 ? 1 : -1;
}

static void
add_executions(struct merge *m, const struct cg_row *row,
    const struct cg_record *record, const char *path)
{
	const int64_t executions[] = {record->executed, record->taken};
	int64_t *const to[] = {row->executed, row->taken};

	for (size_t i = 0; i < 2; i++) {
		if (!__builtin_add_overflow(*to[i], executions[i], to[i]))
			continue;
		if (m->operation != OP_MEAN)
			cli_die("%s: the number of calls or jumps from %s:%s, "
				"line %lld, does not fit in 64 bits",
			    path, record->file, record->function,
			    (long long)record->line);
		carry(m, record, m->ncolumns + i, executions[i]);
	}
}

/* True if no event was dropped: then event i is in column i. */
static bool
has_all_events(const struct merge *m)
{
	return m->nevents == m->ncolumns;
}

/* Adds the counts of event i and of those after it.  Returns the first event
 * whose sum does not fit, and has only its lower half now, or nevents. */
static size_t
add_fitting(const struct merge *m, int64_t *to, const int64_t *counts, size_t i)
{
	if (has_all_events(m))
		return i + cg_counts_add(to + i, counts + i, m->nevents - i);
	for (; i < m->nevents; i++) {
		int64_t *sum = &to[m->columns[i]];

		if (__builtin_add_overflow(*sum, counts[i], sum))
			break;
	}
	return i;
}

static void
add_row(struct merge *m, const struct cg_record *record, const char *path)
{
	const int64_t *counts = record->counts;
	bool failed = false;
	struct cg_row to;

	if (m->operation == OP_SUM && has_all_events(m)) {
		if (cg_profile_add(m->rows, record) == 0)
			return;
		failed = true;
	}
	if (cg_profile_row(m->rows, record, &to) < 0)
		die(m);
	if (record->kind != CG_COSTS)
		add_executions(m, &to, record, path);
	for (size_t i = add_fitting(m, to.counts, counts, 0); i < m->nevents;
	     i = add_fitting(m, to.counts, counts, i + 1)) {
		if (m->operation != OP_MEAN)
			cli_die("%s: the sum of %s of %s:%s, line %lld, "
				"does not fit in 64 bits",
			    path, m->events[i].name, record->file,
			    record->function, (long long)record->line);
		carry(m, record, m->columns[i], counts[i]);
	}
	if (failed) /* not because of a sum, or that was named above */
		die(m);
}

static void
add_rows(struct merge *m, struct cg_reader *reader, const char *path)
{
	struct cg_record record;
	int got;

	while ((got = cg_reader_next(reader, &record)) == 1) {
		record.present = NULL; /* the output cannot tell */
		if (profile_output_takes(m->output, &record))
			add_row(m, &record, path);
	}
	if (got < 0)
		die(m);
}

/* --- comparing: minimum and maximum --------------------------------------- */

static void
compare_count(const struct merge *m, int64_t *to, int64_t count, bool first)
{
	__int128 value = *to;

	operation_combine(m->operation, &value, count, first);
	*to = (int64_t)value;
}

static void
compare_row(struct merge *m, const struct cg_record *record)
{
	struct cg_row to;
	bool first;

	if (cg_profile_row(m->rows, record, &to) < 0)
		die(m);
	first = to.counts[m->presence]++ == 0;
	for (size_t i = 0; i < m->nevents; i++)
		compare_count(
		    m, &to.counts[m->columns[i]], record->counts[i], first);
	if (record->kind != CG_COSTS) {
		compare_count(m, to.executed, record->executed, first);
		compare_count(m, to.taken, record->taken, first);
	}
}

/* Compares the rows of an input with those of the inputs before.  A line may
 * come more than once in the input, so its rows are added up first. */
static void
compare_rows(struct merge *m, struct cg_reader *reader)
{
	struct cg_profile *input = cg_profile_new(m->nevents, &m->error);
	struct cg_record record;
	int got;

	if (input == NULL)
		die(m);
	cg_profile_join_calls(input);
	while ((got = cg_reader_next(reader, &record)) == 1)
		if (profile_output_takes(m->output, &record) &&
		    cg_profile_add(input, &record) < 0)
			die(m);
	if (got < 0 || cg_profile_sort(input) < 0)
		die(m);
	for (size_t i = 0; i < cg_profile_len(input); i++) {
		cg_profile_at(input, i, &record);
		compare_row(m, &record);
	}
	cg_profile_free(input);
}

/* --- summary -------------------------------------------------------------- */

/* Returns the total of all rows read or written so far, and of the rest. */
static __int128
total(const struct merge *m, size_t column)
{
	return m->totals[column] + operation_result(m->operation,
				       m->rest[column], m->ninputs, true);
}

/* Combines the rest of the inputs, the costs that are in the summary but in no
 * row, as if it were a row. */
static void
combine_rest(struct merge *m, struct cg_reader *reader, const char *path)
{
	const struct cg_header events = {
	    .nevents = m->nevents, .events = m->events};
	const int64_t *totals = cg_reader_totals(reader);
	const int64_t *summary = cg_reader_summary(reader);

	if (summary == NULL)
		summary = totals;
	if (m->output->is_format_given && m->output->format == CG_CACHEGRIND)
		profile_output_warn_of_rest(path, &events, summary, totals);
	for (size_t i = 0; i < m->nevents; i++) {
		__int128 rest = (__int128)summary[i] - totals[i];
		size_t column = m->columns[i];

		m->has_rest |= rest != 0;
		operation_combine(
		    m->operation, &m->rest[column], rest, m->ninputs == 0);
		if (m->operation != OP_SUM)
			continue;
		m->totals[column] += totals[i];
		if (total(m, column) != (int64_t)total(m, column))
			cli_die("%s: the sum of %s does not fit in 64 bits",
			    path, m->events[i].name);
	}
}

/* --- header --------------------------------------------------------------- */

/* Returns the text if both headers have it, else NULL. */
static const char *
common_text(const char *first, const char *other)
{
	return first != NULL && other != NULL && strcmp(first, other) == 0
		   ? first
		   : NULL;
}

/* Makes the output able to hold the rows of one more input. */
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

/* Opens an input for its rows of the events. */
static struct cg_reader *
open_input(struct merge *m, const char *path, unsigned int modes)
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
		modes |= CG_ACCEPT_DAMAGE;
	cg_reader_set(reader, modes);
	return reader;
}

/* Closes an input.  The first one stays open: it may be a store, which is
 * locked until the process closes it. */
static void
close_input(struct merge *m, struct cg_reader *reader, bool is_first)
{
	if (is_first && reader != m->first)
		m->first_again = reader;
	else if (!is_first)
		cg_reader_close(reader);
}

/* Takes what is known of an input after its rows were read. */
static void
finish_input(struct merge *m, struct cg_reader *reader, const char *path)
{
	combine_rest(m, reader, path);
	partials_inherit(&m->partials, cg_reader_header(reader));
	partials_take(&m->partials, reader, m->events[0].name);
	merge_header(m, cg_reader_header(reader));
	m->ninputs++;
}

static void
add_in_memory(struct merge *m, const char *path)
{
	struct cg_reader *reader = open_input(m, path, CG_READ_AHEAD);
	bool is_first = m->ninputs == 0;

	if (m->adds)
		add_rows(m, reader, path);
	else
		compare_rows(m, reader);
	finish_input(m, reader, path);
	close_input(m, reader, is_first);
}

/* --- result --------------------------------------------------------------- */

/* carries: NULL if no sum has left 64 bits.  all: all inputs have the row. */
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

	cg_profile_at(m->rows, i, &record);
	carries = find_carries(m, &record);
	all = m->adds || record.counts[m->presence] == (int64_t)m->ninputs;
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
		return cg_profile_put(m->rows, writer);
	for (size_t i = 0; i < cg_profile_len(m->rows); i++)
		if (write_result(m, writer, i) < 0)
			return -1;
	return 0;
}

/* Completes m->described, the header of the output. */
static void
complete_header(struct merge *m)
{
	struct cg_header *h = &m->described;

	*h = m->header;
	h->nevents = m->nevents;
	h->events = m->events;
	free(m->derived);
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
	if (!m->has_rest)
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

/* --- merging while reading ------------------------------------------------ */

/* True if the inputs can be merged while they are read.  Sets how many of them
 * at a time. */
static bool
may_stream(
    const struct merge *m, char *const *paths, size_t n, struct passes *passes)
{
	/* events must be known before rows are read */
	if (m->common)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!cli_is_file(paths[i]))
			return false;
	/* only sums can be merged again */
	return passes_plan(passes, n) &&
	       (passes->group == 1 || m->operation == OP_SUM);
}

/* profiles that are merged at a time: some of the inputs, or sums of groups of
 * them */
struct group {
	char *const *paths; /* of all inputs in it, from the first one on */
	size_t ninputs;
	bool is_first; /* of all groups */
	size_t n;
	struct cg_reader **readers;
	int *sums; /* temporary files; NULL: the readers read inputs */
};

static enum stream_status
open_group(struct merge *m, struct group *group, const struct passes *passes);

/* Merges the profiles that were opened. */
static enum stream_status
put_group(struct merge *m, struct group *g, struct cg_writer *writer)
{
	enum stream_status status = stream_put(
	    g->readers, g->n, m->operation, g->ninputs, m->nevents, writer);

	if (status == STREAM_ERROR)
		die(m);
	if (status == STREAM_DONE && g->sums == NULL)
		for (size_t i = 0; i < g->n; i++)
			finish_input(m, g->readers[i], g->paths[i]);
	return status;
}

static void
close_group(struct merge *m, struct group *g)
{
	for (size_t i = 0; i < g->n; i++) {
		if (g->sums != NULL) {
			cg_reader_close(g->readers[i]);
			if (g->sums[i] >= 0)
				close(g->sums[i]);
		} else if (g->readers[i] != NULL)
			close_input(m, g->readers[i], g->is_first && i == 0);
	}
	free(g->readers);
	free(g->sums);
}

/* Merges a group into a temporary file. */
static enum stream_status
sum_group(struct merge *m, struct group *g, const struct passes *passes, int fd)
{
	enum stream_status status = open_group(m, g, passes);
	struct cg_header header = {.cmd = ""};
	struct cg_writer *writer = NULL;

	if (status == STREAM_DONE) {
		header.nevents = m->nevents;
		header.events = m->events;
		writer = cg_writer_open_fd(fcntl(fd, F_DUPFD_CLOEXEC, 0),
		    cli_temporary_folder(), &header, &m->error);
		if (writer == NULL)
			die(m);
		status = put_group(m, g, writer);
	}
	if (status == STREAM_DONE && cg_writer_close(writer) < 0)
		die(m);
	if (status != STREAM_DONE)
		cg_writer_abandon(writer);
	close_group(m, g);
	return status;
}

/* Opens the inputs of a group of them. */
static enum stream_status
open_inputs(struct merge *m, struct group *g)
{
	enum { FEW = 8 };
	/* a thread for each of many would take time and memory */
	unsigned int modes = g->n <= FEW ? CG_READ_AHEAD : CG_ONE_THREAD;

	for (size_t i = 0; i < g->n; i++) {
		const struct cg_header *h;

		g->readers[i] = open_input(m, g->paths[i], modes);
		h = cg_reader_header(g->readers[i]);
		if (h->format != CG_CACHEGRIND)
			return STREAM_REFUSED;
		partials_inherit(&m->partials, h);
	}
	return STREAM_DONE;
}

/* Merges groups of inputs into temporary files, and opens these. */
static enum stream_status
open_sums(struct merge *m, struct group *g, const struct passes *passes)
{
	struct passes rest = *passes;
	enum stream_status status = STREAM_DONE;

	rest.group /= rest.width;
	for (size_t i = 0; i < g->n; i++)
		g->sums[i] = -1;
	for (size_t i = 0; i < g->n && status == STREAM_DONE; i++) {
		size_t first = i * passes->group;
		struct group part = {.paths = g->paths + first,
		    .ninputs = g->ninputs - first,
		    .is_first = g->is_first && i == 0};

		if (part.ninputs > passes->group)
			part.ninputs = passes->group;
		g->sums[i] = cli_temporary();
		if (g->sums[i] < 0)
			return STREAM_REFUSED;
		status = sum_group(m, &part, &rest, g->sums[i]);
	}
	for (size_t i = 0; i < g->n && status == STREAM_DONE; i++) {
		if (lseek(g->sums[i], 0, SEEK_SET) < 0)
			return STREAM_REFUSED;
		g->readers[i] = cg_reader_open_fd(
		    g->sums[i], cli_temporary_folder(), &m->error);
		if (g->readers[i] == NULL)
			die(m);
		cg_reader_set(g->readers[i], CG_ONE_THREAD);
	}
	return status;
}

/* Opens the profiles that are merged at a time. */
static enum stream_status
open_group(struct merge *m, struct group *g, const struct passes *passes)
{
	g->n = (g->ninputs + passes->group - 1) / passes->group;
	g->readers = cli_alloc(g->n, sizeof(struct cg_reader *));
	if (passes->group == 1)
		return open_inputs(m, g);
	g->sums = cli_alloc(g->n, sizeof(*g->sums));
	return open_sums(m, g, passes);
}

/* Forgets what open_inputs and finish_input noted. */
static void
forget_inputs(struct merge *m)
{
	m->ninputs = 0;
	partials_release(&m->partials);
	m->partials = (struct partials){.n = 0};
	if (m->first == NULL)
		return;
	memset(m->totals, 0, m->ncolumns * sizeof(*m->totals));
	memset(m->rest, 0, m->ncolumns * sizeof(*m->rest));
}

/* Merges all inputs while they are read.  Returns false if they must be merged
 * in memory. */
static bool
stream(struct merge *m, char *const *paths, size_t n)
{
	struct group all = {.paths = paths, .ninputs = n, .is_first = true};
	enum stream_status status;
	struct passes passes;

	if (!may_stream(m, paths, n, &passes))
		return false;
	status = open_group(m, &all, &passes);
	if (status == STREAM_DONE) {
		complete_header(m);
		switch (revocable_output_open(
		    &m->streamed, m->output, &m->described, &m->error)) {
		case REVOCABLE_ERROR:
			die(m);
		case REVOCABLE_IMPOSSIBLE:
			status = STREAM_REFUSED;
			break;
		case REVOCABLE_OPEN:
			status = put_group(m, &all, m->streamed.writer);
			if (status != STREAM_DONE)
				revocable_output_revoke(&m->streamed);
			break;
		}
	}
	close_group(m, &all);
	if (status != STREAM_DONE)
		forget_inputs(m);
	return status == STREAM_DONE;
}

void
merge_read(struct merge *m, char *const *paths, size_t n)
{
	m->is_streamed = stream(m, paths, n);
	for (size_t i = 0; i < n && !m->is_streamed; i++)
		add_in_memory(m, paths[i]);
}

/* --- writing -------------------------------------------------------------- */

static void
write_merged(struct merge *m)
{
	struct cg_writer *writer;

	complete_header(m);
	if (cg_profile_sort(m->rows) < 0)
		die(m);
	writer = profile_output_open(m->output, &m->described, &m->error);
	if (writer == NULL)
		die(m);
	if (write_rows(m, writer) < 0)
		die(m);
	write_summary(m, writer);
	if (profile_output_close(writer) < 0)
		die(m);
}

void
merge_write(struct merge *m)
{
	if (!m->is_streamed)
		write_merged(m);
	else if (revocable_output_close(&m->streamed) < 0)
		die(m);
}

void
merge_free(struct merge *m)
{
	cg_reader_close(m->first);
	cg_reader_close(m->first_again);
	cg_profile_free(m->rows);
	cg_profile_free(m->carries);
	partials_release(&m->partials);
	free(m->events);
	free(m->columns);
	free(m->counts);
	free(m->derived);
	free(m->rest);
	free(m->totals);
	free(m->summary);
	free(m);
}
