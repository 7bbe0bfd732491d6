/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the tool left becomes one profile.  It is read to its end, and so known
 * to be whole, before any of it is passed on.
 */
#include "collect.h"

/* adds the rows, with the events in the order of the first profile */
static int
add_rows(struct sum *sum, struct cg_reader *reader)
{
	const struct cg_header *header = cg_reader_header(sum->first);
	struct cg_record record;
	int got;

	if (reader != sum->first &&
	    cg_reader_choose(reader, header->events, header->nevents) < 0)
		return -1;
	while ((got = cg_reader_next(reader, &record)) == 1)
		if (cg_profile_add(sum->profile, &record) < 0)
			return -1;
	return got;
}

static int
start(struct sum *sum, struct cg_reader *reader)
{
	sum->first = reader;
	sum->profile =
	    cg_profile_new(cg_reader_header(reader)->nevents, &sum->error);
	return sum->profile != NULL ? 0 : -1;
}

int
sum_add(struct sum *sum, const char *path)
{
	struct cg_reader *reader = cg_reader_open(path, &sum->error);
	int status;

	if (reader == NULL)
		return -1;
	if (sum->first == NULL && start(sum, reader) < 0)
		return -1;
	status = add_rows(sum, reader);
	if (reader != sum->first)
		cg_reader_close(reader);
	return status;
}

static int
put_rows(struct sum *sum, struct cg_writer *writer)
{
	struct cg_record record;

	for (size_t i = 0; i < cg_profile_len(sum->profile); i++) {
		cg_profile_at(sum->profile, i, &record);
		if (cg_writer_put(writer, &record) < 0)
			return -1;
	}
	return 0;
}

int
sum_write(struct sum *sum, const char *path, int gzip_level)
{
	struct cg_writer *writer;

	if (cg_profile_sort(sum->profile) < 0)
		return -1;
	writer = cg_writer_open(
	    path, gzip_level, cg_reader_header(sum->first), &sum->error);
	if (writer == NULL)
		return -1;
	if (put_rows(sum, writer) < 0) {
		cg_writer_abandon(writer);
		return -1;
	}
	return cg_writer_close(writer);
}

void
sum_release(struct sum *sum)
{
	cg_profile_free(sum->profile);
	cg_reader_close(sum->first);
}
