/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes the parts of the sum, each with its own header. */
#include <stdio.h>
#include <stdlib.h>

#include "libcli/cli.h"
#include "profile_sum.h"

/* Adds to the header why the part ends. */
static void
describe_trigger(struct part_header *to, const char *trigger)
{
	size_t n = to->header.ndescs;

	to->descs = cli_resize(to->descs, n + 1, sizeof(*to->descs));
	for (size_t i = 0; i < n; i++)
		to->descs[i] = to->header.descs[i];
	to->descs[n] = trigger;
	to->header.ndescs = n + 1;
	to->header.descs = to->descs;
}

/* Returns the number of the n-th part.  As Callgrind numbers them, the threads of
 * a dump share one, and a file of its own has the number of the dump. */
static size_t
part_number(const struct profile_sum *sum, size_t n)
{
	const struct part_sum *part = sum->parts;
	size_t number = (size_t)sum->style.dumps_before + 1;

	if (!sum->style.like_callgrind)
		return n + 1;
	for (size_t i = 1; i <= n; i++)
		number += part[i].owner != part[i - 1].owner ||
			  part[i].dump != part[i - 1].dump;
	return number;
}

/* Returns the header of the n-th part, with its pid, part and thread.  It stays
 * valid until the next but one.  KCachegrind shows part and thread only if there
 * is a pid. */
static const struct cg_header *
describe_part(struct profile_sum *sum, size_t n, bool is_reproducible)
{
	static const struct part_sum nothing;
	const struct part_sum *part =
	    n < sum->nparts ? &sum->parts[n] : &nothing;
	struct part_header *to = &sum->written[n % 2];

	to->header = sum->header;
	if (part->pid == 0 && part->trigger == NULL &&
	    !sum->style.like_callgrind)
		return &to->header;
	snprintf(to->part, sizeof(to->part), "%zu", part_number(sum, n));
	snprintf(to->pid, sizeof(to->pid), "%ld",
	    is_reproducible    ? part->process
	    : part->owner == 0 ? (long)sum->style.pid
			       : (long)part->owner);
	snprintf(
	    to->thread, sizeof(to->thread), "%lld", (long long)part->thread);
	to->header.part = to->part;
	to->header.pid = to->pid;
	if (part->command != NULL)
		to->header.cmd = part->command;
	if (part->thread > 0)
		to->header.thread = to->thread;
	if (part->trigger != NULL)
		describe_trigger(to, part->trigger);
	else if (sum->style.like_callgrind)
		describe_trigger(to, "Trigger: Program termination");
	return &to->header;
}

/* Writes the parts from `first` to before `end` to a file that was opened; NULL: it was
 * not. */
static int
put_parts(struct profile_sum *sum, size_t first, size_t end,
    struct cg_writer *writer, bool is_reproducible)
{
	int status = 0;

	if (writer == NULL)
		return -1;
	cg_writer_compress(writer,
	    sum->compresses && !sum->style.uncompressed_names,
	    sum->style.compressed_positions);
	for (size_t i = first; i < end && status == 0; i++) {
		if (i > first)
			status = cg_writer_next_part(
			    writer, describe_part(sum, i, is_reproducible));
		if (status == 0)
			status = cg_profile_put(sum->parts[i].profile, writer);
	}
	if (status < 0) {
		cg_writer_abandon(writer);
		return -1;
	}
	return cg_writer_close(writer);
}

static int
write_parts(struct profile_sum *sum, size_t first, size_t end, const char *path,
    int gzip_level, bool is_reproducible)
{
	struct cg_writer *writer = cg_writer_open(path, gzip_level,
	    describe_part(sum, first, is_reproducible), &sum->error);

	return put_parts(sum, first, end, writer, is_reproducible);
}

/* Writes a file for each thread, with its number after the name. */
static int
write_threads(struct profile_sum *sum, const char *path, int gzip_level,
    bool is_reproducible)
{
	int status = 0;

	for (size_t i = 0; i < sum->nparts && status == 0; i++) {
		char *name = cli_format(
		    "%s-%02lld", path, (long long)sum->parts[i].thread);

		status = write_parts(
		    sum, i, i + 1, name, gzip_level, is_reproducible);
		free(name);
	}
	return status;
}

int
profile_sum_write(struct profile_sum *sum, const char *path, int gzip_level,
    bool is_reproducible)
{
	bool has_threads = sum->nparts > 0 && sum->parts[0].thread > 0;

	/* Callgrind does so unless dumps are combined */
	if (sum->style.like_callgrind && has_threads && sum->without_dumps)
		return write_threads(sum, path, gzip_level, is_reproducible);
	return write_parts(
	    sum, 0, sum->nparts, path, gzip_level, is_reproducible);
}

int
profile_sum_write_fd(
    struct profile_sum *sum, int fd, const char *name, bool is_reproducible)
{
	struct cg_writer *writer = cg_writer_open_fd(
	    fd, name, describe_part(sum, 0, is_reproducible), &sum->error);

	return put_parts(sum, 0, sum->nparts, writer, is_reproducible);
}
