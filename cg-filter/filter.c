/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each row is renamed, selected, given the events of the output and rolled up
 * to the level of detail.  Functions are ranked after all rows were read.
 * Hidden costs are added up in the file (filtered), so that totals and
 * percentages stay right in later programs of a pipeline.
 */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "filter.h"
#include "hiding.h"
#include "libquery/context_map.h"
#include "libquery/data/data_object.h"
#include "libquery/events/known_events.h"
#include "libquery/header/creator.h"
#include "libquery/header/description.h"
#include "libquery/header/folded_stacks.h"
#include "libquery/header/inlined_rows.h"
#include "libquery/header/partial.h"
#include "ranked_functions.h"
#include "row_sorter.h"

struct filter {
	struct options *options;
	const char *path;
	struct cg_error error;
	struct cg_reader *reader;
	struct cg_header header; /* of the output */
	/* the header's, if they are not the reader's */
	const char **descs, **descs_of_functions;
	bool is_ranked;
	bool keeps_all; /* rows that were hidden before stay as they are */
	bool keeps_regions;
	struct context_map contexts;
	bool changes_contexts;
	struct partials partials;
	struct row_sorter sorter;
	/* sum of the hidden costs, for each event; need not fit in 64 bits if
	 * they are dropped */
	__int128 *hidden;
	/* the same for each function; NULL if functions need not be hidden in
	 * calls */
	struct cg_profile *hidden_functions;
};

static _Noreturn void
die(const struct filter *f)
{
	partial_die(&f->error);
}

static _Noreturn void
die_of_sum(const struct filter *f, size_t event)
{
	cli_die("the sum of %s does not fit in 64 bits",
	    f->header.events[event].name);
}

/* Rows of Cachegrind's format do not say into which functions code was inlined. */
static void
join_hosts(struct filter *f)
{
	if (inlined_rows_in(&f->header) && f->header.format == CG_CACHEGRIND)
		cli_die("%s: --inline=no: expected a profile with calls, as "
			"cg-collect --calls records it, found one in "
			"Cachegrind's format",
		    f->path);
	f->descs = inlined_rows_forget(&f->header);
}

/* Gives a frame of a stack the names that the rows of its function got. */
static const struct cg_context *
change_frame(
    void *arg, const struct cg_context *changed, const struct cg_context *from)
{
	struct filter *f = arg;
	struct cg_context frame = *changed;
	struct cg_record row = context_map_row(from);

	if (f->options->joins_hosts && from->host != NULL)
		return changed->caller;
	renames_apply(&f->options->renames, &row);
	context_map_take_names(&frame, &row);
	if (rollup_changes(&f->options->rollup))
		frame.address = 0;
	if (f->options->rollup.level != LEVEL_LINE)
		frame.line = 0;
	return context_map_add(&f->contexts, &frame);
}

/* Keeps stacks if all functions are kept: what is hidden would be missing in
 * the middle of them. */
static void
keep_contexts(struct filter *f)
{
	const struct options *o = f->options;

	if (!f->keeps_all || o->adds_stacks) {
		f->descs_of_functions =
		    description_drop(&f->header, folded_stacks_key);
		return;
	}
	cg_reader_set(f->reader, CG_CONTEXTS);
	f->changes_contexts =
	    o->joins_hosts || o->renames.n > 0 || rollup_changes(&o->rollup);
	if (f->changes_contexts)
		context_map_init(&f->contexts, change_frame, f);
}

