/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * merge_read chooses how profiles are merged: with files if they are regular
 * files, else in memory.
 *
 * With files, memory is bounded.  Large profiles are merged while they are
 * read (stream.c), a few at a time, each read by a thread.  Small ones are
 * added up in memory (row_sums.c), one after another, because most of their
 * rows are the same.  If the sums get too large, or if large profiles follow,
 * the sums become a run in a temporary file (runs.c).  In the end, runs and
 * large profiles are merged.
 *
 * If that fails, because a large profile is not in canonical order or for any
 * other reason, the merge starts over: all profiles are read again, one after
 * another, and added up in memory.  The result is the same.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "merge.h"
#include "libquery/header/folded_stacks.h"
#include "runs.h"

enum { SPARE = 8 }; /* descriptors for outputs */

/* bytes; sums have room for a profile of LARGE bytes; tests set less */
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
/* each takes 200 kilobytes when they are merged */
#ifndef MAX_RUNS
#define MAX_RUNS 256
#endif

/* how profiles are merged */
struct plan {
	off_t large;         /* the size of a profile that is large */
	size_t max_streamed; /* large profiles at a time */
	size_t max_runs;     /* 0: none; the plan fails if sums are too large */
	size_t sums_size;    /* bytes of memory for sums */
};

struct merge {
	struct profiles profiles;
	struct plan plan;
	struct row_sums *sums; /* NULL: no profile was added to them; after
				  merge_read: the rows are in `output` */
	struct runs runs;
	/* large profiles whose rows were not read yet */
	size_t nstreamed;
	struct cg_reader **streamed;
	const char **streamed_paths;
	struct revocable_output output;
};

struct merge *
merge_new(enum operation operation, bool common, bool partial,
    const struct profile_output *output)
{
	struct merge *m = cli_alloc(1, sizeof(*m));

	m->profiles.operation = operation;
	m->profiles.series.common = common;
	m->profiles.series.partial = partial;
	m->profiles.series.hint =
	    " (--common-events keeps those that all have)";
	m->profiles.output = output;
	m->runs.profiles = &m->profiles;
	return m;
}

/* --- large profiles ------------------------------------------------------- */

/* Finishes and closes the large profiles after their rows were read. */
static enum merge_status
finish_streamed(struct merge *m, enum merge_status status)
{
	struct profiles *p = &m->profiles;

	if (status == MERGE_FAILED && m->runs.error.text[0] != '\0')
		cli_die("%s", m->runs.error.text);
	if (status == MERGE_FAILED)
		profiles_die(p);
	for (size_t i = 0; i < m->nstreamed; i++) {
		if (status == MERGE_DONE &&
		    !profiles_finish(p, m->streamed[i], m->streamed_paths[i]))
			status = MERGE_START_OVER;
		profile_series_close(
		    &p->series, m->streamed[i], m->streamed_paths[i]);
	}
	m->nstreamed = 0;
	return status;
}

static enum merge_status
open_streamed(struct merge *m, const char *path)
{
	/* a thread for each of many would take time and memory */
	unsigned int modes = m->plan.max_streamed <= MAX_READ_AHEAD
				 ? CG_READ_AHEAD
				 : CG_ONE_THREAD;
	enum merge_status status = MERGE_DONE;
	struct cg_reader *reader;

	if (m->nstreamed == m->plan.max_streamed)
		status = finish_streamed(
		    m, runs_add_merged(&m->runs, m->streamed, m->nstreamed));
	if (status != MERGE_DONE)
		return status;
	reader = profiles_open(&m->profiles, path, modes);
	m->streamed_paths[m->nstreamed] = path;
	m->streamed[m->nstreamed++] = reader;
	partials_inherit(
	    &m->profiles.series.partials, cg_reader_header(reader));
	return cg_reader_header(reader)->format == CG_CACHEGRIND
		   ? MERGE_DONE
		   : MERGE_START_OVER;
}

/* --- small profiles ------------------------------------------------------- */

