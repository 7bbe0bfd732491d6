/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Both profiles are added up in one that has the columns twice: those of the
 * old profile, then those of the new one, in the old one's order.  Difference,
 * sides and limits are read off its rows.  Where there are calls, two more
 * columns of each side say how often.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "diff.h"
#include "events.h"

enum { TIMES, FOLLOWED, NTIMES }; /* behind the events */

struct diff {
	struct options *options;
	struct cg_error error;
	struct cg_reader *old; /* both are open, for their names, to the end */
	struct cg_reader *new;
	const struct cg_header *input; /* of the old profile */
	size_t nevents;
	size_t width;             /* columns of each side */
	enum cg_format format;    /* of the output */
	bool is_flat;             /* objects, calls and jumps are left out */
	struct cg_profile *both;  /* counts: old's, then new's */
	struct cg_writer *writer; /* NULL: not open yet */
};

static _Noreturn void
die(const struct diff *d)
{
	cg_writer_abandon(d->writer);
	cli_die("%s", d->error.text);
}

/* what only one of two formats knows cannot be compared */
static void
choose_format(struct diff *d)
{
	struct cg_header output = *cg_reader_header(d->new);

	d->is_flat = d->input->format != output.format;
	if (d->is_flat)
		output.format = CG_CACHEGRIND;
	outlet_set_header(&d->options->outlet, &output);
	d->format = output.format;
	d->is_flat |= d->format == CG_CACHEGRIND;
	d->width = d->nevents + (d->is_flat ? 0 : NTIMES);
}

static void
open_profiles(struct diff *d)
{
	const struct options *o = d->options;

	d->old = cg_reader_open(o->old_path, &d->error);
	if (d->old == NULL)
		die(d);
	d->new = cg_reader_open(o->new_path, &d->error);
	if (d->new == NULL)
		die(d);
	d->input = cg_reader_header(d->old);
	d->nevents = d->input->nevents;
	events_demand_same(
	    d->input, o->old_path, cg_reader_header(d->new), o->new_path, "");
	if (cg_reader_choose(d->new, d->input->events, d->nevents) < 0)
		die(d);
	choose_format(d);
}

static struct cg_profile *
new_profile(struct diff *d, size_t ncolumns)
{
	struct cg_profile *profile = cg_profile_new(ncolumns, &d->error);

	if (profile == NULL)
		die(d);
	return profile;
}

/* --- rows ----------------------------------------------------------------- */

/* the counts of the record's row from `column` on */
static int64_t *
find_row(struct diff *d, struct cg_profile *profile, size_t column,
    const struct cg_record *record)
{
	int64_t *counts = cg_profile_row(profile, record);

	if (counts == NULL)
		die(d);
	return counts + column;
}

static void
add_counts(const struct diff *d, int64_t *to, const struct cg_record *record)
{
	size_t fitting = cg_counts_add(to, record->counts, d->nevents);

	if (fitting < d->nevents)
		cli_die("the sum of %s of %s:%s, line %lld, does not fit in "
			"64 bits",
		    d->input->events[fitting].name, record->file,
		    record->function, (long long)record->line);
	if (record->kind != CG_COSTS &&
	    (__builtin_add_overflow(to[d->nevents + TIMES], record->times,
		 &to[d->nevents + TIMES]) ||
		__builtin_add_overflow(to[d->nevents + FOLLOWED],
		    record->followed, &to[d->nevents + FOLLOWED])))
		cli_die("the number of calls or jumps from %s:%s, line %lld, "
			"does not fit in 64 bits",
		    record->file, record->function, (long long)record->line);
}

/*
 * Takes from a record what cannot be compared: addresses, where functions begin
 * and, unless they are asked for, lines.  False where nothing is left.
 */
static bool
simplify(const struct diff *d, struct cg_record *record)
{
	if (d->is_flat && !cg_record_flatten(record))
		return false;
	record->address = record->target.address = 0;
	if (record->kind == CG_CALL)
		record->target.line = 0;
	if (d->options->lines)
		return true;
	record->file = record->home;
	record->line = 0;
	return record->kind == CG_COSTS || record->kind == CG_CALL;
}

/* adds a whole profile to the columns from `column` on */
static void
read_rows(struct diff *d, struct cg_reader *reader, struct cg_profile *to,
    size_t column)
{
	struct options *o = d->options;
	struct cg_record record, last = {.file = NULL};
	int64_t *counts = NULL;
	int got;

	while ((got = cg_reader_next(reader, &record)) == 1) {
		if (!simplify(d, &record))
			continue;
		/* most rows belong where the one before does: no search */
		if (last.file == NULL || !cg_record_same(&record, &last)) {
			last = record;
			renames_apply(&o->renames, &record);
			counts = find_row(d, to, column, &record);
		}
		add_counts(d, counts, &record);
	}
	if (got < 0)
		die(d);
}

