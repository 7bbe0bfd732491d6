/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds up the profiles that the tool left.  Each is read to its end, which
 * proves that it is complete, before any of the sum is written.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "profile_sum.h"

/* adds the rows, with the events in the order of the first profile */
static int
add_rows(struct profile_sum *sum, struct cg_reader *reader)
{
	const struct cg_header *header = &sum->header;
	struct cg_record record;
	int got;

	if (reader != sum->first && cg_reader_select_events(reader,
					header->events, header->nevents) < 0)
		return -1;
	while ((got = cg_reader_next(reader, &record)) == 1)
		if (cg_profile_add(sum->profile, &record) < 0)
			return -1;
	return got;
}

/* the first reader stays open, because the header points into it */
static int
add_profile(struct profile_sum *sum, const char *path)
{
	struct cg_reader *reader = cg_reader_open(path, &sum->error);
	int status;

	if (reader == NULL)
		return -1;
	if (sum->first == NULL) {
		sum->first = reader;
		sum->header = *cg_reader_header(reader);
		sum->profile = cg_profile_new(sum->header.nevents, &sum->error);
		if (sum->profile == NULL)
			return -1;
	}
	status = add_rows(sum, reader);
	if (reader != sum->first)
		cg_reader_close(reader);
	return status;
}

/*
 * Adds what processes with this pid left or, with `others`, what all others
 * left; with `backwards` the last program first.
 */
static int
add_runs(struct profile_sum *sum, const struct spool *spool, pid_t pid,
    bool others, bool backwards)
{
	size_t n = spool->nruns;
	int status = 0;

	for (size_t i = 0; i < n && status == 0; i++) {
		const struct program_run *run =
		    &spool->runs[backwards ? n - 1 - i : i];
		char *path;

		if ((run->pid == pid) == others || !run->written)
			continue;
		path = spool_profile(spool, run);
		status = add_profile(sum, path);
		free(path);
	}
	return status;
}

int
profile_sum_add_process(
    struct profile_sum *sum, const struct spool *spool, pid_t pid)
{
	return add_runs(sum, spool, pid, false, true);
}

int
profile_sum_add_all(
    struct profile_sum *sum, const struct spool *spool, pid_t first)
{
	int status = add_runs(sum, spool, first, false, false);

	return status == 0 ? add_runs(sum, spool, first, true, false) : status;
}

void
profile_sum_describe(struct profile_sum *sum, char *desc)
{
	size_t n = sum->header.ndescs;
	const char **descs = cli_alloc(n + 1, sizeof(*descs));

	if (n > 0)
		memcpy(descs, sum->header.descs, n * sizeof(*descs));
	descs[n] = sum->desc = desc;
	sum->header.descs = sum->descs = descs;
	sum->header.ndescs = n + 1;
}

int
profile_sum_write(struct profile_sum *sum, const char *path, int gzip_level)
{
	struct cg_writer *writer;

	writer = cg_writer_open(path, gzip_level, &sum->header, &sum->error);
	if (writer == NULL)
		return -1;
	if (cg_profile_put(sum->profile, writer) < 0) {
		cg_writer_abandon(writer);
		return -1;
	}
	return cg_writer_close(writer);
}

int64_t *
profile_sum_totals(struct profile_sum *sum)
{
	size_t nevents = sum->header.nevents;
	int64_t *totals = cli_alloc(nevents, sizeof(*totals));
	struct cg_record record;

	if (cg_profile_sort(sum->profile) < 0) {
		free(totals);
		return NULL;
	}
	for (size_t i = 0; i < cg_profile_len(sum->profile); i++) {
		cg_profile_at(sum->profile, i, &record);
		if (record.kind == CG_COSTS &&
		    cg_counts_add(totals, record.counts, nevents) < nevents) {
			free(totals);
			return NULL;
		}
	}
	return totals;
}

void
profile_sum_release(struct profile_sum *sum)
{
	free(sum->descs);
	free(sum->desc);
	cg_profile_free(sum->profile);
	cg_reader_close(sum->first);
}
