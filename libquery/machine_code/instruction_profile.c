/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "instruction_profile.h"
#include "libquery/header/description.h"

/* --- reading -------------------------------------------------------------- */

_Noreturn void
instruction_profile_die_of(
    const struct instruction_profile *p, const char *what)
{
	cli_die("%s: it has no %s; %s", p->name, what, p->hint);
}

void
instruction_profile_open(struct instruction_profile *p, const char *path,
    bool partial, const char *hint)
{
	const struct cg_header *header;
	int ir;

	*p = (struct instruction_profile){
	    .name = strcmp(path, "-") == 0 ? "(stdin)" : path, .hint = hint};
	p->reader = cg_reader_open(path, &p->error);
	if (p->reader == NULL)
		partial_die(&p->error);
	cg_reader_set(p->reader,
	    CG_CONTEXTS | CG_REGIONS | (partial ? CG_ACCEPT_DAMAGE : 0));
	header = cg_reader_header(p->reader);
	if (description_of_difference(header))
		cli_die("%s: expected a profile, found a difference", p->name);
	ir = cg_header_event(header, "Ir", 2);
	p->ir = ir >= 0 ? (size_t)ir : header->nevents;
}

void
instruction_profile_read(struct instruction_profile *p)
{
	const struct cg_header *header = cg_reader_header(p->reader);
	struct cg_record record;
	int got;

	if (header->format != CG_CALLGRIND || !header->has_addresses)
		instruction_profile_die_of(p, "addresses of instructions");
	if (p->ir == header->nevents)
		cli_die("%s: it lacks the event Ir", p->name);
	p->rows = cg_profile_new(header->nevents, &p->error);
	if (p->rows == NULL ||
	    code_rows_init(&p->code_rows, header->nevents, &p->error) < 0)
		partial_die(&p->error);
	cg_profile_name_events(p->rows, header->events);
	while ((got = cg_reader_next(p->reader, &record)) == 1)
		if (cg_profile_add(p->rows, &record) < 0 ||
		    code_rows_add(&p->code_rows, &record) < 0)
			partial_die(&p->error);
	if (got < 0 || cg_profile_sort(p->rows) < 0 ||
	    code_rows_complete(&p->code_rows) < 0)
		partial_die(&p->error);
	partials_take(&p->partials, p->reader, header->events[0].name);
}

/* --- writing -------------------------------------------------------------- */

struct writing {
	struct instruction_profile *profile;
	const struct added_events *added;
	struct cg_header header; /* of the output */
	struct cg_event *events;
	const char **descs;
	struct rollup rollup;
};

static void
make_header(struct writing *w)
{
	const struct cg_header *from = cg_reader_header(w->profile->reader);
	struct cg_header *h = &w->header;

	*h = *from;
	w->events = cli_alloc(h->nevents + w->added->n, sizeof(*w->events));
	memcpy(w->events, h->events, h->nevents * sizeof(*w->events));
	for (size_t i = 0; i < w->added->n; i++)
		w->events[h->nevents++] = *w->added->list[i].event;
	h->events = w->events;
	w->descs = cli_alloc(h->ndescs + w->added->ndescs, sizeof(*w->descs));
	if (h->ndescs > 0)
		memcpy(w->descs, from->descs, h->ndescs * sizeof(*w->descs));
	for (size_t i = 0; i < w->added->ndescs; i++)
		w->descs[h->ndescs++] = w->added->descs[i];
	h->descs = w->descs;
	partials_describe(&w->profile->partials, h);
	rollup_set_header(&w->rollup, h);
}

/* Sets a row to row number i with the events, in memory that is used again. */
static void
complete_row(
    const struct writing *w, size_t i, struct cg_record *row, int64_t *counts)
{
	size_t n = cg_reader_header(w->profile->reader)->nevents;

	cg_profile_at(w->profile->rows, i, row);
	memcpy(counts, row->counts, n * sizeof(*counts));
	for (size_t j = 0; j < w->added->n; j++) {
		const struct added_event *event = &w->added->list[j];

		counts[n + j] = event->counts[i * event->step];
	}
	row->counts = counts;
	row->present = NULL;
}

/* Writes all rows; lines: first adds up those of a line. */
static int
put_rows(struct writing *w, struct cg_writer *writer, struct cg_profile *lines)
{
	int64_t *counts = cli_alloc(w->header.nevents, sizeof(*counts));
	struct cg_record row;
	int status = 0;

	for (size_t i = 0; i < cg_profile_len(w->profile->rows) && status == 0;
	     i++) {
		complete_row(w, i, &row, counts);
		if (lines == NULL) {
			status = cg_writer_put(writer, &row);
		} else {
			rollup_apply(&w->rollup, &row);
			status = cg_profile_add(lines, &row);
		}
	}
	free(counts);
	return status == 0 && lines != NULL ? cg_profile_put(lines, writer)
					    : status;
}

/* Returns the summary of the output, or NULL, in new memory. */
static int64_t *
new_summary(const struct writing *w)
{
	const int64_t *from = cg_reader_summary(w->profile->reader);
	size_t n = cg_reader_header(w->profile->reader)->nevents;
	int64_t *summary;

	if (from == NULL)
		return NULL;
	summary = cli_alloc(w->header.nevents, sizeof(*summary));
	memcpy(summary, from, n * sizeof(*summary));
	for (size_t i = 0; i < w->added->n; i++)
		summary[n + i] = w->added->list[i].summary;
	return summary;
}

static int
write_rows(struct writing *w, struct cg_writer *writer)
{
	struct cg_profile *lines = NULL;
	int64_t *summary;
	int status;

	if (rollup_changes(&w->rollup)) {
		lines = cg_profile_new(w->header.nevents, &w->profile->error);
		if (lines == NULL)
			return -1;
		cg_profile_name_events(lines, w->header.events);
	}
	status = put_rows(w, writer, lines);
	cg_profile_free(lines);
	if (status < 0)
		return -1;
	summary = new_summary(w);
	cg_writer_summary(writer, summary);
	status = profile_output_close(writer);
	free(summary);
	return status;
}

void
instruction_profile_write(
    struct instruction_profile *p, const struct added_events *added)
{
	struct writing w = {.profile = p,
	    .added = added,
	    .rollup = {.level = LEVEL_LINE, .has_lines = added->by_line}};
	struct cg_writer *writer;

	make_header(&w);
	writer = profile_output_open(added->output, &w.header, &p->error);
	if (writer == NULL || write_rows(&w, writer) < 0)
		partial_die(&p->error);
	rollup_release(&w.rollup);
	free(w.events);
	free(w.descs);
}

void
instruction_profile_release(struct instruction_profile *p)
{
	partials_release(&p->partials);
	code_rows_release(&p->code_rows);
	cg_profile_free(p->rows);
	cg_reader_close(p->reader);
}