/* to the lines where the new profile has what the old one has there */
static void
move(struct diff *d, struct cg_record *record)
{
	struct sources *sources = &d->options->sources;

	record->line = sources_line(sources, record->file, record->line);
	if (record->kind == CG_JUMP || record->kind == CG_BRANCH)
		record->target.line = sources_line(
		    sources, record->target.file, record->target.line);
}

/* the same for the old profile, each row on the line where the new one has it;
 * sorted before, so that each source file is looked at once */
static void
read_moved_rows(struct diff *d)
{
	struct cg_profile *rows = new_profile(d, d->width);
	struct cg_record record;

	read_rows(d, d->old, rows, 0);
	if (cg_profile_sort(rows) < 0)
		die(d);
	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &record);
		if (record.kind != CG_COSTS) {
			record.times = record.counts[d->nevents + TIMES];
			record.followed = record.counts[d->nevents + FOLLOWED];
		}
		move(d, &record);
		add_counts(d, find_row(d, d->both, 0, &record), &record);
	}
	cg_profile_free(rows);
	sources_warn(&d->options->sources);
}

static void
read_profiles(struct diff *d)
{
	d->both = new_profile(d, 2 * d->width);
	if (d->options->sources.old_dir != NULL)
		read_moved_rows(d);
	else
		read_rows(d, d->old, d->both, 0);
	read_rows(d, d->new, d->both, d->width);
	if (cg_profile_sort(d->both) < 0)
		die(d);
}

/* the rows as they are in Cachegrind's format, sorted by file and function */
static struct cg_profile *
flatten(struct diff *d)
{
	struct cg_profile *flat = new_profile(d, 2 * d->width);
	struct cg_record record;

	for (size_t i = 0; i < cg_profile_len(d->both); i++) {
		cg_profile_at(d->both, i, &record);
		if (cg_record_flatten(&record) &&
		    cg_profile_add(flat, &record) < 0)
			die(d);
	}
	if (cg_profile_sort(flat) < 0)
		die(d);
	return flat;
}

static bool
judge_rows(struct diff *d, const struct cg_profile *rows)
{
	struct limits *limits = &d->options->limits;
	struct cg_record record;

	limits_begin(limits, d->input, NULL);
	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		const int64_t *old;

		cg_profile_at(rows, i, &record);
		old = record.counts;
		record.counts += d->width;
		limits_take(limits, &record, old);
	}
	return limits_end(limits);
}

/* limits are of files and functions, whatever objects these are in */
static bool
judge(struct diff *d)
{
	struct cg_profile *flat;
	bool kept;

	if (d->is_flat || d->options->limits.n == 0)
		return judge_rows(d, d->both);
	flat = flatten(d);
	kept = judge_rows(d, flat);
	cg_profile_free(flat);
	return kept;
}

/* --- the difference ------------------------------------------------------- */

/* the columns of the output for each event */
static size_t
ncolumns(const struct diff *d)
{
	return d->options->keep_sides ? 3 : 1;
}

/* the name of an event's side */
static const char *
side_name(const struct diff *d, const char *event, const char *side)
{
	char *name = cli_format("%s%s", event, side);

	if (events_have(d->input, name))
		cli_die("%s: expected no event %s, which --keep-sides adds",
		    d->options->old_path, name);
	return name;
}

static void
name_events(const struct diff *d, struct cg_event *events)
{
	for (size_t i = 0; i < d->nevents; i++) {
		const char *name = d->input->events[i].name;

		*events++ = d->input->events[i];
		if (!d->options->keep_sides)
			continue;
		(events++)->name = side_name(d, name, "@old");
		(events++)->name = side_name(d, name, "@new");
	}
}

/* both commands, in new memory; profiles of some programs have none */
static char *
join_commands(const char *old, const char *new)
{
	if (*old == '\0' && *new == '\0')
		return cli_copy("", 0);
	return cli_format("%s;%s%s", old, *new != '\0' ? " " : "", new);
}

