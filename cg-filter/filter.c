/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The flow of rows.  A row is renamed, then selected, then given its columns,
 * then folded to the level asked for; whole functions are ranked at the end.
 * What is hidden is added to one entry, so that totals and percentages stay
 * true down the pipeline.
 */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "ranked_functions.h"
#include "filter.h"
#include "hiding.h"
#include "libquery/partial.h"
#include "row_sorter.h"

struct filter {
	struct options *options;
	struct cg_error error;
	struct cg_reader *reader;
	struct cg_header header; /* of the output */
	struct partials partials;
	struct row_sorter sorter;
	int64_t *hidden; /* counts, one for each column */
	/* the same of each function, which calls may name; NULL: none do */
	struct cg_profile *hidden_functions;
	int64_t *summary; /* of the output */
};

static _Noreturn void
die(struct filter *f)
{
	partial_die(&f->error);
}

static _Noreturn void
die_of_sum(struct filter *f, size_t event)
{
	cli_die("the sum of %s does not fit in 64 bits",
	    f->header.events[event].name);
}

static void
hide(struct filter *f, const struct cg_record *record)
{
	size_t n = f->header.nevents;
	size_t fitting = cg_counts_add(f->hidden, record->counts, n);

	if (fitting < n)
		die_of_sum(f, fitting);
}

/* --- options -------------------------------------------------------------- */

static bool
is_ranked(const struct filter *f)
{
	const struct ranking *ranking = &f->options->ranking;

	return ranking->threshold != NULL || ranking->top != NULL;
}

/* calls are between functions, which there are none above that level */
static bool
has_calls(const struct filter *f)
{
	return f->header.format == CG_CALLGRIND &&
	       f->options->rollup.level <= LEVEL_FUNCTION;
}

/* true if nothing can be hidden: what was before stays as it is */
static bool
passes_on(const struct filter *f)
{
	return has_calls(f) && !is_ranked(f) &&
	       !selection_selects(&f->options->selection);
}

/* --- rows as they come ---------------------------------------------------- */

static void
add_row(struct filter *f, const struct cg_record *record, bool keep)
{
	if (row_sorter_next(&f->sorter, record, keep) < 0)
		die(f);
}

/* keeps apart what is hidden of each function */
static void
hide_in_function(struct filter *f, const struct cg_record *record)
{
	struct cg_record row = {
	    .kind = CG_COSTS,
	    .object = record->object,
	    .def_file = record->def_file,
	    .file = record->def_file,
	    .function = record->function,
	    .counts = record->counts,
	};

	if (cg_profile_add(f->hidden_functions, &row) < 0)
		die(f);
}

/* calls are judged when all functions are known; false if nothing is left */
static bool
pass(struct filter *f, const struct cg_record *record, bool kept)
{
	if (kept || record->kind == CG_CALL)
		return true;
	if (record->kind == CG_COSTS)
		hide(f, record);
	if (record->kind == CG_COSTS && f->hidden_functions != NULL)
		hide_in_function(f, record);
	return false;
}

static void
take_row(struct filter *f, struct cg_record *record)
{
	struct options *o = f->options;
	bool kept;

	renames_apply(&o->renames, record);
	kept = passes_on(f) || selection_keeps(&o->selection, record);
	projection_apply(&o->columns, record);
	kept = pass(f, record, kept) &&
	       profile_output_takes(&o->output, record) &&
	       rollup_apply(&o->rollup, record);
	add_row(f, record, kept);
}

/* one row for all that was hidden, with its zeros, if anything was */
static void
add_hidden(struct filter *f)
{
	struct cg_record record = {
	    .kind = CG_COSTS,
	    .object = "",
	    .def_file = cg_filtered,
	    .file = cg_filtered,
	    .function = cg_filtered,
	    .counts = f->hidden,
	};

	for (size_t i = 0; i < f->header.nevents; i++) {
		if (f->hidden[i] == 0)
			continue;
		add_row(f, &record, true);
		return;
	}
}

/* --- totals and ranks ----------------------------------------------------- */

/* what the program cost, or with --drop what of it is kept */
static int64_t *
new_total(struct filter *f)
{
	size_t nevents = f->header.nevents;
	int64_t *total = cli_alloc(nevents, sizeof(*total));
	const int64_t *stated = cg_reader_summary(f->reader);
	struct cg_record record = {
	    .file = "(total)",
	    .function = "(total)",
	    .counts = stated != NULL ? stated : cg_reader_totals(f->reader),
	};

	projection_apply(&f->options->columns, &record);
	for (size_t i = 0; i < nevents; i++)
		if (__builtin_sub_overflow(record.counts[i],
			f->options->drop ? f->hidden[i] : 0, &total[i]))
			die_of_sum(f, i);
	return total;
}

static struct cg_profile *
take_rows(struct filter *f)
{
	struct cg_profile *rows = row_sorter_take(&f->sorter);

	if (rows == NULL)
		die(f);
	return rows;
}

/* without calls: moves the rows that are too small to what is hidden */
static void
rank_rows(struct filter *f)
{
	struct cg_profile *all = take_rows(f);
	struct ranked_functions *functions =
	    ranked_functions_new(f->header.nevents);
	int64_t *total = new_total(f);
	struct cg_record record;

	for (size_t row = 0; row < cg_profile_len(all); row++) {
		cg_profile_at(all, row, &record);
		ranked_functions_add(functions, &record);
	}
	ranked_functions_rank(functions, &f->options->ranking, total);
	for (size_t row = 0; row < cg_profile_len(all); row++) {
		cg_profile_at(all, row, &record);
		if (ranked_functions_keep(functions, &record))
			add_row(f, &record, true);
		else
			hide(f, &record);
	}
	cg_profile_free(all);
	ranked_functions_free(functions);
	free(total);
}

