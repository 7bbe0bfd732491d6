/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The flow of rows.  A row is renamed, then selected, then given its columns,
 * then folded to the level asked for; whole functions are ranked at the end.
 * What is hidden is added to one entry, so that totals and percentages stay
 * true down the pipeline.
 *
 * Rows are held until the end, to be sorted and added up.  Where nothing needs
 * to see them all at once and they come in order, as every tool writes them, a
 * batch is passed on when it is full: memory is then bounded.
 */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "cli.h"
#include "entries.h"
#include "filter.h"

enum { BATCH = 1 << 18 }; /* rows */

struct filter {
	struct options *options;
	struct cg_error error;
	struct cg_reader *reader;
	struct cg_header header; /* of the output */
	struct cg_profile *profile;
	struct cg_writer *writer; /* NULL: nothing was put yet */
	int64_t *hidden;          /* counts, one for each column */
};

static _Noreturn void
die(struct filter *f)
{
	cg_writer_abandon(f->writer);
	cli_die("%s", f->error.text);
}

static _Noreturn void
die_of_sum(struct filter *f, size_t event)
{
	cg_writer_abandon(f->writer);
	cli_die("the sum of %s does not fit in 64 bits",
	    f->header.events[event].name);
}

static void
hide(struct filter *f, const struct cg_record *record)
{
	for (size_t i = 0; i < f->header.nevents; i++)
		if (__builtin_add_overflow(
			f->hidden[i], record->counts[i], &f->hidden[i]))
			die_of_sum(f, i);
}

static void
take_row(struct filter *f, struct cg_record *record)
{
	struct options *o = f->options;
	bool kept = strcmp(record->file, cg_filtered) != 0;

	if (kept) {
		renames_apply(&o->renames, record);
		kept = selection_keeps(&o->selection, record);
	}
	columns_apply(&o->columns, record);
	if (!kept) {
		hide(f, record);
		return;
	}
	folding_apply(&o->folding, record);
	if (cg_profile_add(f->profile, record) < 0)
		die(f);
}

/* one row for all that was hidden, with its zeros, if anything was */
static void
add_hidden(struct filter *f)
{
	struct cg_record record = {
	    .kind = CG_COSTS,
	    .object = "",
	    .home = cg_filtered,
	    .file = cg_filtered,
	    .function = cg_filtered,
	    .counts = f->hidden,
	};

	for (size_t i = 0; i < f->header.nevents; i++) {
		if (f->hidden[i] == 0)
			continue;
		if (cg_profile_add(f->profile, &record) < 0)
			die(f);
		return;
	}
}

/*
 * The output is opened for its first rows, not before: what cannot be done with
 * a profile mostly shows before that, and then nothing has to be cleaned up.
 */
static void
open_writer(struct filter *f)
{
	const struct cli_output *output = &f->options->output;

	f->writer = cg_writer_open(
	    output->path, output->gzip_level, &f->header, &f->error);
	if (f->writer == NULL)
		die(f);
}

static void
put_rows(struct filter *f)
{
	struct cg_record record;

	if (f->writer == NULL)
		open_writer(f);
	if (cg_profile_sort(f->profile) < 0)
		die(f);
	for (size_t i = 0; i < cg_profile_len(f->profile); i++) {
		cg_profile_at(f->profile, i, &record);
		if (cg_writer_put(f->writer, &record) < 0)
			die(f);
	}
}

/* the sum of the rows that came, or with --drop of those that are kept */
static int64_t *
new_total(struct filter *f)
{
	size_t nevents = f->header.nevents;
	int64_t *total = cli_alloc(nevents, sizeof(*total));
	struct cg_record record = {
	    .file = "(total)",
	    .function = "(total)",
	    .counts = cg_reader_totals(f->reader),
	};

	columns_apply(&f->options->columns, &record);
	for (size_t i = 0; i < nevents; i++)
		if (__builtin_sub_overflow(record.counts[i],
			f->options->drop ? f->hidden[i] : 0, &total[i]))
			die_of_sum(f, i);
	return total;
}

/* moves the rows that are too small from the profile to what is hidden */
static void
rank_rows(struct filter *f)
{
	size_t nevents = f->header.nevents;
	struct cg_profile *all = f->profile;
	struct cg_record record;
	int64_t *total = new_total(f);
	bool *kept;

	if (cg_profile_sort(all) < 0)
		die(f);
	kept = entries_choose(&f->options->ranking, all, total, nevents);
	f->profile = cg_profile_new(nevents, &f->error);
	if (f->profile == NULL)
		die(f);
	for (size_t row = 0; row < cg_profile_len(all); row++) {
		cg_profile_at(all, row, &record);
		if (!kept[row])
			hide(f, &record);
		else if (cg_profile_add(f->profile, &record) < 0)
			die(f);
	}
	cg_profile_free(all);
	free(kept);
	free(total);
}

/* whether the record is none of the row added last, which may come again */
static bool
is_new(const struct filter *f, const struct cg_record *record)
{
	struct cg_record last;

	cg_profile_at(f->profile, cg_profile_len(f->profile) - 1, &last);
	return last.line != record->line ||
	       strcmp(last.function, record->function) != 0 ||
	       strcmp(last.file, record->file) != 0;
}

static void
run(struct filter *f)
{
	const struct options *o = f->options;
	bool ranked = o->ranking.threshold != NULL || o->ranking.top != NULL;
	bool batches =
	    !ranked && o->renames.n == 0 && o->folding.level == LEVEL_LINE;
	struct cg_record record;
	int got;

	while ((got = cg_reader_next(f->reader, &record)) == 1) {
		if (batches && cg_profile_len(f->profile) >= BATCH &&
		    cg_profile_in_order(f->profile) && is_new(f, &record)) {
			put_rows(f);
			cg_profile_clear(f->profile);
		}
		take_row(f, &record);
	}
	if (got < 0)
		die(f);
	if (ranked)
		rank_rows(f);
	if (!o->drop)
		add_hidden(f);
	put_rows(f);
}

static void
open_input(struct filter *f, const char *path)
{
	struct options *o = f->options;

	f->reader = cg_reader_open(path, &f->error);
	if (f->reader == NULL)
		die(f);
	f->header = *cg_reader_header(f->reader);
	columns_resolve(&o->columns, &f->header);
	f->header.events = o->columns.events;
	f->header.nevents = o->columns.n;
	ranking_resolve(&o->ranking, &f->header);
	f->hidden = cli_alloc(f->header.nevents, sizeof(*f->hidden));
	f->profile = cg_profile_new(f->header.nevents, &f->error);
	if (f->profile == NULL)
		die(f);
}

void
filter(struct options *options, const char *input)
{
	struct filter f = {.options = options};

	open_input(&f, input);
	run(&f);
	if (cg_writer_close(f.writer) < 0)
		cli_die("%s", f.error.text);
	cg_profile_free(f.profile);
	cg_reader_close(f.reader);
	free(f.hidden);
}
