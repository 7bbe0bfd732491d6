/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cachegrind's format cannot carry calls, nor a summary that differs from the
 * rows: both are left out of an output that --format makes Cachegrind's.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "profile_output.h"

static enum cg_format
parse_format(const char *name)
{
	if (strcmp(name, "cachegrind") == 0)
		return CG_CACHEGRIND;
	if (strcmp(name, "callgrind") == 0)
		return CG_CALLGRIND;
	cli_usage(
	    "--format: expected cachegrind or callgrind, found \"%s\"", name);
}

void
profile_output_option(struct profile_output *o, int option)
{
	switch (option) {
	case PROFILE_OUTPUT_FORMAT:
		o->is_format_given = true;
		o->format = parse_format(optarg);
		break;
	case PROFILE_OUTPUT_STRINGS:
		o->is_compression_given = true;
		o->compress_names = cli_yes_no("--compress-strings", optarg);
		break;
	case PROFILE_OUTPUT_POSITIONS:
		o->compress_positions = cli_yes_no("--compress-pos", optarg);
		break;
	default:
		cli_output_option(&o->stream, option);
	}
}

void
profile_output_set_header(
    const struct profile_output *o, struct cg_header *header)
{
	if (o->is_format_given)
		header->format = o->format;
}

bool
profile_output_takes(const struct profile_output *o, struct cg_record *record)
{
	bool flat = o->is_format_given && o->format == CG_CACHEGRIND;

	return flat ? cg_record_flatten(record) : true;
}

void
profile_output_warn_of_rest(const char *path, const struct cg_header *header,
    const int64_t *summary, const int64_t *totals)
{
	for (size_t i = 0; i < header->nevents; i++) {
		if (summary[i] == totals[i])
			continue;
		cli_warn("%s: its summary says %lld %s and its rows %lld; "
			 "Cachegrind's format has room for the rows only",
		    strcmp(path, "-") == 0 ? "(stdin)" : path,
		    (long long)summary[i], header->events[i].name,
		    (long long)totals[i]);
		return;
	}
}

static void
abandon(void *writer)
{
	cg_writer_abandon(writer);
}

struct cg_writer *
profile_output_open(const struct profile_output *o,
    const struct cg_header *header, struct cg_error *error)
{
	struct cg_writer *writer =
	    cg_writer_open(o->stream.path, o->stream.gzip_level, header, error);

	if (writer == NULL)
		return NULL;
	cli_unfinished(abandon, writer);
	cg_writer_compress(writer, o->compress_names, o->compress_positions);
	if (o->creates)
		cg_writer_create(writer);
	return writer;
}

int
profile_output_close(struct cg_writer *writer)
{
	cli_finished();
	return cg_writer_close(writer);
}

/* --- an output that can be given up --------------------------------------- */

/* True if cg_output_open replaces the file as a whole, or fails. */
static bool
is_replaced(const char *path)
{
	struct stat st;

	if (strcmp(path, "-") == 0)
		return false;
	return stat(path, &st) < 0 || S_ISREG(st.st_mode);
}

enum revocable_status
revocable_output_open(struct revocable_output *r,
    const struct profile_output *o, const struct cg_header *header,
    struct cg_error *error)
{
	int fd;

	*r = (struct revocable_output){.output = o, .held = -1, .error = error};
	if (is_replaced(o->stream.path)) {
		r->writer = profile_output_open(o, header, error);
		return r->writer != NULL ? REVOCABLE_OPEN : REVOCABLE_ERROR;
	}
	r->held = cli_temporary();
	if (r->held < 0)
		return REVOCABLE_IMPOSSIBLE;
	fd = fcntl(r->held, F_DUPFD_CLOEXEC, 0); /* the writer closes it */
	if (fd < 0) {
		close(r->held);
		return REVOCABLE_IMPOSSIBLE;
	}
	r->writer =
	    cg_writer_open_fd(fd, cli_temporary_directory(), header, error);
	if (r->writer == NULL) {
		close(r->held);
		return REVOCABLE_ERROR;
	}
	cg_writer_compress(r->writer, o->compress_names, o->compress_positions);
	return REVOCABLE_OPEN;
}

static void
abandon_output(void *output)
{
	cg_output_abandon(output);
}

/* Copies what is held back to the output. */
static int
copy_held(struct revocable_output *r)
{
	const struct cli_output *stream = &r->output->stream;
	struct cg_output *output =
	    cg_output_open(stream->path, stream->gzip_level, r->error);
	char buffer[1 << 16];
	ssize_t n;

	if (output == NULL)
		return -1;
	cli_unfinished(abandon_output, output);
	n = lseek(r->held, 0, SEEK_SET);
	while (n >= 0) {
		n = read(r->held, buffer, sizeof(buffer));
		if (n == 0)
			break;
		if (n > 0 && cg_output_write(output, buffer, (size_t)n) < 0)
			return -1;
		if (n < 0 && errno == EINTR)
			n = 0;
	}
	if (n < 0)
		cli_die("%s: %s", cli_temporary_directory(), strerror(errno));
	cli_finished();
	return cg_output_close(output);
}

int
revocable_output_close(struct revocable_output *r)
{
	int status;

	if (r->held < 0)
		return profile_output_close(r->writer);
	status = cg_writer_close(r->writer);
	if (status == 0)
		status = copy_held(r);
	close(r->held);
	return status;
}

void
revocable_output_revoke(struct revocable_output *r)
{
	cli_finished();
	cg_writer_abandon(r->writer);
	if (r->held >= 0)
		close(r->held);
}