/* --- with calls ----------------------------------------------------------- */

/* rows of zeros would say that something was hidden */
static void
add_sums(struct filter *f, const struct cg_profile *sums)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(sums); i++) {
		bool any = false;

		cg_profile_at(sums, i, &row);
		for (size_t event = 0; event < f->header.nevents; event++)
			any |= row.counts[event] != 0;
		if (any)
			add_row(f, &row, true);
	}
}

/* adds the rows that are left, and to the sums what is hidden of them */
static void
pass_rows(struct filter *f, struct hiding *hiding, struct cg_profile *all,
    struct cg_profile *sums)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(all); i++) {
		cg_profile_at(all, i, &row);
		if (!hiding_apply(hiding, &row))
			continue;
		if (row.kind != CG_COSTS || !cg_is_filtered(row.def_file)) {
			add_row(f, &row, true);
			continue;
		}
		hide(f, &row);
		if (cg_profile_add(sums, &row) < 0)
			die(f);
	}
	for (size_t i = 0; i < cg_profile_len(f->hidden_functions); i++) {
		cg_profile_at(f->hidden_functions, i, &row);
		hiding_apply_hidden(hiding, &row);
		if (cg_profile_add(sums, &row) < 0)
			die(f);
	}
}

/* functions that calls go to, but no row of which is there */
static void
add_missing(struct filter *f, const struct hiding *hiding)
{
	int64_t *zeros = cli_alloc(f->header.nevents, sizeof(*zeros));
	struct cg_record row;

	for (size_t i = 0; i < hiding->graph.nfunctions; i++) {
		if (!hiding_lacks(hiding, i, &row))
			continue;
		row.counts = zeros;
		row.present = NULL;
		add_row(f, &row, true);
	}
	free(zeros);
}

static void
hide_functions(struct filter *f)
{
	size_t nevents = f->header.nevents;
	struct cg_profile *all = take_rows(f);
	struct cg_profile *sums = cg_profile_new(nevents, &f->error);
	int64_t *total = new_total(f);
	struct hiding hiding;

	if (sums == NULL || cg_profile_sort(f->hidden_functions) < 0)
		die(f);
	hiding_init(
	    &hiding, f->options, all, f->hidden_functions, total, nevents);
	pass_rows(f, &hiding, all, sums);
	add_missing(f, &hiding);
	if (!f->options->drop)
		add_sums(f, sums);
	hiding_release(&hiding);
	cg_profile_free(sums);
	cg_profile_free(all);
	free(total);
}

/* --- the flow ------------------------------------------------------------- */

static struct cg_writer *
run(struct filter *f)
{
	struct cg_writer *writer;
	struct cg_record record;
	int got;

	while ((got = cg_reader_next(f->reader, &record)) == 1)
		take_row(f, &record);
	if (got < 0)
		die(f);
	partials_take(&f->partials, f->reader,
	    cg_reader_header(f->reader)->events[0].name);
	partials_describe(&f->partials, &f->header);
	if (f->hidden_functions != NULL)
		hide_functions(f);
	else if (is_ranked(f))
		rank_rows(f);
	if (f->hidden_functions == NULL && !f->options->drop)
		add_hidden(f);
	writer = row_sorter_finish(&f->sorter);
	if (writer == NULL)
		die(f);
	f->summary = new_total(f);
	if (cg_reader_summary(f->reader) != NULL)
		cg_writer_summary(writer, f->summary);
	return writer;
}

/* rows go before all came where nothing has to see all of them, and the header
 * need not say that they are not all there are */
static void
open_sorter(struct filter *f)
{
	const struct options *o = f->options;
	bool early = f->hidden_functions == NULL && !is_ranked(f) &&
		     !o->partial && o->renames.n == 0 &&
		     o->rollup.level == LEVEL_LINE;

	f->sorter = (struct row_sorter){.reader = f->reader,
	    .output = &o->output,
	    .header = &f->header,
	    .error = &f->error};
	if (row_sorter_init(&f->sorter, early) < 0)
		die(f);
}

static void
open_input(struct filter *f, const char *path)
{
	struct options *o = f->options;

	f->reader = cg_reader_open(path, &f->error);
	if (f->reader == NULL)
		die(f);
	if (o->partial)
		cg_reader_set(f->reader, CG_ACCEPT_DAMAGE);
	f->header = *cg_reader_header(f->reader);
	projection_resolve(&o->columns, &f->header);
	projection_set_header(&o->columns, &f->header);
	profile_output_set_header(&o->output, &f->header);
	rollup_set_header(&o->rollup, &f->header);
	ranking_resolve(&o->ranking, &f->header);
	f->hidden = cli_alloc(f->header.nevents, sizeof(*f->hidden));
	if (has_calls(f) && !passes_on(f))
		f->hidden_functions =
		    cg_profile_new(f->header.nevents, &f->error);
	if (f->hidden_functions == NULL && has_calls(f) && !passes_on(f))
		die(f);
	open_sorter(f);
}

void
filter(struct options *options, const char *input)
{
	struct filter f = {.options = options};
	struct cg_writer *writer;

	open_input(&f, input);
	writer = run(&f);
	if (f.header.format == CG_CACHEGRIND &&
	    cg_reader_summary(f.reader) != NULL)
		profile_output_warn_of_rest(input, cg_reader_header(f.reader),
		    cg_reader_summary(f.reader), cg_reader_totals(f.reader));
	if (profile_output_close(writer) < 0)
		cli_die("%s", f.error.text);
	selection_warn(&options->selection);
	row_sorter_release(&f.sorter);
	cg_profile_free(f.hidden_functions);
	partials_release(&f.partials);
	cg_reader_close(f.reader);
	free(f.hidden);
	free(f.summary);
}
