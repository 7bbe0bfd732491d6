/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads one profile, or several, one after another, and adds them up.  Which
 * of their rows are kept, and how, row_takers decides.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "libquery/events/events.h"
#include "libquery/header/build_ids.h"
#include "libquery/header/cycle_model.h"
#include "libquery/header/description.h"
#include "libquery/header/inlined_rows.h"
#include "libquery/header/recursion_levels.h"
#include "comparison.h"
#include "count_sums.h"
#include "difference.h"
#include "report.h"

bool
report_is_inclusive(const struct report *report)
{
	return report->options->inclusive ||
	       (report->options->calls && report->has_code_calls);
}

bool
report_has_own_costs(const struct report *report)
{
	return report->options->selection != NULL &&
	       report_is_inclusive(report);
}

bool
report_has_tree(const struct report *report)
{
	const struct report_options *o = report->options;

	return (o->callers || o->callees) &&
	       (o->needs_calls || report->graph.ncalls > 0);
}

/* --- the profile and its events ------------------------------------------- */

/* Finds out when the oldest profile was written.  A pipe does not tell, nor
 * does a file that was removed after it was opened. */
static void
find_time(struct report_profile *profile, const char *path)
{
	struct stat st;
	int status =
	    strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &st) : stat(path, &st);

	if (status != 0 && errno != ENOENT)
		cli_die("%s: %s", path, strerror(errno));
	if (status != 0 || !S_ISREG(st.st_mode))
		return;
	if (!profile->has_time || st.st_mtime < profile->modified)
		profile->modified = st.st_mtime;
	profile->has_time = true;
}

static struct cg_reader *
open_profile(struct report *report, const char *path)
{
	struct report_profile *profile = &report->profile;
	struct cg_reader *reader = profile_series_open(
	    &profile->series, path, report->options->stacks ? CG_CONTEXTS : 0);

	find_time(profile, path);
	return reader;
}

static void
open_first(struct report *report)
{
	struct report_profile *profile = &report->profile;

	profile->series = (struct profile_series){
	    .partial = report->options->partial,
	    .compared = report->options->diff,
	    .hint = "",
	};
	open_profile(report, report->options->profile);
	profile->header = profile->series.header;
	profile->ncounted = profile->header.nevents;
}

/* Opens the profile from which the first one is subtracted.  If their formats
 * differ, objects and calls are not compared. */
static void
open_new(struct report *report)
{
	struct report_profile *profile = &report->profile;

	profile->new = open_profile(report, report->options->others[0]);
	profile->is_flat =
	    cg_reader_header(profile->new)->format != profile->header.format;
}

/* Adds derived events to the header, if there are any, after the counted ones.
 */
static void
add_derived(struct report_profile *profile)
{
	if (profile->derived.projection == NULL)
		return;
	profile->header.events = profile->derived.events;
	profile->header.nevents = profile->derived.n;
}

/* True for a bound of the core, which says something only beside the others: --loops has them. */
static bool
is_bound(const struct cg_event *event)
{
	for (size_t i = 0; i < NCYCLE_BOUNDS; i++)
		if (strcmp(event->name, cycle_bounds[i].name) == 0)
			return true;
	return false;
}

/* Finds the events of --show, or takes all counted events but bounds; if the report has
 * derived events, takes these, too. */
static void
find_shown(struct shown_events *shown, const struct report_profile *profile,
    const struct report_options *o)
{
	const struct cg_header *header = &profile->header;
	const char *show = o->show;
	size_t n = o->derived_events ? header->nevents : profile->ncounted;

	shown->n = 0;
	if (show == NULL) {
		shown->list = cli_alloc(n, sizeof(*shown->list));
		for (size_t i = 0; i < n; i++)
			if (!is_bound(&header->events[i]))
				shown->list[shown->n++] = i;
		/* a profile of nothing else */
		for (size_t i = 0; i < n && shown->n == 0; i++)
			shown->list[i] = i;
		if (shown->n == 0)
			shown->n = n;
		return;
	}
	/* a list of events has no more of them than bytes */
	shown->list = cli_alloc(strlen(show) + 1, sizeof(*shown->list));
	for (;;) {
		size_t len = strcspn(show, ",");

		shown->list[shown->n++] =
		    events_find(header, "--show", show, len);
		if (show[len] == '\0')
			return;
		show += len + 1;
	}
}

/* Returns --sort, or what a data profile is sorted by without it: what --show names, then the misses
 * of reads and writes.  In a difference with both sides, old and new, these have no sides.  Loops are
 * sorted by cycles.  The caller frees it; NULL: the order of the profile. */
static char *
find_sort(const struct report *report)
{
	const struct report_options *o = report->options;
	const struct cg_header *header = &report->profile.header;
	const char *misses = data_deciding_event(header);

	if (o->sort != NULL)
		return cli_format("%s", o->sort);
	if (o->loops.is_wanted && cycle_event_in(header) >= 0)
		return cli_format("%s", cycle_event.name);
	if (misses == NULL || events_have(header, "D1mr@old"))
		return NULL;
	return o->show != NULL ? cli_format("%s,%s", o->show, misses)
			       : cli_format("%s", misses);
}

