/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How profiles that are regular files are merged:
 *
 * Large ones are merged while they are read (stream.c), a few at a time, each
 * read by a thread.  If the output cannot be taken back, the order of their
 * rows is checked first (scan.c).  Small ones are added up in a table, one
 * after another, because most of their rows are the same.  If more large ones
 * follow, or if the table is full, the sum so far becomes a run in a temporary
 * file (runs.c).  In the end, runs and large profiles are merged.  So memory is
 * bounded.
 *
 * If that fails, because a large profile is not in canonical order or for any
 * other reason, all profiles are read again, one after another, and added up in
 * a table of any size.  The result is the same.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "descriptors.h"
#include "merge.h"
#include "runs.h"
#include "scan.h"

enum { SPARE = 8 }; /* descriptors for outputs */

/* bytes; a table has room for a profile of LARGE bytes; tests set less */
#ifndef LARGE
#define LARGE (24 << 20)
#endif
#ifndef TABLE_SIZE
#define TABLE_SIZE (36 << 20)
#endif
/* profiles that are open at the same time */
#ifndef MAX_STREAMED
#define MAX_STREAMED 128
#endif
#ifndef MAX_RUNS
#define MAX_RUNS 64
#endif

/* how profiles are merged */
struct plan {
	off_t large;         /* the size of a profile that is large */
	size_t max_streamed; /* large profiles at a time */
	size_t max_runs;     /* 0: none; the plan fails if the table is full */
	size_t table_size;   /* bytes of memory */
};

struct merge {
	struct profiles profiles;
	struct plan plan;
	struct row_sums *sums; /* NULL: no profile was read into it */
	struct runs runs;
	/* large profiles whose rows were not read yet */
	size_t nstreamed;
	struct cg_reader **streamed;
	const char **streamed_paths;
	bool has_first; /* the first of them is the first of all */
	bool is_put;    /* the rows are in `output`, else in the table */
	struct revocable_output output;
	bool is_unheld; /* the output was opened, and cannot be taken back */
};

struct merge *
merge_new(enum operation operation, bool common, bool partial,
    const struct profile_output *output)
{
	struct merge *m = cli_alloc(1, sizeof(*m));

	m->profiles.operation = operation;
	m->profiles.common = common;
	m->profiles.partial = partial;
	m->profiles.output = output;
	m->runs.profiles = &m->profiles;
	return m;
}

/* --- large profiles ------------------------------------------------------- */

/* Finishes and closes the large profiles after their rows were read. */
static enum stream_status
finish_streamed(struct merge *m, enum stream_status status)
{
	struct profiles *p = &m->profiles;

	if (status == STREAM_ERROR && m->runs.error.text[0] != '\0')
		cli_die("%s", m->runs.error.text);
	if (status == STREAM_ERROR)
		profiles_die(p);
	for (size_t i = 0; i < m->nstreamed; i++) {
		if (status == STREAM_DONE &&
		    !profiles_finish(p, m->streamed[i], m->streamed_paths[i]))
			status = STREAM_REFUSED;
		profiles_close(p, m->streamed[i], m->has_first && i == 0);
	}
	m->nstreamed = 0;
	m->has_first = false;
	return status;
}

static enum stream_status
open_streamed(struct merge *m, const char *path, bool is_first)
{
	/* a thread for each of many would take time and memory */
	unsigned int modes = m->plan.max_streamed <= MAX_READ_AHEAD
				 ? CG_READ_AHEAD
				 : CG_ONE_THREAD;
	enum stream_status status = STREAM_DONE;
	struct cg_reader *reader;

	if (m->nstreamed == m->plan.max_streamed)
		status = finish_streamed(
		    m, runs_add_merged(&m->runs, m->streamed, m->nstreamed));
	if (status != STREAM_DONE)
		return status;
	reader = profiles_open(&m->profiles, path, modes);
	m->has_first |= is_first;
	m->streamed_paths[m->nstreamed] = path;
	m->streamed[m->nstreamed++] = reader;
	partials_inherit(&m->profiles.partials, cg_reader_header(reader));
	return cg_reader_header(reader)->format == CG_CACHEGRIND
		   ? STREAM_DONE
		   : STREAM_REFUSED;
}

/* --- small profiles ------------------------------------------------------- */

