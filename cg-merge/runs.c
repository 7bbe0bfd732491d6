/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Within a run, a sum may overflow that would not overflow in the order of the
 * profiles; the profiles are then read again.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "runs.h"

struct cg_reader **
runs_open(struct runs *r, size_t more)
{
	/* a thread for each of many would take time and memory */
	unsigned int modes =
	    r->n <= MAX_READ_AHEAD ? CG_READ_AHEAD : CG_ONE_THREAD;
	struct cg_reader **readers =
	    cli_alloc(r->n + more, sizeof(struct cg_reader *));

	for (size_t i = 0; i < r->n; i++) {
		if (lseek(r->fds[i], 0, SEEK_SET) == 0)
			readers[i] = cg_reader_open_fd(
			    r->fds[i], cli_temporary_directory(), &r->error);
		if (readers[i] == NULL) {
			while (i-- > 0)
				cg_reader_close(readers[i]);
			free(readers);
			return NULL;
		}
		cg_reader_set(readers[i], modes);
	}
	return readers;
}

/* --- writing -------------------------------------------------------------- */

/* Opens a writer to a temporary file.  Returns NULL if that fails. */
static struct cg_writer *
open_writer(struct runs *r, int fd)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0); /* the writer closes it */

	r->header = (struct cg_header){.cmd = "",
	    .nevents = r->profiles->series.nevents,
	    .events = r->profiles->series.events};
	return copy < 0 ? NULL
			: cg_writer_open_fd(copy, cli_temporary_directory(),
			      &r->header, &r->error);
}

/* Writes the sums or, if they are NULL, the merged rows of the readers. */
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
		    readers, n, OP_SUM, n, r->profiles->series.nevents, writer);
	else if (row_sums_put(sums, writer) < 0)
		status = MERGE_START_OVER;
	if (status != MERGE_DONE)
		cg_writer_abandon(writer);
	else if (cg_writer_close(writer) < 0)
		status = MERGE_START_OVER;
	return status;
}

/* Adds a run of the sums or, if they are NULL, of the readers. */
static enum merge_status
add(struct runs *r, struct row_sums *sums, struct cg_reader *const *readers,
    size_t n)
{
	int fd;

	if (r->n == r->max)
		return MERGE_START_OVER;
	fd = cli_temporary();
	if (fd < 0)
		return MERGE_START_OVER;
	r->fds = cli_resize(r->fds, r->n + 1, sizeof(*r->fds));
	r->fds[r->n++] = fd;
	return write_run(r, fd, sums, readers, n);
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
		close(r->fds[--r->n]);
	free(r->fds);
	r->fds = NULL;
}
