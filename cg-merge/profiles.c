/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profiles that are merged, without their rows: their events, the header of
 * the output, and the costs that are in summaries but in no rows.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/events.h"
#include "profiles.h"

_Noreturn void
profiles_die(const struct profiles *p)
{
	partial_die(&p->error);
}

/* --- events --------------------------------------------------------------- */

static void
start(struct profiles *p, struct cg_reader *reader, const char *path)
{
	const struct cg_header *h = cg_reader_header(reader);

	p->first = reader;
	p->first_path = path;
	p->nevents = p->ncolumns = h->nevents;
	p->events = cli_alloc(h->nevents, sizeof(*p->events));
	p->columns = cli_alloc(h->nevents, sizeof(*p->columns));
	p->rest = cli_alloc(h->nevents, sizeof(*p->rest));
	p->totals = cli_alloc(h->nevents, sizeof(*p->totals));
	p->summary = cli_alloc(h->nevents, sizeof(*p->summary));
	p->header = *h;
	memcpy(p->events, h->events, h->nevents * sizeof(*p->events));
	for (size_t i = 0; i < h->nevents; i++)
		p->columns[i] = i;
}

/* Drops the events that this input lacks. */
static void
keep_common(struct profiles *p, const struct cg_header *h, const char *path)
{
	size_t kept = 0;

	for (size_t i = 0; i < p->nevents; i++) {
		if (!events_have(h, p->events[i].name))
			continue;
		p->events[kept] = p->events[i];
		p->columns[kept++] = p->columns[i];
	}
	if (kept == 0)
		cli_die("%s: expected an event that all profiles have, "
			"found none",
		    path);
	p->nevents = kept;
}

/* --- summary -------------------------------------------------------------- */

/* Returns the total of all rows read or written so far, and of the rest. */
static __int128
total(const struct profiles *p, size_t column)
{
	return p->totals[column] + p->rest[column];
}

/* Combines the rest of the inputs, the costs that are in the summary but in no
 * row, as if it were a row. */
static bool
combine_rest(struct profiles *p, struct cg_reader *reader, const char *path)
{
	const struct cg_header events = {
	    .nevents = p->nevents, .events = p->events};
	const int64_t *totals = cg_reader_totals(reader);
	const int64_t *summary = cg_reader_summary(reader);

	if (summary == NULL)
		summary = totals;
	if (p->output->is_format_given && p->output->format == CG_CACHEGRIND)
		profile_output_warn_of_rest(path, &events, summary, totals);
	for (size_t i = 0; i < p->nevents; i++) {
		__int128 rest = (__int128)summary[i] - totals[i];
		size_t column = p->columns[i];

		p->has_rest |= rest != 0;
		p->rest[column] = operation_combine(
		    p->operation, p->rest[column], rest, p->n == 0);
		if (p->operation != OP_SUM)
			continue;
		p->totals[column] += totals[i];
		if (total(p, column) == (int64_t)total(p, column))
			continue;
		if (p->can_start_over)
			return false;
		cli_die("%s: the sum of %s does not fit in 64 bits", path,
		    p->events[i].name);
	}
	return true;
}

void
profiles_put_summary(struct profiles *p, struct cg_writer *writer)
{
	if (!p->has_rest)
		return;
	for (size_t i = 0; i < p->nevents; i++) {
		size_t column = p->columns[i];

		p->summary[i] = (int64_t)total(p, column);
		if (p->summary[i] != total(p, column))
			cli_die("the sum of %s does not fit in 64 bits",
			    p->events[i].name);
	}
	cg_writer_summary(writer, p->summary);
}

/* --- header --------------------------------------------------------------- */

/* Returns the text if both headers have it, else NULL. */
static const char *
common_text(const char *first, const char *other)
{
	return first != NULL && other != NULL && strcmp(first, other) == 0
		   ? first
		   : NULL;
}

/* Changes the header of the output so that it fits one more input. */
static void
merge_header(struct profiles *p, const struct cg_header *h)
{
	struct cg_header *to = &p->header;

	if (h->format == CG_CALLGRIND)
		to->format = CG_CALLGRIND;
	to->has_addresses |= h->has_addresses;
	to->has_no_lines &= h->has_no_lines;
	to->pid = common_text(to->pid, h->pid);
	to->part = common_text(to->part, h->part);
	to->thread = common_text(to->thread, h->thread);
}

struct cg_reader *
profiles_open(struct profiles *p, const char *path, unsigned int modes)
{
	struct cg_reader *reader = cg_reader_open(path, &p->error);

	if (reader == NULL)
		profiles_die(p);
	if (p->first == NULL)
		start(p, reader, path);
	else if (p->common)
		keep_common(p, cg_reader_header(reader), path);
	else
		events_demand_same(cg_reader_header(p->first), p->first_path,
		    cg_reader_header(reader), path,
		    " (--common-events keeps those that all have)");
	if (cg_reader_select_events(reader, p->events, p->nevents) < 0)
		profiles_die(p);
	if (p->partial)
		modes |= CG_ACCEPT_DAMAGE;
	cg_reader_set(reader, modes);
	return reader;
}

void
profiles_close(struct profiles *p, struct cg_reader *reader, const char *path)
{
	if (path != p->first_path)
		cg_reader_close(reader);
	else if (reader != p->first) {
		cg_reader_close(p->first_again); /* no store is read so often */
		p->first_again = reader;
	}
}

bool
profiles_finish(struct profiles *p, struct cg_reader *reader, const char *path)
{
	if (!combine_rest(p, reader, path))
		return false;
	partials_inherit(&p->partials, cg_reader_header(reader));
	partials_take(&p->partials, reader, p->events[0].name);
	merge_header(p, cg_reader_header(reader));
	p->n++;
	return true;
}

void
profiles_describe(struct profiles *p)
{
	struct cg_header *h = &p->described;

	*h = p->header;
	h->nevents = p->nevents;
	h->events = p->events;
	free(p->derived);
	p->derived = cli_alloc(h->nderived + 1, sizeof(*p->derived));
	h->nderived =
	    events_keep_derived(h, cg_reader_header(p->first), p->derived);
	h->derived = p->derived;
	profile_output_set_header(p->output, h);
	partials_describe(&p->partials, h);
}

void
profiles_forget(struct profiles *p)
{
	p->n = 0;
	partials_release(&p->partials);
	p->partials = (struct partials){.n = 0};
	if (p->first == NULL)
		return;
	memset(p->totals, 0, p->ncolumns * sizeof(*p->totals));
	memset(p->rest, 0, p->ncolumns * sizeof(*p->rest));
}

void
profiles_release(struct profiles *p)
{
	cg_reader_close(p->first);
	cg_reader_close(p->first_again);
	partials_release(&p->partials);
	free(p->events);
	free(p->columns);
	free(p->derived);
	free(p->rest);
	free(p->totals);
	free(p->summary);
}
