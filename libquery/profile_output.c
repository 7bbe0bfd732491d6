/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cachegrind's format cannot carry calls, nor a summary that differs from the
 * rows: both are left out of an output that --format makes Cachegrind's.
 */
#include <string.h>

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
	return writer;
}

int
profile_output_close(struct cg_writer *writer)
{
	cli_finished();
	return cg_writer_close(writer);
}