/* Adds the rows to the sums.  If these get too large, makes a run of them. */
static enum merge_status
add_rows(struct merge *m, struct cg_reader *reader, const char *path)
{
	enum merge_status status;

	while ((status = row_sums_read(
		    m->sums, reader, path, m->plan.sums_size)) == MERGE_FULL)
		if (m->plan.max_runs == 0 ||
		    runs_add_sums(&m->runs, m->sums) != MERGE_DONE)
			return MERGE_START_OVER;
	return status;
}

static enum merge_status
add_profile(struct merge *m, const char *path)
{
	struct profiles *p = &m->profiles;
	struct cg_reader *reader = profiles_open(p, path, CG_READ_AHEAD);
	enum merge_status status = MERGE_DONE;

	if (m->sums == NULL)
		m->sums = row_sums_new(p);
	if (p->can_start_over &&
	    cg_reader_header(reader)->format != CG_CACHEGRIND)
		status = MERGE_START_OVER;
	if (status == MERGE_DONE)
		status = add_rows(m, reader, path);
	if (p->can_start_over && cg_reader_damage(reader) != NULL)
		status = MERGE_START_OVER; /* the next try warns */
	if (status == MERGE_DONE && !profiles_finish(p, reader, path))
		status = MERGE_START_OVER;
	profile_series_close(&p->series, reader, path);
	return status;
}

/* --- all profiles --------------------------------------------------------- */

static enum merge_status
read_all(struct merge *m, char *const *paths, size_t n)
{
	enum merge_status status = MERGE_DONE;
	struct stat st;

	for (size_t i = 0; i < n && status == MERGE_DONE; i++) {
		bool is_large =
		    m->plan.max_streamed > 0 &&
		    (m->plan.large == 0 || (stat(paths[i], &st) == 0 &&
					       st.st_size >= m->plan.large));

		status = is_large ? open_streamed(m, paths[i])
				  : add_profile(m, paths[i]);
	}
	return status;
}

static enum merge_status
open_output(struct merge *m)
{
	struct profiles *p = &m->profiles;
	enum revocable_status status;

	profiles_describe(p);
	status = revocable_output_open(
	    &m->output, p->output, &p->series.described, &p->series.error);
	if (status == REVOCABLE_ERROR)
		profiles_die(p);
	return status == REVOCABLE_OPEN ? MERGE_DONE : MERGE_START_OVER;
}

/* Merges large profiles and runs into the output. */
static enum merge_status
put_all(struct merge *m, size_t ninputs)
{
	struct cg_reader **readers = runs_open(&m->runs, m->nstreamed);
	size_t nruns = m->runs.n;
	enum merge_status status;

	if (readers == NULL)
		return MERGE_START_OVER;
	for (size_t i = 0; i < m->nstreamed; i++)
		readers[nruns + i] = m->streamed[i];
	status = open_output(m);
	if (status == MERGE_DONE) {
		status = stream_put(readers, nruns + m->nstreamed,
		    m->profiles.operation, ninputs, m->profiles.series.nevents,
		    m->output.writer);
		status = finish_streamed(m, status);
		if (status != MERGE_DONE)
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
	finish_streamed(m, MERGE_START_OVER);
	runs_release(&m->runs);
	row_sums_free(m->sums);
	m->sums = NULL;
	profiles_forget(&m->profiles);
}

/* Merges all profiles according to the plan.  Returns false if it fails. */
static bool
try_plan(struct merge *m, char *const *paths, size_t n, struct plan plan)
{
	enum merge_status status;

	m->plan = plan;
	m->runs.max = plan.max_runs;
	m->streamed = cli_alloc(plan.max_streamed, sizeof(struct cg_reader *));
	m->streamed_paths =
	    cli_alloc(plan.max_streamed, sizeof(*m->streamed_paths));
	status = read_all(m, paths, n);
	if (status == MERGE_DONE && m->nstreamed + m->runs.n > 0) {
		if (m->sums != NULL && !row_sums_is_empty(m->sums))
			status = runs_add_sums(&m->runs, m->sums);
		row_sums_free(m->sums);
		m->sums = NULL;
		if (status == MERGE_DONE)
			status = put_all(m, n);
	}
	if (status != MERGE_DONE)
		start_over(m);
	runs_release(&m->runs);
	free(m->streamed);
	free(m->streamed_paths);
	return status == MERGE_DONE;
}

/* --- with files or in memory ---------------------------------------------- */

/* True if the profiles can be read again, and if rows of one can be merged
 * before all are open. */
static bool
are_files(const struct merge *m, char *const *paths, size_t n)
{
	if (m->profiles.series.common)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!cli_is_file(paths[i]))
			return false;
	return true;
}