struct filter *
filter_open(struct options *o, const char *path)
{
	struct filter *f = cli_alloc(1, sizeof(*f));
	bool has_calls;

	f->options = o;
	f->path = path;
	f->reader = cg_reader_open(path, &f->error);
	if (f->reader == NULL)
		die(f);
	if (o->partial)
		cg_reader_set(f->reader, CG_ACCEPT_DAMAGE);
	cg_reader_set(f->reader, CG_REGIONS);
	f->header = *cg_reader_header(f->reader);
	if (o->joins_hosts)
		join_hosts(f);
	projection_resolve(&o->columns, &f->header);
	projection_set_header(&o->columns, &f->header);
	profile_output_set_header(&o->output, &f->header);
	rollup_set_header(&o->rollup, &f->header);
	if (data_deciding_event(&f->header) != NULL &&
	    known_events_find(
		&o->ranking.sum, &f->header, known_misses[KNOWN_D1].misses)) {
		o->ranking.event = f->header.nevents;
		/* what threads share hardly misses */
		if (!event_sum_add(&o->ranking.also, &f->header, "ShT ShF"))
			o->ranking.also.n = 0;
	}
	ranking_resolve(&o->ranking, &f->header);
	f->hidden = cli_alloc(f->header.nevents, sizeof(*f->hidden));
	f->is_ranked = o->ranking.threshold != NULL || o->ranking.top != NULL;
	f->keeps_regions = !f->is_ranked && !selection_selects(&o->selection);
	has_calls = f->header.format == CG_CALLGRIND &&
		    o->rollup.level <= LEVEL_FUNCTION;
	f->keeps_all = has_calls && f->keeps_regions;
	if (has_calls && !f->keeps_all) {
		f->hidden_functions =
		    cg_profile_new(f->header.nevents, &f->error);
		if (f->hidden_functions == NULL)
			die(f);
		cg_profile_name_events(f->hidden_functions, f->header.events);
	}
	keep_contexts(f);
	/* calls of functions that have become one may cost more than it does */
	if (!f->keeps_all || selection_selects_regions(&o->selection) ||
	    o->renames.n > 0 || o->rollup.level != LEVEL_LINE)
		creator_change(&f->header, creator_filtered);
	return f;
}

/* --- reading -------------------------------------------------------------- */

static void
add_row(struct filter *f, const struct cg_record *record, bool keep)
{
	if (row_sorter_next(&f->sorter, record, keep) < 0)
		die(f);
}

static void
add_hidden(struct filter *f, const struct cg_record *record)
{
	for (size_t i = 0; i < f->header.nevents; i++)
		f->hidden[i] += record->counts[i];
}

/* Adds the costs of a row to its function's hidden costs. */
static void
add_to_hidden_function(struct filter *f, const struct cg_record *record)
{
	struct cg_record function = callgraph_function_of(record);

	function.counts = record->counts;
	if (cg_profile_add(f->hidden_functions, &function) < 0)
		die(f);
}

/* Hides a row of a region that is not selected. */
static void
hide_region(struct filter *f, struct cg_record *record)
{
	bool keep = record->kind == CG_COSTS && !f->options->drop;

	projection_apply(&f->options->columns, record);
	if (record->kind == CG_COSTS && !keep)
		add_hidden(f, record);
	*record = (struct cg_record){
	    .kind = CG_COSTS,
	    .object = "",
	    .def_file = cg_filtered,
	    .file = cg_filtered,
	    .function = cg_filtered,
	    .counts = record->counts,
	};
	add_row(f, record, keep);
}

static void
read_entries(struct filter *f, struct cg_record *record)
{
	projection_apply(&f->options->columns, record);
	add_row(f, record,
	    f->keeps_regions &&
		profile_output_takes(&f->options->output, record));
}

static void
read_row(struct filter *f, struct cg_record *record)
{
	struct options *o = f->options;
	bool keep;

	if (!selection_keeps_region(&o->selection, record)) {
		hide_region(f, record);
		return;
	}
	if (record->kind == CG_ENTRIES) {
		read_entries(f, record);
		return;
	}
	if (!f->keeps_regions)
		record->region = NULL;
	if (f->changes_contexts)
		context_map_apply(&f->contexts, record);
	if (o->joins_hosts && !inlined_rows_give_to_host(record)) {
		add_row(f, record, false);
		return;
	}
	renames_apply(&o->renames, record);
	keep = f->keeps_all || selection_keeps(&o->selection, record);
	/* calls are dropped later, when all functions are known */
	keep |= record->kind == CG_CALL;
	projection_apply(&o->columns, record);
	if (!keep && record->kind == CG_COSTS) {
		add_hidden(f, record);
		if (f->hidden_functions != NULL)
			add_to_hidden_function(f, record);
	}
	keep = keep && profile_output_takes(&o->output, record) &&
	       rollup_apply(&o->rollup, record);
	add_row(f, record, keep);
}

