/* SPDX-License-Identifier: BSD-2-Clause */
/* The writer of libcgfmt makes the text, in a temporary file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "libquery/header/build_ids.h"
#include "libquery/header/command.h"
#include "libquery/profile_output.h"
#include "profile_text.h"

enum { COUNT_LENGTH = 21 /* of a count and a blank */ };

static const char events_line[] = "\nevents:", summary_line[] = "summary:";

/* Makes a record the row that is stored.  False if it is none. */
static bool
simplify(struct profile_request *request, struct cg_record *record)
{
	if (record->kind != CG_COSTS)
		return false;
	renames_apply(&request->renames, record);
	if (!rollup_apply(&request->level, record))
		return false;
	if (request->level.level != LEVEL_LINE)
		place_unnamed(record);
	return cg_record_flatten(record);
}

static struct cg_profile *
read_rows(struct cg_reader *reader, struct profile_request *request,
    const char *path, struct cg_error *error)
{
	const struct cg_header *header = cg_reader_header(reader);
	struct cg_profile *rows = cg_profile_new(header->nevents, error);
	struct cg_record record;
	int got = -1;

	if (rows == NULL)
		cli_die("%s", error->text);
	if (request->level.level != LEVEL_LINE)
		cg_reader_set(reader, CG_MERGE_LINES);
	cg_profile_name_events(rows, header->events);
	while ((got = cg_reader_next(reader, &record)) == 1)
		if (simplify(request, &record) &&
		    cg_profile_add(rows, &record) < 0)
			cli_die("%s: %s", path, error->text);
	if (got < 0)
		cli_die("%s", error->text);
	return rows;
}