/* Returns how many descriptors are free, at most `wanted`.  Asks for each,
 * because the parent process may have left some open. */
static size_t
count_free_descriptors(size_t wanted)
{
	long limit = sysconf(_SC_OPEN_MAX);
	size_t n = 0;

	for (int fd = 0; n < wanted && (limit < 0 || fd < limit); fd++)
		n += fcntl(fd, F_GETFD) < 0;
	return n;
}

/* Adds the profiles up.  Returns false if there are too few descriptors, or if
 * it must start over. */
static bool
sum_with_files(struct merge *m, char *const *paths, size_t n)
{
	size_t nfree =
	    count_free_descriptors(MAX_READ_AHEAD + MAX_RUNS + SPARE);
	struct plan plan = {.sums_size = TABLE_SIZE};

	if (nfree < SPARE + 4)
		return false;
	plan.max_streamed = (nfree - SPARE) / 2 < MAX_READ_AHEAD
				? (nfree - SPARE) / 2
				: MAX_READ_AHEAD;
	plan.max_runs = nfree - SPARE - plan.max_streamed;
	plan.large = n <= plan.max_streamed ? 0 : LARGE;
	return try_plan(m, paths, n, plan);
}

/* The same for minimum and maximum.  There are no runs, because results of
 * these cannot be merged. */
static bool
compare_with_files(struct merge *m, char *const *paths, size_t n)
{
	if (n > MAX_READ_AHEAD &&
	    try_plan(m, paths, n, (struct plan){.sums_size = TABLE_SIZE}))
		return true;
	return n <= MAX_STREAMED &&
	       count_free_descriptors(n + SPARE) == n + SPARE &&
	       try_plan(m, paths, n, (struct plan){.max_streamed = n});
}

static void
merge_in_memory(struct merge *m, char *const *paths, size_t n)
{
	try_plan(m, paths, n, (struct plan){.sums_size = SIZE_MAX});
}

/* True if a profile has folded stacks, or if that is not known before its rows are
 * read. */
static bool
may_have_folded(char *const *paths, size_t n)
{
	bool may = false;

	for (size_t i = 0; i < n && !may; i++) {
		struct cg_error error; /* comes again later */
		struct cg_reader *reader =
		    cli_is_file(paths[i]) ? cg_reader_open(paths[i], &error)
					  : NULL;

		may = !cli_is_file(paths[i]) ||
		      (reader != NULL &&
			  folded_stacks_in(cg_reader_header(reader)).most > 0);
		cg_reader_close(reader);
	}
	return may;
}

void
merge_read(struct merge *m, char *const *paths, size_t n)
{
	struct profiles *p = &m->profiles;

	p->forgets_stacks =
	    p->operation != OP_SUM && n > 1 && may_have_folded(paths, n);
	p->can_start_over = are_files(m, paths, n);
	if (p->can_start_over &&
	    (p->operation == OP_SUM ? sum_with_files(m, paths, n)
				    : compare_with_files(m, paths, n)))
		return;
	p->can_start_over = false;
	merge_in_memory(m, paths, n);
}

/* --- writing -------------------------------------------------------------- */

static void
write_sums(struct merge *m)
{
	struct profiles *p = &m->profiles;
	struct cg_writer *writer;

	profiles_describe(p);
	writer = profile_output_open(
	    p->output, &p->series.described, &p->series.error);
	if (writer == NULL || row_sums_put(m->sums, writer) < 0)
		profiles_die(p);
	profiles_put_summary(p, writer);
	if (profile_output_close(writer) < 0)
		profiles_die(p);
}

void
merge_write(struct merge *m)
{
	if (m->sums != NULL)
		write_sums(m);
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
