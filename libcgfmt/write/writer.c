/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The reader's mirror: writes a header, rows and a summary in the canonical
 * form of cgfmt(5).  Adds up the rows for the summary, which only a clean close
 * writes: without it, a reader sees that the profile is not whole.
 */
#include <stdlib.h>
#include <string.h>

#include "bytes/output.h"
#include "error.h"
#include "write/cachegrind_writer.h"
#include "write/callgrind_writer.h"

struct cg_writer {
	struct print print;
	const struct cg_header *header;
	/* the body: one of them is NULL */
	struct cachegrind_writer *cachegrind;
	struct callgrind_writer *callgrind;
	int64_t *totals;
	int64_t *others; /* the same of the regions before the current one */
	const int64_t *summary; /* the caller's; NULL: none */
	bool failed;            /* a row was not written */
	/* a part of Callgrind's format begins with the next row, which has
	 * its region */
	bool begins_part;
};

static int
open_body(struct cg_writer *w)
{
	bool is_callgrind = w->header->format == CG_CALLGRIND;

	w->totals = calloc(w->header->nevents, sizeof(*w->totals));
	w->others = calloc(w->header->nevents, sizeof(*w->others));
	if (is_callgrind)
		w->callgrind = callgrind_writer_new(&w->print, w->header);
	else
		w->cachegrind = cachegrind_writer_new(&w->print, w->header);
	if (w->totals == NULL || w->others == NULL ||
	    (w->callgrind == NULL && w->cachegrind == NULL))
		return error_memory(w->print.error);
	w->begins_part = is_callgrind;
	return is_callgrind ? 0 : cachegrind_writer_begin(w->cachegrind);
}

/* opens a writer on the output, which it then owns; NULL: there is none */
static struct cg_writer *
open_writer(struct cg_output *output, const struct cg_header *header,
    struct cg_error *error)
{
	struct cg_writer *w;

	if (output == NULL)
		return NULL;
	w = calloc(1, sizeof(*w));
	if (w == NULL) {
		error_memory(error);
		cg_output_abandon(output);
		return NULL;
	}
	w->print.output = output;
	w->print.error = error;
	w->header = header;
	if (open_body(w) == 0)
		return w;
	cg_writer_abandon(w);
	return NULL;
}

struct cg_writer *
cg_writer_open(const char *path, int gzip_level, const struct cg_header *header,
    struct cg_error *error)
{
	return open_writer(
	    cg_output_open(path, gzip_level, error), header, error);
}

struct cg_writer *
cg_writer_open_fd(int fd, const char *name, const struct cg_header *header,
    struct cg_error *error)
{
	return open_writer(cg_output_open_fd(fd, name, error), header, error);
}

void
cg_writer_compress(struct cg_writer *w, bool names, bool positions)
{
	if (w->callgrind != NULL)
		callgrind_writer_compress(w->callgrind, names, positions);
}

void
cg_writer_create(struct cg_writer *w)
{
	cg_output_create(w->print.output);
}

void
cg_writer_summary(struct cg_writer *w, const int64_t *summary)
{
	w->summary = summary;
}

static int
add_counts(struct cg_writer *w, int64_t *to, const int64_t *counts)
{
	size_t n = w->header->nevents;
	size_t fitting = cg_counts_add(to, counts, n);

	if (fitting == n)
		return 0;
	return error_set(w->print.error,
	    "%s: the sum of %s does not fit in 64 bits",
	    output_name(w->print.output), w->header->events[fitting].name);
}

/* ends the part and starts one for the region */
static int
change_region(struct cg_writer *w, const char *region)
{
	if (callgrind_writer_end(w->callgrind, NULL, w->totals) < 0 ||
	    add_counts(w, w->others, w->totals) < 0)
		return -1;
	memset(w->totals, 0, w->header->nevents * sizeof(*w->totals));
	return callgrind_writer_begin_part(w->callgrind, w->header, region);
}

/* starts or goes on with the part for rows of the region */
static int
enter_region(struct cg_writer *w, const char *region)
{
	if (w->begins_part) {
		w->begins_part = false;
		return callgrind_writer_begin_part(
		    w->callgrind, w->header, region);
	}
	return callgrind_writer_is_in(w->callgrind, region)
		   ? 0
		   : change_region(w, region);
}

static inline int
put(struct cg_writer *w, const struct cg_record *record, bool same_names)
{
	if (w->callgrind != NULL && enter_region(w, record->region) < 0)
		return -1;
	if (record->kind == CG_COSTS &&
	    add_counts(w, w->totals, record->counts) < 0)
		return -1;
	return w->callgrind != NULL
		   ? callgrind_writer_put(w->callgrind, record)
		   : cachegrind_writer_put(w->cachegrind, record, same_names);
}

int
cg_writer_put(struct cg_writer *w, const struct cg_record *record)
{
	if (put(w, record, false) == 0)
		return 0;
	w->failed = true;
	return -1;
}

int
cg_writer_put_same(struct cg_writer *w, const struct cg_record *record)
{
	if (put(w, record, true) == 0)
		return 0;
	w->failed = true;
	return -1;
}

/*
 * Ends the last region's part.  The summary is of all regions: what the parts
 * before do not declare is left for this one, and replaces what was there.
 */
static int
end_callgrind(struct cg_writer *w)
{
	size_t n = w->header->nevents;
	const int64_t *summary = w->summary;

	for (size_t i = 0; summary != NULL && i < n; i++)
		w->others[i] =
		    (int64_t)((uint64_t)summary[i] - (uint64_t)w->others[i]);
	return callgrind_writer_end(
	    w->callgrind, summary != NULL ? w->others : NULL, w->totals);
}

/* ends the part, or the profile */
static int
end_part(struct cg_writer *w)
{
	if (w->failed || (w->begins_part && enter_region(w, NULL) < 0))
		return -1;
	return w->callgrind != NULL
		   ? end_callgrind(w)
		   : cachegrind_writer_end(w->cachegrind, w->totals);
}

int
cg_writer_next_part(struct cg_writer *w, const struct cg_header *header)
{
	int status = -1;

	if (w->callgrind == NULL)
		error_set(w->print.error,
		    "%s: expected one part, as Cachegrind's format has, found another",
		    output_name(w->print.output));
	else
		status = end_part(w);
	w->failed = status < 0;
	w->begins_part = true;
	w->header = header;
	w->summary = NULL;
	memset(w->totals, 0, header->nevents * sizeof(*w->totals));
	memset(w->others, 0, header->nevents * sizeof(*w->others));
	return status;
}

static void
free_writer(struct cg_writer *w)
{
	cachegrind_writer_free(w->cachegrind);
	callgrind_writer_free(w->callgrind);
	free(w->totals);
	free(w->others);
	free(w);
}

int
cg_writer_close(struct cg_writer *w)
{
	int status;

	if (end_part(w) < 0) {
		cg_writer_abandon(w);
		return -1;
	}
	status = cg_output_close(w->print.output);
	free_writer(w);
	return status;
}

void
cg_writer_abandon(struct cg_writer *w)
{
	if (w == NULL)
		return;
	cg_output_abandon(w->print.output);
	free_writer(w);
}