/* Reads a temporary file as a whole. */
static char *
read_back(int fd, size_t *len)
{
	struct stat st;
	char *text;
	size_t done = 0;

	if (fstat(fd, &st) < 0)
		cli_die("temporary file: %s", strerror(errno));
	*len = (size_t)st.st_size;
	text = cli_alloc(*len + 1, 1);
	cli_temporary_rewind(fd);
	while (done < *len) {
		ssize_t n = read(fd, text + done, *len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			cli_die("temporary file: %s",
			    n < 0 ? strerror(errno) : "it was cut");
		done += (size_t)n;
	}
	close(fd);
	return text;
}

/* Writes the profile in canonical order.  Returns its text. */
static char *
write_rows(struct cg_profile *rows, const struct cg_header *header, size_t *len,
    struct cg_error *error)
{
	int copy, fd = cli_temporary_twice(&copy);
	struct cg_writer *writer =
	    cg_writer_open_fd(copy, "temporary file", header, error);

	if (writer == NULL || cg_profile_put(rows, writer) < 0 ||
	    cg_writer_close(writer) < 0)
		cli_die("%s", error->text);
	return read_back(fd, len);
}

/* Returns where the summary begins. */
static const char *
find_summary(const char *text, size_t len)
{
	const char *p = text + len;

	while (p > text && strncmp(p, summary_line, strlen(summary_line)) != 0)
		for (p--; p > text && p[-1] != '\n';)
			p--;
	return p;
}

/* Cuts the text of a profile, which has a line of events and one of a summary. */
static void
cut(struct profile_text *to, char *text, size_t len)
{
	const char *events = strstr(text, events_line);
	const char *summary = find_summary(text, len), *start;
	size_t header, end = (size_t)(text + len - summary);

	start = events != NULL ? events + 1 : text;
	start += strcspn(start, "\n") + 1;
	header = (size_t)(start - text);
	to->head_len = header + end;
	to->head = cli_alloc(to->head_len + 1, 1);
	memcpy(to->head, text, header);
	memcpy(to->head + header, summary, end);
	to->rows_len = (size_t)(summary - start);
	to->rows = cli_copy(start, to->rows_len);
	free(text);
}

static int
by_path(const void *a, const void *b)
{
	const struct build_id *x = a, *y = b;
	int order = strcmp(x->path, y->path);

	return order != 0 ? order : strcmp(x->id, y->id);
}

/* Returns the description of the build IDs, with the new paths of objects, to be freed; NULL: there is
 * none. */
static char *
rename_objects(const struct cg_header *header, const struct renames *renames)
{
	struct build_ids ids = {0};
	char *desc;

	build_ids_take(&ids, header);
	for (size_t i = 0; i < ids.n; i++) {
		char *renamed = renames_path(renames, ids.list[i].path);

		if (renamed == NULL)
			continue;
		free(ids.list[i].path);
		ids.list[i].path = renamed;
	}
	if (ids.n > 1) /* qsort takes no NULL */
		qsort(ids.list, ids.n, sizeof(*ids.list), by_path);
	desc = build_ids_describe(&ids);
	build_ids_release(&ids);
	return desc;
}

/* Returns the descriptions of the header, with this one of the build IDs, and those that are added, to be
 * freed. */
static const char **
join_descs(const struct cg_header *header,
    const struct profile_request *request, const char *build_ids)
{
	const char **descs =
	    cli_alloc(header->ndescs + request->ndescs + 1, sizeof(*descs));

	for (size_t i = 0; i < header->ndescs; i++)
		descs[i] =
		    build_ids != NULL && is_of_build_ids(header->descs[i])
			? build_ids
			: header->descs[i];
	for (size_t i = 0; i < request->ndescs; i++)
		descs[header->ndescs + i] = request->descs[i];
	return descs;
}

void
profile_text_read(struct profile_text *text, const char *path,
    struct profile_request *request, char **program)
{
	struct cg_error error;
	struct cg_reader *reader = cg_reader_open(path, &error);
	struct cg_header header;
	struct cg_profile *rows;
	const char **descs;
	size_t len;
	char *build_ids, *whole;

	if (reader == NULL)
		cli_die_of_input(error.is_missing, "%s", error.text);
	header = *cg_reader_header(reader);
	rows = read_rows(reader, request, path, &error);
	*program = command_name(header.cmd);
	if (header.format != CG_CACHEGRIND && cg_reader_summary(reader) != NULL)
		profile_output_warn_of_rest(path, &header,
		    cg_reader_summary(reader), cg_reader_totals(reader));
	build_ids = rename_objects(&header, &request->renames);
	descs = join_descs(&header, request, build_ids);
	header.format = CG_CACHEGRIND;
	header.descs = descs;
	header.ndescs += request->ndescs;
	whole = write_rows(rows, &header, &len, &error);
	free(descs);
	free(build_ids);
	cg_profile_free(rows);
	cg_reader_close(reader);
	cut(text, whole, len);
}

void
profile_text_take_head(struct profile_text *text,
    const struct profile_text *from, const int64_t *totals, size_t n)
{
	size_t len =
	    (size_t)(find_summary(from->head, from->head_len) - from->head);
	size_t room = len + strlen(summary_line) + n * COUNT_LENGTH + 2;
	char *p = text->head = cli_alloc(room, 1);

	memcpy(p, from->head, len);
	p += len;
	p += sprintf(p, "%s", summary_line);
	for (size_t i = 0; i < n; i++)
		p += sprintf(p, " %lld", (long long)totals[i]);
	p += sprintf(p, "\n");
	text->head_len = (size_t)(p - text->head);
}

char *
profile_text_join(const struct profile_text *text, size_t *len)
{
	const char *summary = find_summary(text->head, text->head_len);
	size_t header = (size_t)(summary - text->head);
	char *whole = cli_alloc(text->head_len + text->rows_len + 1, 1);

	*len = text->head_len + text->rows_len;
	memcpy(whole, text->head, header);
	memcpy(whole + header, text->rows, text->rows_len);
	memcpy(
	    whole + header + text->rows_len, summary, text->head_len - header);
	return whole;
}

void
profile_text_release(struct profile_text *text)
{
	free(text->head);
	free(text->rows);
}
