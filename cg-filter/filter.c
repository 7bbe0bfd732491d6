/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The flow of rows.  A row is renamed, then selected, then given its columns,
 * then folded to the level asked for; whole functions are ranked at the end.
 * What is hidden is added to one entry, so that totals and percentages stay
 * true down the pipeline.
 */
#include <stdlib.h>
#include <string.h>

#include "callgraph.h"
#include "cgfmt.h"
#include "cli.h"
#include "entries.h"
#include "filter.h"
#include "passage.h"

struct filter {
	struct options *options;
	struct cg_error error;
	struct cg_reader *reader;
	struct cg_header header; /* of the output */
	struct passage passage;
	int64_t *hidden;  /* counts, one for each column */
	int64_t *summary; /* of the output */
	/* of what is ranked; NULL: who is in a cycle is not known */
	struct callgraph *graph;
	char **cycle_names; /* of what is hidden of each */
};

static _Noreturn void
die(struct filter *f)
{
	cli_die("%s", f->error.text);
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

/* --- what is hidden ------------------------------------------------------- */

/*
 * The name of a hidden end of a call.  What is hidden of a cycle keeps a name
 * of its own, since (filtered) is in no cycle: inclusive costs stay what they
 * were.
 */
static const char *
name_hidden(const struct filter *f, size_t cycle)
{
	return cycle == 0 ? cg_filtered : f->cycle_names[cycle - 1];
}

/* by an earlier filter: what it said of cycles stays */
static bool
is_hidden(const char *file)
{
	return strcmp(file, cg_filtered) == 0;
}

/* a call with what is hidden of its ends; false where nothing is left of it */
static bool
hide_ends(struct filter *f, struct cg_record *call, bool caller_kept,
    bool callee_kept)
{
	struct call_cycles cycles = {0, 0};

	if (!caller_kept && (!callee_kept || f->options->drop))
		return false;
	if (!callee_kept && f->options->drop)
		return false;
	if (f->graph != NULL)
		cycles = callgraph_cycles(f->graph, call);
	if (!caller_kept && !is_hidden(call->home)) {
		call->object = "";
		call->home = call->file = cg_filtered;
		call->function = name_hidden(f, cycles.caller);
		call->address = 0;
		call->line = 0;
	}
	if (!callee_kept && !is_hidden(call->target.file))
		call->target = (struct cg_target){.object = "",
		    .file = cg_filtered,
		    .function = name_hidden(f, cycles.callee)};
	return true;
}

/* false where the row was hidden; a jump goes with the function it is in */
static bool
pass(struct filter *f, struct cg_record *record, bool kept, bool callee_kept)
{
	if (record->kind == CG_CALL)
		return hide_ends(f, record, kept, callee_kept);
	if (!kept && record->kind == CG_COSTS)
		hide(f, record);
	return kept;
}

static void
look(struct filter *f, const struct cg_record *record)
{
	if (passage_look(&f->passage, record) < 0)
		die(f);
}

static void
add_row(struct filter *f, const struct cg_record *record)
{
	if (passage_add(&f->passage, record) < 0)
		die(f);
}

static void
take_row(struct filter *f, struct cg_record *record)
{
	struct options *o = f->options;
	bool kept, callee_kept = false;

	look(f, record);
	renames_apply(&o->renames, record);
	kept = selection_keeps(&o->selection, record);
	if (record->kind == CG_CALL)
		callee_kept =
		    selection_keeps_target(&o->selection, &record->target);
	columns_apply(&o->columns, record);
	if (pass(f, record, kept, callee_kept) &&
	    outlet_takes(&o->outlet, record) &&
	    folding_apply(&o->folding, record))
		add_row(f, record);
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
		look(f, &record);
		add_row(f, &record);
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

	columns_apply(&f->options->columns, &record);
	for (size_t i = 0; i < nevents; i++)
		if (__builtin_sub_overflow(record.counts[i],
			f->options->drop ? f->hidden[i] : 0, &total[i]))
			die_of_sum(f, i);
	return total;
}

/*
 * Names each cycle after its first function: in other profiles, to which the
 * output may be added, cycles have other numbers.  One that has the name of a
 * hidden part keeps it.
 */
static void
name_cycles(struct filter *f, const struct callgraph *graph)
{
	struct cg_record row;

	f->cycle_names = cli_alloc(graph->ncycles, sizeof(*f->cycle_names));
	for (size_t i = 0; i < graph->nfunctions; i++) {
		size_t cycle = callgraph_cycle(graph, i);

		if (cycle == 0 || f->cycle_names[cycle - 1] != NULL)
			continue;
		callgraph_function(graph, i, false, &row);
		f->cycle_names[cycle - 1] = is_hidden(row.home)
						? cli_format("%s", row.function)
						: cli_format("(cycle of %s:%s)",
						      row.home, row.function);
	}
}

static void
free_graph(struct filter *f, struct callgraph *graph)
{
	for (size_t i = 0; i < graph->ncycles; i++)
		free(f->cycle_names[i]);
	free(f->cycle_names);
	callgraph_release(graph);
}

/* of calls alone, which say who is in a cycle */
static void
make_graph(struct filter *f, struct callgraph *graph)
{
	bool has_calls = f->header.format == CG_CALLGRIND;
	struct cg_record record;

	callgraph_init(graph, f->header.nevents);
	for (size_t row = 0;
	     has_calls && row < cg_profile_len(f->passage.profile); row++) {
		cg_profile_at(f->passage.profile, row, &record);
		if (record.kind == CG_CALL)
			callgraph_add(graph, &record);
	}
	callgraph_complete(graph);
	name_cycles(f, graph);
	f->graph = graph;
}

/* moves the rows that are too small from the profile to what is hidden */
static void
rank_rows(struct filter *f)
{
	size_t nevents = f->header.nevents;
	struct cg_profile *all = f->passage.profile;
	struct cg_record record;
	int64_t *total = new_total(f);
	struct entries *entries;
	struct callgraph graph;

	if (cg_profile_sort(all) < 0)
		die(f);
	make_graph(f, &graph);
	entries = entries_choose(&f->options->ranking, all, total, nevents);
	f->passage.profile = cg_profile_new(nevents, &f->error);
	if (f->passage.profile == NULL)
		die(f);
	for (size_t row = 0; row < cg_profile_len(all); row++) {
		cg_profile_at(all, row, &record);
		if (pass(f, &record, entries_keep(entries, &record),
			record.kind == CG_CALL &&
			    entries_keep_target(entries, &record.target)))
			add_row(f, &record);
	}
	cg_profile_free(all);
	free_graph(f, &graph);
	entries_free(entries);
	free(total);
}

/* --- the flow ------------------------------------------------------------- */

static bool
is_ranked(const struct filter *f)
{
	const struct ranking *ranking = &f->options->ranking;

	return ranking->threshold != NULL || ranking->top != NULL;
}

static void
run(struct filter *f)
{
	struct cg_record record;
	int got;

	while ((got = cg_reader_next(f->reader, &record)) == 1)
		take_row(f, &record);
	if (got < 0)
		die(f);
	if (is_ranked(f))
		rank_rows(f);
	if (!f->options->drop)
		add_hidden(f);
	if (passage_put(&f->passage) < 0)
		die(f);
	f->summary = new_total(f);
	if (cg_reader_summary(f->reader) != NULL)
		cg_writer_summary(f->passage.writer, f->summary);
}

/* rows go before all came where nothing has to see all of them */
static void
open_passage(struct filter *f)
{
	const struct options *o = f->options;
	bool early = !is_ranked(f) && o->renames.n == 0 &&
		     o->folding.level == LEVEL_LINE;

	f->passage = (struct passage){.reader = f->reader,
	    .outlet = &o->outlet,
	    .header = &f->header,
	    .error = &f->error};
	if (passage_init(&f->passage, early) < 0)
		die(f);
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
	columns_set_header(&o->columns, &f->header);
	outlet_set_header(&o->outlet, &f->header);
	folding_set_header(&o->folding, &f->header);
	ranking_resolve(&o->ranking, &f->header);
	f->hidden = cli_alloc(f->header.nevents, sizeof(*f->hidden));
	open_passage(f);
}

void
filter(struct options *options, const char *input)
{
	struct filter f = {.options = options};

	open_input(&f, input);
	run(&f);
	if (f.header.format == CG_CACHEGRIND &&
	    cg_reader_summary(f.reader) != NULL)
		outlet_warn_of_rest(input, cg_reader_header(f.reader),
		    cg_reader_summary(f.reader), cg_reader_totals(f.reader));
	if (outlet_close(f.passage.writer) < 0)
		cli_die("%s", f.error.text);
	passage_release(&f.passage);
	cg_reader_close(f.reader);
	free(f.hidden);
	free(f.summary);
}