static void
resolve_events(struct report *report)
{
	const struct report_options *o = report->options;
	const struct cg_header *header = &report->profile.header;
	char *sort = find_sort(report);

	derived_events_init(
	    &report->profile.derived, header, o->show, sort, o->derived_events);
	add_derived(&report->profile);
	/* checks its range, even if it is not used */
	cli_percent("--threshold", o->threshold, 20);
	find_shown(&report->shown, &report->profile, o);
	sort_order_init(&report->order, header, report->profile.ncounted, sort,
	    o->threshold);
	free(sort);
}

bool
report_hides_desc(const char *desc)
{
	return is_of_build_ids(desc) || strcmp(desc, inlined_rows_desc) == 0 ||
	       description_value(desc, recursion_levels_key) != NULL;
}

bool
report_desc_is_empty(const char *desc)
{
	size_t len = strlen(desc);

	return len == 0 || desc[len - 1] == ':' || report_hides_desc(desc);
}

/* --- rows ----------------------------------------------------------------- */

/* Returns the totals of a profile that was read. */
static const int64_t *
totals_of(struct report_profile *profile, const struct cg_reader *reader)
{
	const int64_t *totals = cg_reader_summary(reader);

	profile->is_calculated |= totals == NULL;
	return totals != NULL ? totals : cg_reader_totals(reader);
}

/* Ends a profile whose rows were read. */
static void
close_profile(
    struct report_profile *profile, struct cg_reader *reader, const char *path)
{
	profile_series_take(&profile->series, reader);
	profile_series_close(&profile->series, reader, path);
}

/* Adds a profile and closes it. */
static void
read_profile(struct report *report, struct cg_reader *reader, const char *path)
{
	struct report_profile *profile = &report->profile;
	const struct report_options *o = report->options;
	struct cg_record row;
	int got;

	if (!row_takers_need_lines(o) && !o->code.is_wanted &&
	    !o->loops.is_wanted)
		cg_reader_set(reader, CG_MERGE_LINES);
	while ((got = cg_reader_next(reader, &row)) == 1) {
		if (profile->derived.projection != NULL)
			derived_events_add_negative(
			    &profile->derived, row.counts);
		row_takers_take(report, &row);
	}
	if (got < 0)
		partial_die(&profile->series.error);
	count_sum_add(profile->totals, totals_of(profile, reader),
	    profile->ncounted, "the sum of the profiles");
	row_takers_end_profile(report);
	close_profile(profile, reader, path);
}

/* Describes a difference as cg-diff does. */
static void
describe_difference(struct report *report)
{
	struct report_profile *profile = &report->profile;
	const char *cmd = profile->header.cmd;
	const char *new_cmd = cg_reader_header(profile->new)->cmd;

	/* profiles of some programs have no command */
	profile->cmd = *cmd == '\0' && *new_cmd == '\0'
			   ? cli_copy("", 0)
			   : cli_format("%s;%s%s", cmd,
				 *new_cmd != '\0' ? " " : "", new_cmd);
	profile->desc = cli_format("Files compared: %s; %s",
	    report->options->profile, report->options->others[0]);
	profile->descs[0] = profile->desc;
	profile->series.header.cmd = profile->cmd;
	profile->series.header.ndescs = 1;
	profile->series.header.descs = profile->descs;
}

/* Reads both profiles of a difference. */
static void
read_difference(struct report *report)
{
	struct report_profile *profile = &report->profile;
	const struct report_options *o = report->options;
	struct cg_reader *old = profile->series.first, *new = profile->new;
	const int64_t *before, *after;

	comparison_read(report, old, new);
	describe_difference(report);
	before = totals_of(profile, old);
	after = totals_of(profile, new);
	for (size_t i = 0; i < profile->ncounted; i++)
		profile->totals[i] = count_of_sum(
		    (__int128)after[i] - before[i], "a difference");
	close_profile(profile, old, o->profile);
	close_profile(profile, new, o->others[0]);
}

/* Reads the profiles one after another, so that memory does not grow with their
 * number. */
static void
read_profiles(struct report *report)
{
	const struct report_options *o = report->options;

	read_profile(report, report->profile.series.first, o->profile);
	for (size_t i = 0; i < o->nothers; i++)
		read_profile(
		    report, open_profile(report, o->others[i]), o->others[i]);
}

/* Adds to the header what is known only after the last row. */
static void
complete_header(struct report *report)
{
	struct report_profile *profile = &report->profile;
	struct cg_header *header = &profile->header;

	profile_series_describe(&profile->series);
	*header = profile->series.described;
	report->graph.last_level = recursion_levels_in(header);
	if (profile->is_flat)
		header->format = CG_CACHEGRIND;
}

/* Adds derived events to the costs of functions and calls.  Lines get theirs
 * when they are shown. */