/* the header of the output, in new memory */
static struct cg_header *
new_header(const struct diff *d)
{
	const struct options *o = d->options;
	struct cg_header *h = cli_alloc(1, sizeof(*h));
	const char **descs = cli_alloc(1, sizeof(*descs));
	struct cg_event *events =
	    cli_alloc(d->nevents * ncolumns(d), sizeof(*events));

	descs[0] =
	    cli_format("Files compared: %s; %s", o->old_path, o->new_path);
	name_events(d, events);
	h->ndescs = 1;
	h->descs = descs;
	h->cmd = join_commands(d->input->cmd, cg_reader_header(d->new)->cmd);
	h->nevents = d->nevents * ncolumns(d);
	h->events = events;
	h->format = d->format;
	h->nderived = d->input->nderived;
	h->derived = d->input->derived;
	return h;
}

static void
free_header(const struct diff *d, struct cg_header *h)
{
	for (size_t i = 0; i < h->nevents; i++)
		if (i % ncolumns(d) != 0)
			free((void *)h->events[i].name);
	free((void *)h->events);
	free((void *)h->descs[0]);
	free((void *)h->descs);
	free((void *)h->cmd);
	free(h);
}

static void
subtract(const struct diff *d, const struct cg_record *record, int64_t *counts)
{
	const int64_t *old = record->counts, *new = old + d->width;

	for (size_t i = 0; i < d->nevents; i++) {
		int64_t *to = &counts[i * ncolumns(d)];

		if (__builtin_sub_overflow(new[i], old[i], to)) {
			cg_writer_abandon(d->writer);
			cli_die("the difference of %s of %s:%s, line %lld, "
				"does not fit in 64 bits",
			    d->input->events[i].name, record->file,
			    record->function, (long long)record->line);
		}
		if (d->options->keep_sides) {
			to[1] = old[i];
			to[2] = new[i];
		}
	}
}

static int64_t
subtract_times(const struct diff *d, const struct cg_record *record,
    int64_t old, int64_t new)
{
	int64_t times;

	if (__builtin_sub_overflow(new, old, &times)) {
		cg_writer_abandon(d->writer);
		cli_die("the difference of the calls or jumps from %s:%s, line "
			"%lld, does not fit in 64 bits",
		    record->file, record->function, (long long)record->line);
	}
	return times;
}

static void
write_rows(struct diff *d)
{
	int64_t *counts = cli_alloc(d->nevents * ncolumns(d), sizeof(*counts));
	struct cg_record record;

	for (size_t i = 0; i < cg_profile_len(d->both); i++) {
		const int64_t *old, *new;

		cg_profile_at(d->both, i, &record);
		old = record.counts + d->nevents;
		new = old + d->width;
		if (record.kind != CG_COSTS) {
			record.times =
			    subtract_times(d, &record, old[TIMES], new[TIMES]);
			record.followed = subtract_times(
			    d, &record, old[FOLLOWED], new[FOLLOWED]);
		}
		subtract(d, &record, counts);
		record.counts = counts;
		if (cg_writer_put(d->writer, &record) < 0)
			die(d);
	}
	free(counts);
}

/* what a program cost */
static const int64_t *
summary_of(const struct cg_reader *reader)
{
	const int64_t *stated = cg_reader_summary(reader);

	return stated != NULL ? stated : cg_reader_totals(reader);
}

/* the difference of the summaries, in new memory */
static int64_t *
new_summary(const struct diff *d)
{
	int64_t *summary =
	    cli_alloc(d->nevents * ncolumns(d), sizeof(*summary));
	int64_t *sides = cli_alloc(2 * d->width, sizeof(*sides));
	const struct cg_record record = {
	    .file = "(total)", .function = "(total)", .counts = sides};
	size_t size = d->nevents * sizeof(*sides);

	memcpy(sides, summary_of(d->old), size);
	memcpy(sides + d->width, summary_of(d->new), size);
	subtract(d, &record, summary);
	free(sides);
	return summary;
}

static void
write_difference(struct diff *d)
{
	struct cg_header *header = new_header(d);
	int64_t *summary = d->is_flat ? NULL : new_summary(d);

	d->writer = outlet_open(&d->options->outlet, header, &d->error);
	if (d->writer == NULL)
		die(d);
	write_rows(d);
	cg_writer_summary(d->writer, summary);
	if (cg_writer_close(d->writer) < 0)
		cli_die("%s", d->error.text);
	free_header(d, header);
	free(summary);
}

bool
diff(struct options *options)
{
	struct diff d = {.options = options};
	bool kept;

	open_profiles(&d);
	read_profiles(&d);
	kept = judge(&d);
	write_difference(&d);
	cg_profile_free(d.both);
	cg_reader_close(d.old);
	cg_reader_close(d.new);
	return kept;
}
