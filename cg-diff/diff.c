/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Both profiles are read at once, each into rows of its own.  Difference, sides
 * and limits are read off their pairs.
 */
#include <stdlib.h>

#include "cgfmt.h"
#include "diff.h"
#include "events.h"
#include "heading.h"
#include "pairs.h"
#include "side.h"

struct diff {
	struct options *options;
	struct cg_error error;
	struct side old;
	struct side new;
	const struct cg_header *input; /* of the old profile */
	size_t nevents;
	enum cg_format format; /* of the output */
	bool is_flat;          /* objects, calls and jumps are left out */
	int64_t *none;         /* nevents times 0 */
	struct cg_writer *writer;
};

static _Noreturn void
die(const struct diff *d)
{
	cli_die("%s", d->error.text);
}

/* --- reading -------------------------------------------------------------- */

/* what only one of two formats knows cannot be compared */
static void
choose_format(struct diff *d)
{
	struct cg_header output = *cg_reader_header(d->new.reader);

	d->is_flat = d->input->format != output.format;
	if (d->is_flat)
		output.format = CG_CACHEGRIND;
	outlet_set_header(&d->options->outlet, &output);
	d->format = output.format;
	d->is_flat |= d->format == CG_CACHEGRIND;
}

static void
set_shape(const struct diff *d, struct side *side)
{
	side->header = d->input;
	side->is_flat = d->is_flat;
	side->by_line = d->options->lines;
}

static void
open_profiles(struct diff *d)
{
	const struct options *o = d->options;

	side_open(&d->old, o->old_path);
	side_open(&d->new, o->new_path);
	d->input = cg_reader_header(d->old.reader);
	d->nevents = d->input->nevents;
	d->none = cli_alloc(d->nevents, sizeof(*d->none));
	events_demand_same(d->input, o->old_path,
	    cg_reader_header(d->new.reader), o->new_path, "");
	if (cg_reader_choose(d->new.reader, d->input->events, d->nevents) < 0)
		cli_die("%s", d->new.error.text);
	choose_format(d);
	set_shape(d, &d->old);
	set_shape(d, &d->new);
}

static void
sort(struct diff *d, struct cg_profile *rows)
{
	if (cg_profile_sort(rows) < 0)
		die(d);
}

static void
rename_row(void *renames, struct cg_record *record)
{
	renames_apply(renames, record);
}

/* to the lines where the new profile has what the old one has there */
static void
move_row(void *sources, struct cg_record *record)
{
	record->line = sources_line(sources, record->file, record->line);
	if (record->kind == CG_JUMP || record->kind == CG_BRANCH)
		record->target.line = sources_line(
		    sources, record->target.file, record->target.line);
}

static void
read_profiles(struct diff *d)
{
	struct renames *renames = &d->options->renames;
	struct sources *sources = &d->options->sources;

	side_start(&d->new);
	side_finish(&d->old);
	side_finish(&d->new);
	if (renames->n > 0) {
		side_rewrite(&d->old, rename_row, renames);
		side_rewrite(&d->new, rename_row, renames);
	}
	sort(d, d->old.rows);
	sort(d, d->new.rows);
	if (sources->old_dir != NULL) {
		/* sorted before, so that each file is looked at once */
		side_rewrite(&d->old, move_row, sources);
		sort(d, d->old.rows);
		sources_warn(sources);
	}
}

static struct pairs
pairs_of(const struct diff *d)
{
	return (struct pairs){
	    .old = d->old.rows, .new = d->new.rows, .none = d->none};
}

/* --- limits --------------------------------------------------------------- */

static bool
judge_pairs(struct diff *d, struct pairs pairs)
{
	struct limits *limits = &d->options->limits;
	struct pair pair;

	limits_begin(limits, d->input, NULL);
	while (pairs_next(&pairs, &pair))
		limits_take(limits, &pair.new, pair.old.counts);
	return limits_end(limits);
}

/* the rows as they are in Cachegrind's format, sorted by file and function */
static struct cg_profile *
flatten(struct diff *d, const struct cg_profile *rows)
{
	struct cg_profile *flat = cg_profile_new(d->nevents, &d->error);
	struct cg_record record;

	if (flat == NULL)
		die(d);
	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &record);
		if (cg_record_flatten(&record) &&
		    cg_profile_add(flat, &record) < 0)
			die(d);
	}
	sort(d, flat);
	return flat;
}

/* limits are of files and functions, whatever objects these are in */
static bool
judge(struct diff *d)
{
	struct cg_profile *old, *new;
	bool kept;

	if (d->options->limits.n == 0)
		return true;
	if (d->is_flat)
		return judge_pairs(d, pairs_of(d));
	old = flatten(d, d->old.rows);
	new = flatten(d, d->new.rows);
	kept = judge_pairs(
	    d, (struct pairs){.old = old, .new = new, .none = d->none});
	cg_profile_free(old);
	cg_profile_free(new);
	return kept;
}

/* --- the difference ------------------------------------------------------- */

/* the row's difference; counts: those of the output */
static void
subtract(const struct diff *d, const struct pair *pair, int64_t *counts)
{
	const int64_t *old = pair->old.counts, *new = pair->new.counts;
	size_t ncolumns = heading_columns(d->options);

	for (size_t i = 0; i < d->nevents; i++) {
		int64_t *to = &counts[i * ncolumns];

		if (__builtin_sub_overflow(new[i], old[i], to))
			cli_die("the difference of %s of %s:%s, line %lld, "
				"does not fit in 64 bits",
			    d->input->events[i].name, pair->new.file,
			    pair->new.function, (long long)pair->new.line);
		if (d->options->keep_sides) {
			to[1] = old[i];
			to[2] = new[i];
		}
	}
}

static int64_t
subtract_times(const struct cg_record *record, int64_t old, int64_t new)
{
	int64_t times;

	if (__builtin_sub_overflow(new, old, &times))
		cli_die("the difference of the calls or jumps from %s:%s, line "
			"%lld, does not fit in 64 bits",
		    record->file, record->function, (long long)record->line);
	return times;
}

static void
write_rows(struct diff *d)
{
	int64_t *counts = cli_alloc(
	    d->nevents * heading_columns(d->options), sizeof(*counts));
	struct pairs pairs = pairs_of(d);
	struct pair pair;

	while (pairs_next(&pairs, &pair)) {
		struct cg_record *record = &pair.new;

		record->times =
		    subtract_times(record, pair.old.times, record->times);
		record->followed =
		    subtract_times(record, pair.old.followed, record->followed);
		subtract(d, &pair, counts);
		record->counts = counts;
		if (cg_writer_put(d->writer, record) < 0)
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
	int64_t *summary = cli_alloc(
	    d->nevents * heading_columns(d->options), sizeof(*summary));
	const struct pair total = {
	    .old.counts = summary_of(d->old.reader),
	    .new = {.file = "(total)",
		.function = "(total)",
		.counts = summary_of(d->new.reader)},
	};

	subtract(d, &total, summary);
	return summary;
}

static void
write_difference(struct diff *d)
{
	struct options *o = d->options;
	struct cg_header *header = heading_new(
	    o, d->input, cg_reader_header(d->new.reader), d->format);
	int64_t *summary = d->is_flat ? NULL : new_summary(d);

	d->writer = outlet_open(&o->outlet, header, &d->error);
	if (d->writer == NULL)
		die(d);
	write_rows(d);
	cg_writer_summary(d->writer, summary);
	if (outlet_close(d->writer) < 0)
		die(d);
	heading_free(o, header);
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
	side_release(&d.old);
	side_release(&d.new);
	free(d.none);
	return kept;
}