/* Adds the rows to the table.  If it is full, makes a run of it. */
static enum stream_status
add_rows(struct merge *m, struct cg_reader *reader, const char *path)
{
	enum table_status status;

	while ((status = row_sums_read(
		    m->sums, reader, path, m->plan.table_size)) == TABLE_FULL)
		if (m->plan.max_runs == 0 ||
		    runs_add_sums(&m->runs, m->sums) != STREAM_DONE)
			return STREAM_REFUSED;
	return status == TABLE_DONE ? STREAM_DONE : STREAM_REFUSED;
}

static enum stream_status
read_into_table(struct merge *m, const char *path, bool is_first)
{
	struct profiles *p = &m->profiles;
	struct cg_reader *reader = profiles_open(p, path, CG_READ_AHEAD);
	enum stream_status status = STREAM_DONE;

	if (m->sums == NULL)
		m->sums = row_sums_new(p);
	if (p->can_start_over &&
	    cg_reader_header(reader)->format != CG_CACHEGRIND)
		status = STREAM_REFUSED;
	if (status == STREAM_DONE)
		status = add_rows(m, reader, path);
	if (p->can_start_over && cg_reader_damage(reader) != NULL)
		status = STREAM_REFUSED; /* the next try warns */
	if (status == STREAM_DONE && !profiles_finish(p, reader, path))
		status = STREAM_REFUSED;
	profiles_close(p, reader, is_first);
	return status;
}

/* --- all profiles --------------------------------------------------------- */

static enum stream_status
read_all(struct merge *m, char *const *paths, size_t n)
{
	enum stream_status status = STREAM_DONE;
	struct stat st;

	for (size_t i = 0; i < n && status == STREAM_DONE; i++) {
		bool is_large =
		    m->plan.max_streamed > 0 &&
		    (m->plan.large == 0 || (stat(paths[i], &st) == 0 &&
					       st.st_size >= m->plan.large));

		status = is_large ? open_streamed(m, paths[i], i == 0)
				  : read_into_table(m, paths[i], i == 0);
	}
	return status;
}

/* Finds the order of large profiles as scan_order does.  Returns -1 also if a
 * scan is not worth its time, because the output can be given up. */
static int
find_order(const struct merge *m)
{
	off_t size = 0;
	struct stat st;

	if (m->nstreamed == 0)
		return 1;
	for (size_t i = 0; i < m->nstreamed; i++)
		if (stat(m->streamed_paths[i], &st) == 0)
			size += st.st_size;
	/* damage that is accepted may be anywhere */
	if (size < LARGE || m->profiles.partial ||
	    !revocable_output_is_held(m->profiles.output))
		return -1;
	return scan_order(m->streamed, m->nstreamed);
}

/* Opens the output.  Unless large profiles are known to be in canonical order,
 * the output can be given up. */
static enum stream_status
open_output(struct merge *m)
{
	struct profiles *p = &m->profiles;
	int order = find_order(m);

	if (order == 0)
		return STREAM_REFUSED;
	m->is_unheld = order == 1;
	profiles_describe(p);
	switch (m->is_unheld ? revocable_output_open_unheld(&m->output,
				   p->output, &p->described, &p->error)
			     : revocable_output_open(&m->output, p->output,
				   &p->described, &p->error)) {
	case REVOCABLE_ERROR:
		profiles_die(p);
	case REVOCABLE_IMPOSSIBLE:
		return STREAM_REFUSED;
	case REVOCABLE_OPEN:
		break;
	}
	return STREAM_DONE;
}

/* Merges large profiles and runs into the output. */
static enum stream_status
put_all(struct merge *m, size_t ninputs)
{
	struct cg_reader **readers = runs_open(&m->runs, m->nstreamed);
	size_t nruns = m->runs.n;
	enum stream_status status;

	if (readers == NULL)
		return STREAM_REFUSED;
	for (size_t i = 0; i < m->nstreamed; i++)
		readers[nruns + i] = m->streamed[i];
	status = open_output(m);
	if (status == STREAM_DONE) {
		status = stream_put(readers, nruns + m->nstreamed,
		    m->profiles.operation, ninputs, m->profiles.nevents,
		    m->output.writer);
		status = finish_streamed(m, status);
		m->is_put = status == STREAM_DONE;
		if (m->is_unheld && m->profiles.error.text[0] != '\0')
			profiles_die(&m->profiles); /* the writer failed */
		if (!m->is_put)
			revocable_output_revoke(&m->output);
	}
	for (size_t i = 0; i < nruns; i++)
		cg_reader_close(readers[i]);
	free(readers);
	return status;
}