void
filter_read(struct filter *f)
{
	const struct options *o = f->options;
	/* ranking needs all rows, renaming and rolling up change their order,
	 * and the header must say if the profile is damaged */
	bool early = f->hidden_functions == NULL && !f->is_ranked &&
		     !selection_selects_regions(&o->selection) && !o->partial &&
		     o->renames.n == 0 && !o->joins_hosts &&
		     !rollup_changes(&o->rollup);
	struct cg_record record;
	int got;

	f->sorter = (struct row_sorter){.reader = f->reader,
	    .output = &o->output,
	    .header = &f->header,
	    .error = &f->error};
	if (row_sorter_init(&f->sorter, early) < 0)
		die(f);
	if (!early)
		cg_reader_set(f->reader, CG_READ_AHEAD);
	if (o->rollup.level >= LEVEL_FUNCTION)
		cg_reader_set(f->reader, CG_MERGE_LINES);
	while ((got = cg_reader_next(f->reader, &record)) == 1)
		read_row(f, &record);
	if (got < 0)
		die(f);
	partials_take(&f->partials, f->reader,
	    cg_reader_header(f->reader)->events[0].name);
	partials_describe(&f->partials, &f->header);
}

/* --- hiding functions ----------------------------------------------------- */

/* Returns the cost of the program, or with --drop of its rows that are kept, in
 * new memory. */
static int64_t *
new_total(const struct filter *f)
{
	size_t nevents = f->header.nevents;
	int64_t *total = cli_alloc(nevents, sizeof(*total));
	const int64_t *summary = cg_reader_summary(f->reader);
	struct cg_record record = {
	    .file = "(total)",
	    .function = "(total)",
	    .counts = summary != NULL ? summary : cg_reader_totals(f->reader),
	};

	projection_apply(&f->options->columns, &record);
	for (size_t i = 0; i < nevents; i++)
		if (__builtin_sub_overflow(record.counts[i],
			f->options->drop ? f->hidden[i] : 0, &total[i]))
			die_of_sum(f, i);
	return total;
}

/* Hides small functions in a profile without calls. */
static void
hide_small(
    struct filter *f, const struct cg_profile *rows, const int64_t *total)
{
	struct ranked_functions functions = {.nevents = f->header.nevents};
	struct cg_record record, last = {.function = NULL};
	size_t n = 0;

	for (size_t i = 0; i < cg_profile_len(rows); i++, last = record) {
		cg_profile_at(rows, i, &record);
		if (!cg_record_same_function(&record, &last))
			ranked_functions_append(&functions);
		if (record.kind == CG_COSTS)
			ranked_functions_add(&functions, &record);
	}
	ranked_functions_rank(&functions, &f->options->ranking, total);
	last.function = NULL;
	for (size_t i = 0; i < cg_profile_len(rows); i++, last = record) {
		cg_profile_at(rows, i, &record);
		n += !cg_record_same_function(&record, &last);
		if (functions.kept[n - 1])
			add_row(f, &record, true);
		else
			add_hidden(f, &record);
	}
	ranked_functions_release(&functions);
}

/* Adds the call that joins the parts of a function. */
static void
join_parts(struct filter *f, struct hiding *hiding, const struct cg_record *row,
    bool is_hidden)
{
	struct cg_record call;

	if (!f->options->drop && hiding_join(hiding, row, is_hidden, &call))
		add_row(f, &call, true);
}

/* Adds the rows that hiding keeps to the output, and the costs of the others,
 * with their new names, to `hidden`. */
static void
split_rows(struct filter *f, struct hiding *hiding,
    const struct cg_profile *rows, struct cg_profile *hidden)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &row);
		join_parts(f, hiding, &row, false);
		if (!hiding_apply(hiding, &row))
			continue;
		if (row.kind != CG_COSTS || !cg_is_filtered(row.def_file)) {
			add_row(f, &row, true);
			continue;
		}
		add_hidden(f, &row);
		if (cg_profile_add(hidden, &row) < 0)
			die(f);
	}
	for (size_t i = 0; i < cg_profile_len(f->hidden_functions); i++) {
		cg_profile_at(f->hidden_functions, i, &row);
		join_parts(f, hiding, &row, true);
		hiding_apply_hidden(hiding, &row);
		if (cg_profile_add(hidden, &row) < 0)
			die(f);
	}
}

