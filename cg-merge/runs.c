/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * If there are too many runs, those that were not joined before are joined into
 * one; if these are fewer than half of the runs, all are.  So rows are rarely
 * written again.
 *
 * Only neighbours are joined, so that rows are added up in the order of the
 * profiles.  Within a run, a sum may still overflow that would not overflow in
 * that order; the profiles are then read again.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "runs.h"

/* Opens the runs from number `first` on.  Returns false if one cannot be read;
 * the others are open then. */
static bool
open_readers(struct runs *r, size_t first, struct cg_reader **readers)
{
	/* a thread for each of many would take time and memory */
	unsigned int modes =
	    r->n - first <= MAX_READ_AHEAD ? CG_READ_AHEAD : CG_ONE_THREAD;

	for (size_t i = first; i < r->n; i++) {
		struct cg_reader *reader;

		if (lseek(r->list[i].fd, 0, SEEK_SET) < 0)
			return false;
		reader = cg_reader_open_fd(
		    r->list[i].fd, cli_temporary_directory(), &r->error);
		if (reader == NULL)
			return false;
		cg_reader_set(reader, modes);
		readers[i - first] = reader;
	}
	return true;
}

static void
close_readers(struct cg_reader **readers, size_t n)
{
	for (size_t i = 0; i < n; i++)
		cg_reader_close(readers[i]);
	free(readers);
}

struct cg_reader **
runs_open(struct runs *r, size_t more)
{
	struct cg_reader **readers =
	    cli_alloc(r->n + more, sizeof(struct cg_reader *));

	if (open_readers(r, 0, readers))
		return readers;
	close_readers(readers, r->n);
	return NULL;
}

/* --- writing -------------------------------------------------------------- */

/* Opens a writer to a temporary file.  Returns NULL if that fails. */
static struct cg_writer *
open_writer(struct runs *r, int fd)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0); /* the writer closes it */

	r->header = (struct cg_header){.cmd = "",
	    .nevents = r->profiles->nevents,
	    .events = r->profiles->events};
	return copy < 0 ? NULL
			: cg_writer_open_fd(copy, cli_temporary_directory(),
			      &r->header, &r->error);
}

/* Merges the rows of readers, or of the table if it is not NULL, into a file.
 */
static enum merge_status
write_run(struct runs *r, int fd, struct row_sums *sums,
    struct cg_reader *const *readers, size_t n)
{
	struct cg_writer *writer = open_writer(r, fd);
	enum merge_status status = MERGE_DONE;

	if (writer == NULL)
		return MERGE_START_OVER;
	if (sums == NULL)
		status = stream_put(
		    readers, n, OP_SUM, n, r->profiles->nevents, writer);
	else if (row_sums_put(sums, writer) < 0)
		status = MERGE_START_OVER;
	if (status != MERGE_DONE)
		cg_writer_abandon(writer);
	else if (cg_writer_close(writer) < 0)
		status = MERGE_START_OVER;
	return status;
}

/* Joins some of the last runs, or all, into one. */
static enum merge_status
join(struct runs *r)
{
	struct run joined = {.fd = cli_temporary(), .is_joined = true};
	enum merge_status status = MERGE_START_OVER;
	struct cg_reader **readers;
	size_t first = r->n, n;

	if (joined.fd < 0)
		return MERGE_START_OVER;
	while (first > 0 && !r->list[first - 1].is_joined)
		first--;
	if (first > r->n / 2)
		first = 0;
	n = r->n - first;
	readers = cli_alloc(n, sizeof(struct cg_reader *));
	if (open_readers(r, first, readers))
		status = write_run(r, joined.fd, NULL, readers, n);
	close_readers(readers, n);
	if (status != MERGE_DONE) {
		close(joined.fd);
		return MERGE_START_OVER;
	}
	while (r->n > first)
		close(r->list[--r->n].fd);
	r->list[r->n++] = joined;
	return MERGE_DONE;
}

/* Adds a run with the rows of the table or, if it is NULL, of the readers. */
static enum merge_status
add(struct runs *r, struct row_sums *sums, struct cg_reader *const *readers,
    size_t n)
{
	enum merge_status status;
	int fd;

	if (r->n == r->max && join(r) != MERGE_DONE)
		return MERGE_START_OVER;
	fd = cli_temporary();
	if (fd < 0)
		return MERGE_START_OVER;
	r->list = cli_resize(r->list, r->n + 1, sizeof(*r->list));
	r->list[r->n++] = (struct run){.fd = fd};
	status = write_run(r, fd, sums, readers, n);
	return status;
}

enum merge_status
runs_add_sums(struct runs *r, struct row_sums *sums)
{
	enum merge_status status = add(r, sums, NULL, 0);

	if (status == MERGE_DONE)
		row_sums_clear(sums);
	return status;
}

enum merge_status
runs_add_merged(struct runs *r, struct cg_reader *const *readers, size_t n)
{
	return add(r, NULL, readers, n);
}

void
runs_release(struct runs *r)
{
	while (r->n > 0)
		close(r->list[--r->n].fd);
	free(r->list);
	r->list = NULL;
}