static void
derive_costs(struct report *report)
{
	struct derived_events *derived = &report->profile.derived;
	struct callgraph *graph = &report->graph;
	struct shown_events *shown = &report->shown;
	size_t nevents, n = 0;

	if (derived->projection == NULL)
		return;
	if (cg_profile_sort(graph->functions) < 0 ||
	    cg_profile_sort(graph->calls) < 0)
		cli_die("%s", graph->error.text);
	derived_events_complete(
	    derived, report->profile.totals, graph->functions, graph->calls);
	add_derived(&report->profile);
	nevents = report->profile.header.nevents;
	if (report->data.sites.rows != NULL) {
		if (cg_profile_sort(report->data.sites.rows) < 0)
			cli_die("%s", report->error.text);
		derived_events_widen(
		    derived, &report->data.sites.rows, &report->error);
	}
	report->data.sites.nevents = nevents;
	derived_events_widen(derived, &graph->functions, &graph->error);
	derived_events_widen(derived, &graph->calls, &graph->error);
	graph->nevents = report->order.nevents = nevents;
	graph->events = report->profile.header.events;
	/* some may have been left out */
	for (size_t i = 0; i < shown->n; i++)
		if (shown->list[i] < nevents)
			shown->list[n++] = shown->list[i];
	shown->n = n;
}

/* True if code calls, not only data. */
static bool
has_code_calls(const struct callgraph *graph)
{
	for (size_t i = 0; i < graph->ncalls; i++) {
		struct cg_record call;

		cg_profile_at(graph->calls, i, &call);
		if (!is_of_data(&call))
			return true;
	}
	return false;
}

static void
read_rows(struct report *report)
{
	struct report_profile *profile = &report->profile;
	const struct report_options *o = report->options;

	profile->totals =
	    cli_alloc(profile->header.nevents, sizeof(*profile->totals));
	row_takers_init(report);
	if (o->diff)
		read_difference(report);
	else
		read_profiles(report);
	complete_header(report);
	derive_costs(report);
	if (o->needs_calls && profile->header.format == CG_CACHEGRIND)
		cli_die("%s: expected a profile with calls, as cg-collect "
			"--calls records it, for --inclusive or --tree, found "
			"one in Cachegrind's format",
		    o->profile);
	if (data_sites_complete(&report->data.sites) < 0 ||
	    inlined_places_complete(&report->places) < 0 ||
	    line_costs_complete(&report->lines) < 0)
		partial_die(&report->error);
	callgraph_complete(&report->graph);
	report->has_code_calls = has_code_calls(&report->graph);
	if (report_is_inclusive(report))
		inclusive_compute(&report->graph);
	/* before joining, because each host has frames of its own */
	if (o->stacks)
		call_stacks_complete(&report->stacks, &report->graph,
		    &profile->header, &profile->derived);
	callgraph_join_inlined(&report->graph);
}

void
report_read(struct report *report, const struct report_options *options)
{
	*report = (struct report){.options = options};
	open_first(report);
	resolve_events(report);
	if (options->diff)
		open_new(report);
	read_rows(report);
	if (options->diff || description_of_difference(&report->profile.header))
		report->order.changes = &report->profile.header;
	sort_order_settle(
	    &report->order, &report->graph, report->profile.totals);
	if (options->functions_of_lines)
		line_functions_complete(
		    &report->line_functions, &report->graph);
	function_list_init(&report->functions, &report->graph, &report->places,
	    &report->order, options->selection, report_is_inclusive(report));
	function_list_limit(&report->functions, options->top_functions);
	data_list_complete(&report->data, report);
	if (options->code.is_wanted)
		code_list_complete(&report->code, report);
	if (options->loops.is_wanted)
		loop_list_complete(&report->loops, report);
	if (options->selection == NULL)
		return;
	if (report->functions.nall == 0 && report->data.nall == 0)
		selection_die(options->selection);
	selection_warn(options->selection);
}

void
report_group(struct report *report)
{
	/* a table that shows no calls needs no levels of recursion */
	function_groups_init(&report->groups, &report->functions,
	    &report->order, report->options->width > 0);
	function_list_limit(
	    &report->groups.sums, report->options->top_functions);
}

void
report_calls(const struct report *report, const struct function_cost *f,
    struct call_list *callers, struct call_list *callees)
{
	const struct report_options *o = report->options;

	*callers = *callees = (struct call_list){.n = 0};
	if (f->nmembers == 0 && o->callers)
		call_list_callers(
		    callers, &report->graph, &report->order, f->number);
	if (f->nmembers == 0 && o->callees)
		call_list_callees(
		    callees, &report->graph, &report->order, f->number);
}

void
report_release(struct report *report)
{
	function_groups_release(&report->groups);
	function_list_release(&report->functions);
	data_list_release(&report->data);
	loop_list_release(&report->loops);
	code_list_release(&report->code);
	line_functions_release(&report->line_functions);
	line_costs_release(&report->lines);
	inlined_places_release(&report->places);
	call_stacks_release(&report->stacks);
	callgraph_release(&report->graph);
	sort_order_release(&report->order);
	free(report->shown.list);
	profile_series_release(&report->profile.series);
	derived_events_release(&report->profile.derived);
	free(report->profile.totals);
	free(report->profile.cmd);
	free(report->profile.desc);
}