/* Adds the rows of hidden costs that are not 0 in all events. */
static void
add_hidden_rows(struct filter *f, const struct cg_profile *hidden)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(hidden); i++) {
		cg_profile_at(hidden, i, &row);
		if (!are_zero(row.counts, f->header.nevents))
			add_row(f, &row, true);
	}
}

/* Adds rows of 0 for kept functions that would otherwise be mistaken for
 * others. */
static void
add_zero_rows(struct filter *f, const struct hiding *hiding)
{
	int64_t *zeros = cli_alloc(f->header.nevents, sizeof(*zeros));
	struct cg_record row;

	for (size_t i = 0; i < hiding->graph.nfunctions; i++) {
		if (!hiding_needs_row(hiding, i, &row))
			continue;
		row.counts = zeros;
		row.present = NULL;
		add_row(f, &row, true);
	}
	free(zeros);
}

/* Hides functions in a profile with calls. */
static void
hide_in_calls(
    struct filter *f, const struct cg_profile *rows, const int64_t *total)
{
	struct cg_profile *hidden =
	    cg_profile_new(f->header.nevents, &f->error);
	struct hiding hiding;

	if (hidden == NULL || cg_profile_sort(f->hidden_functions) < 0)
		die(f);
	cg_profile_name_events(hidden, f->header.events);
	hiding_init(
	    &hiding, f->options, rows, f->hidden_functions, total, &f->header);
	split_rows(f, &hiding, rows, hidden);
	if (cg_profile_sort(hidden) < 0)
		die(f);
	add_zero_rows(f, &hiding);
	if (!f->options->drop)
		add_hidden_rows(f, hidden);
	hiding_release(&hiding);
	cg_profile_free(hidden);
}

void
filter_hide_functions(struct filter *f)
{
	struct cg_profile *rows;
	int64_t *total;

	if (!f->is_ranked && f->hidden_functions == NULL)
		return;
	rows = row_sorter_take(&f->sorter);
	if (rows == NULL)
		die(f);
	total = new_total(f);
	if (f->hidden_functions != NULL)
		hide_in_calls(f, rows, total);
	else
		hide_small(f, rows, total);
	cg_profile_free(rows);
	free(total);
}

/* --- writing -------------------------------------------------------------- */

/* Adds the row of all hidden costs in a profile without calls, unless all of
 * them are 0. */
static void
add_hidden_row(struct filter *f)
{
	size_t nevents = f->header.nevents;
	int64_t *counts = cli_alloc(nevents, sizeof(*counts));
	const struct cg_record row = {
	    .kind = CG_COSTS,
	    .object = "",
	    .def_file = cg_filtered,
	    .file = cg_filtered,
	    .function = cg_filtered,
	    .counts = counts,
	};

	for (size_t i = 0; i < nevents; i++) {
		counts[i] = (int64_t)f->hidden[i];
		if (counts[i] != f->hidden[i])
			die_of_sum(f, i);
	}
	if (!are_zero(counts, nevents))
		add_row(f, &row, true);
	free(counts);
}

void
filter_write(struct filter *f)
{
	const int64_t *summary = cg_reader_summary(f->reader);
	struct cg_writer *writer;
	int64_t *total;

	if (f->hidden_functions == NULL && !f->options->drop)
		add_hidden_row(f);
	writer = row_sorter_finish(&f->sorter);
	if (writer == NULL)
		die(f);
	total = new_total(f);
	if (summary != NULL)
		cg_writer_summary(writer, total);
	if (f->header.format == CG_CACHEGRIND && summary != NULL)
		profile_output_warn_of_rest(f->path,
		    cg_reader_header(f->reader), summary,
		    cg_reader_totals(f->reader));
	if (profile_output_close(writer) < 0)
		cli_die("%s", f->error.text);
	free(total);
}

void
filter_free(struct filter *f)
{
	row_sorter_release(&f->sorter);
	cg_profile_free(f->hidden_functions);
	partials_release(&f->partials);
	context_map_release(&f->contexts);
	cg_reader_close(f->reader);
	free(f->descs);
	free(f->descs_of_functions);
	free(f->hidden);
	free(f);
}