/* Forgets all profiles, so that they can be read again. */
static void
start_over(struct merge *m)
{
	finish_streamed(m, STREAM_REFUSED);
	runs_release(&m->runs);
	row_sums_free(m->sums);
	m->sums = NULL;
	profiles_forget(&m->profiles);
}

/* Merges all profiles according to the plan.  Returns false if it fails. */
static bool
try_plan(struct merge *m, char *const *paths, size_t n, struct plan plan)
{
	enum stream_status status;

	m->plan = plan;
	m->runs.max = plan.max_runs;
	m->streamed = cli_alloc(plan.max_streamed, sizeof(struct cg_reader *));
	m->streamed_paths =
	    cli_alloc(plan.max_streamed, sizeof(*m->streamed_paths));
	status = read_all(m, paths, n);
	if (status == STREAM_DONE && m->nstreamed + m->runs.n > 0) {
		if (m->sums != NULL && !row_sums_is_empty(m->sums))
			status = runs_add_sums(&m->runs, m->sums);
		row_sums_free(m->sums);
		m->sums = NULL;
		if (status == STREAM_DONE)
			status = put_all(m, n);
	}
	if (status != STREAM_DONE)
		start_over(m);
	runs_release(&m->runs);
	free(m->streamed);
	free(m->streamed_paths);
	return status == STREAM_DONE;
}

/* --- plans ---------------------------------------------------------------- */

/* True if the profiles can be read again, and if rows of one can be merged
 * before all are open. */
static bool
are_files(const struct merge *m, char *const *paths, size_t n)
{
	if (m->profiles.common)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!cli_is_file(paths[i]))
			return false;
	return true;
}

/* Adds the profiles up.  Returns false if there are too few descriptors, or if
 * the plan fails. */
static bool
add_up(struct merge *m, char *const *paths, size_t n)
{
	size_t nfree = descriptors_free(MAX_READ_AHEAD + MAX_RUNS + SPARE);
	struct plan plan = {.table_size = TABLE_SIZE};

	if (nfree < SPARE + 4)
		return false;
	plan.max_streamed = (nfree - SPARE) / 2 < MAX_READ_AHEAD
				? (nfree - SPARE) / 2
				: MAX_READ_AHEAD;
	plan.max_runs = nfree - SPARE - plan.max_streamed;
	plan.large = n <= plan.max_streamed ? 0 : LARGE;
	return try_plan(m, paths, n, plan);
}

/* The same for minimum and maximum.  There are no runs, because results
 * of these cannot be merged. */
static bool
combine(struct merge *m, char *const *paths, size_t n)
{
	if (n > MAX_READ_AHEAD &&
	    try_plan(m, paths, n, (struct plan){.table_size = TABLE_SIZE}))
		return true;
	return n <= MAX_STREAMED && descriptors_free(n + SPARE) == n + SPARE &&
	       try_plan(m, paths, n, (struct plan){.max_streamed = n});
}

void
merge_read(struct merge *m, char *const *paths, size_t n)
{
	m->profiles.can_start_over = are_files(m, paths, n);
	if (m->profiles.can_start_over &&
	    (m->profiles.operation == OP_SUM ? add_up(m, paths, n)
					     : combine(m, paths, n)))
		return;
	m->profiles.can_start_over = false;
	try_plan(m, paths, n, (struct plan){.table_size = SIZE_MAX});
	if (m->is_unheld)
		cli_die("%s: the profiles have changed while they were read",
		    paths[0]);
}

/* --- writing -------------------------------------------------------------- */

static void
write_table(struct merge *m)
{
	struct profiles *p = &m->profiles;
	struct cg_writer *writer;

	profiles_describe(p);
	writer = profile_output_open(p->output, &p->described, &p->error);
	if (writer == NULL || row_sums_put(m->sums, writer) < 0)
		profiles_die(p);
	profiles_put_summary(p, writer);
	if (profile_output_close(writer) < 0)
		profiles_die(p);
}

void
merge_write(struct merge *m)
{
	if (!m->is_put)
		write_table(m);
	else if (revocable_output_close(&m->output) < 0)
		profiles_die(&m->profiles);
}

void
merge_free(struct merge *m)
{
	row_sums_free(m->sums);
	profiles_release(&m->profiles);
	free(m);
}
