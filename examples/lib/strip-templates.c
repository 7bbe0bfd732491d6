/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: strip-templates <profile >profile
 *
 * Removes the template arguments from the names of C++ functions, so that
 * functions with names that differ only in these become one.  The name of a
 * function template has types outside of <>, too: "int sum<>(int)" and "long
 * sum<>(long)" stay two functions.  Shows how to write a stage of a pipeline: the
 * output has the header of the input, and every row is a changed copy of one that
 * was read.
 */
#include <cgfmt.h>
#include <stdio.h>
#include <string.h>

/* Copies a name of less than `size` bytes, or NULL, without what is between < and
 * >. */
static const char *
strip(char *to, size_t size, const char *name)
{
	size_t len = 0;
	int depth = 0;

	/* operator< and its like have no arguments to remove */
	if (name == NULL || strstr(name, "operator") != NULL ||
	    strlen(name) >= size)
		return name;
	for (; *name != '\0'; name++) {
		depth -= *name == '>' && depth > 0;
		if (depth == 0)
			to[len++] = *name;
		depth += *name == '<';
	}
	to[len] = '\0';
	return to;
}

/* Adds all rows of the reader, renamed, to the profile. */
static int
read_rows(struct cg_reader *reader, struct cg_profile *profile)
{
	static char function[65536], host[65536], target[65536];
	struct cg_record record;
	int got;

	while ((got = cg_reader_next(reader, &record)) == 1) {
		record.function =
		    strip(function, sizeof(function), record.function);
		/* NULL if the code was not inlined, or if the row is no call */
		record.host = strip(host, sizeof(host), record.host);
		record.target.function =
		    strip(target, sizeof(target), record.target.function);
		if (cg_profile_add(profile, &record) < 0)
			return -1;
	}
	return got;
}

int
main(void)
{
	struct cg_error error;
	struct cg_reader *reader = cg_reader_open("-", &error);
	struct cg_profile *profile = NULL;
	struct cg_writer *writer = NULL;
	int result = -1;

	if (reader != NULL)
		profile =
		    cg_profile_new(cg_reader_header(reader)->nevents, &error);
	if (profile != NULL && read_rows(reader, profile) == 0)
		writer = cg_writer_open(
		    "-", CG_PLAIN, cg_reader_header(reader), &error);
	if (writer != NULL && cg_profile_put(profile, writer) == 0)
		result = cg_writer_close(writer);
	else
		cg_writer_abandon(writer);
	cg_profile_free(profile);
	cg_reader_close(reader);
	if (result < 0)
		fprintf(stderr, "strip-templates: %s\n", error.text);
	return result < 0 ? 2 : 0;
}
