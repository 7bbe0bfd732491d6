/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * If there are more profiles than can be open at a time, groups of them are
 * merged into temporary files first, and these in groups again (passes.c).
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "groups.h"
#include "passes.h"
#include "stream.h"

/* True if the inputs can be merged while they are read.  Sets how many of them
 * at a time. */
static bool
may_stream(const struct profiles *p, char *const *paths, size_t n,
    struct passes *passes)
{
	/* events must be known before rows are read */
	if (p->common)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!cli_is_file(paths[i]))
			return false;
	/* only sums can be merged again */
	return passes_plan(passes, n) &&
	       (passes->group == 1 || p->operation == OP_SUM);
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

static enum stream_status open_group(
    struct profiles *p, struct group *group, const struct passes *passes);

/* Merges the profiles that were opened. */
static enum stream_status
put_group(struct profiles *p, struct group *g, struct cg_writer *writer)
{
	enum stream_status status = stream_put(
	    g->readers, g->n, p->operation, g->ninputs, p->nevents, writer);

	if (status == STREAM_ERROR)
		profiles_die(p);
	if (status == STREAM_DONE && g->sums == NULL)
		for (size_t i = 0; i < g->n; i++)
			profiles_finish(p, g->readers[i], g->paths[i]);
	return status;
}

static void
close_group(struct profiles *p, struct group *g)
{
	for (size_t i = 0; i < g->n; i++) {
		if (g->sums != NULL) {
			cg_reader_close(g->readers[i]);
			if (g->sums[i] >= 0)
				close(g->sums[i]);
		} else if (g->readers[i] != NULL)
			profiles_close(p, g->readers[i], g->is_first && i == 0);
	}
	free(g->readers);
	free(g->sums);
}

/* Merges a group into a temporary file. */
static enum stream_status
sum_group(
    struct profiles *p, struct group *g, const struct passes *passes, int fd)
{
	enum stream_status status = open_group(p, g, passes);
	struct cg_header header = {.cmd = ""};
	struct cg_writer *writer = NULL;

	if (status == STREAM_DONE) {
		header.nevents = p->nevents;
		header.events = p->events;
		writer = cg_writer_open_fd(fcntl(fd, F_DUPFD_CLOEXEC, 0),
		    cli_temporary_folder(), &header, &p->error);
		if (writer == NULL)
			profiles_die(p);
		status = put_group(p, g, writer);
	}
	if (status == STREAM_DONE && cg_writer_close(writer) < 0)
		profiles_die(p);
	if (status != STREAM_DONE)
		cg_writer_abandon(writer);
	close_group(p, g);
	return status;
}

/* Opens the inputs of a group of them. */
static enum stream_status
open_inputs(struct profiles *p, struct group *g)
{
	enum { FEW = 8 };
	/* a thread for each of many would take time and memory */
	unsigned int modes = g->n <= FEW ? CG_READ_AHEAD : CG_ONE_THREAD;

	for (size_t i = 0; i < g->n; i++) {
		const struct cg_header *h;

		g->readers[i] = profiles_open(p, g->paths[i], modes);
		h = cg_reader_header(g->readers[i]);
		if (h->format != CG_CACHEGRIND)
			return STREAM_REFUSED;
		partials_inherit(&p->partials, h);
	}
	return STREAM_DONE;
}

/* Merges groups of inputs into temporary files, and opens these. */
static enum stream_status
open_sums(struct profiles *p, struct group *g, const struct passes *passes)
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
		status = sum_group(p, &part, &rest, g->sums[i]);
	}
	for (size_t i = 0; i < g->n && status == STREAM_DONE; i++) {
		if (lseek(g->sums[i], 0, SEEK_SET) < 0)
			return STREAM_REFUSED;
		g->readers[i] = cg_reader_open_fd(
		    g->sums[i], cli_temporary_folder(), &p->error);
		if (g->readers[i] == NULL)
			profiles_die(p);
		cg_reader_set(g->readers[i], CG_ONE_THREAD);
	}
	return status;
}

/* Opens the profiles that are merged at a time. */
static enum stream_status
open_group(struct profiles *p, struct group *g, const struct passes *passes)
{
	g->n = (g->ninputs + passes->group - 1) / passes->group;
	g->readers = cli_alloc(g->n, sizeof(struct cg_reader *));
	if (passes->group == 1)
		return open_inputs(p, g);
	g->sums = cli_alloc(g->n, sizeof(*g->sums));
	return open_sums(p, g, passes);
}

bool
groups_merge(struct profiles *p, char *const *paths, size_t n,
    struct revocable_output *output)
{
	struct group all = {.paths = paths, .ninputs = n, .is_first = true};
	enum stream_status status;
	struct passes passes;

	if (!may_stream(p, paths, n, &passes))
		return false;
	status = open_group(p, &all, &passes);
	if (status == STREAM_DONE) {
		profiles_describe(p);
		switch (revocable_output_open(
		    output, p->output, &p->described, &p->error)) {
		case REVOCABLE_ERROR:
			profiles_die(p);
		case REVOCABLE_IMPOSSIBLE:
			status = STREAM_REFUSED;
			break;
		case REVOCABLE_OPEN:
			status = put_group(p, &all, output->writer);
			if (status != STREAM_DONE)
				revocable_output_revoke(output);
			break;
		}
	}
	close_group(p, &all);
	if (status != STREAM_DONE)
		profiles_forget(p);
	return status == STREAM_DONE;
}
