/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads one profile, or several and adds them up.  Keeps the rows twice: added
 * up by function in the call graph and, if sources may be annotated, by line of
 * a file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "count_sum.h"
#include "libcli/cli.h"
#include "libquery/events.h"
#include "report.h"

static bool
wants_lines(const struct report_options *o)
{
	return o->annotate || o->sources.n > 0 || o->functions_of_lines;
}

static bool
wants_calls(const struct report_options *o)
{
	return o->inclusive || o->callers || o->callees;
}

/* True if the report needs inclusive costs and the profile has them. */
static bool
is_inclusive(const struct report *report)
{
	return report->options->inclusive ||
	       (report->options->calls &&
		   report->profile.header.format == CG_CALLGRIND);
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

static void
open_profile(struct report *report)
{
	struct report_profile *profile = &report->profile;
	const struct report_options *o = report->options;

	profile->reader = cg_reader_open(o->profile, &report->error);
	if (profile->reader == NULL)
		partial_die(&report->error);
	if (o->partial)
		cg_reader_set(profile->reader, CG_ACCEPT_DAMAGE);
	find_time(profile, o->profile);
	profile->header = *cg_reader_header(profile->reader);
	profile->ncounted = profile->header.nevents;
}

/* Opens the other profiles, which must have the events of the first one. */
static void
open_others(struct report *report)
{
	struct report_profile *profile = &report->profile;
	const struct report_options *o = report->options;

	profile->others = cli_alloc(o->nothers, sizeof(*profile->others));
	for (size_t i = 0; i < o->nothers; i++) {
		struct cg_reader *reader =
		    cg_reader_open(o->others[i], &report->error);
		const struct cg_header *header;

		if (reader == NULL)
			partial_die(&report->error);
		profile->others[i] = reader;
		if (o->partial)
			cg_reader_set(reader, CG_ACCEPT_DAMAGE);
		header = cg_reader_header(reader);
		if (header->format != profile->header.format)
			cli_die("%s: expected the format of %s", o->others[i],
			    o->profile);
		if (header->nevents != profile->ncounted)
			cli_die("%s: expected the events of %s", o->others[i],
			    o->profile);
		if (cg_reader_select_events(reader, profile->header.events,
			profile->header.nevents) < 0)
			cli_die("%s", report->error.text);
		find_time(profile, o->others[i]);
	}
}

/* Adds the derived events to rows, after the counted ones. */
static void
select_derived(struct report *report)
{
	struct report_profile *profile = &report->profile;
	struct cg_header *header = &profile->header;
	size_t ncounted = header->nevents, n = ncounted + header->nderived;

	profile->events = cli_alloc(n, sizeof(*profile->events));
	memcpy(profile->events, header->events,
	    ncounted * sizeof(*profile->events));
	memcpy(profile->events + ncounted, header->derived,
	    header->nderived * sizeof(*profile->events));
	if (cg_reader_select_events(profile->reader, profile->events, n) < 0)
		cli_die("%s", report->error.text);
	header->events = profile->events;
	header->nevents = n;
}

/* Finds the events of --show, or takes all counted events. */
static void
find_shown(struct shown_events *shown, const struct report_profile *profile,
    const char *show)
{
	const struct cg_header *header = &profile->header;

	shown->n = 0;
	if (show == NULL) {
		shown->list =
		    cli_alloc(profile->ncounted, sizeof(*shown->list));
		while (shown->n < profile->ncounted) {
			shown->list[shown->n] = shown->n;
			shown->n++;
		}
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

static void
resolve_events(struct report *report)
{
	const struct report_options *o = report->options;
	const struct cg_header *header = &report->profile.header;

	if ((o->show != NULL || o->sort != NULL) && header->nderived > 0)
		select_derived(report);
	if (wants_calls(o) && header->format == CG_CACHEGRIND)
		cli_die("%s: expected a profile with calls, for --inclusive "
			"or --tree, found one in Cachegrind's format",
		    o->profile);
	/* checks its range, even if it is not used */
	cli_percent("--threshold", o->threshold, 20);
	find_shown(&report->shown, &report->profile, o->show);
	sort_order_init(&report->order, header, report->profile.ncounted,
	    o->sort, o->threshold);
}

bool
report_desc_is_empty(const char *desc)
{
	size_t len = strlen(desc);

	return len == 0 || desc[len - 1] == ':';
}

/* --- rows ----------------------------------------------------------------- */

static void
add_row(struct report *report, struct cg_record *row)
{
	const struct report_options *o = report->options;

	if (wants_lines(o) && line_costs_add(&report->lines, row) < 0)
		cli_die("%s", report->error.text);
	/* the lines of each file are a separate function */
	if (!is_inclusive(report))
		row->def_file = row->file;
	if (row->kind == CG_COSTS || wants_calls(o) || o->calls)
		callgraph_add(&report->graph, row);
	if (o->functions_of_lines &&
	    line_functions_add(&report->line_functions, row) < 0)
		cli_die("%s", report->error.text);
}

/* Negates counts. */
static void
negate(int64_t *to, const int64_t *counts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = count_of_sum(-(__int128)counts[i], "a difference");
}

/* Adds the rows of one profile, or subtracts them. */
static void
read_from(struct report *report, struct cg_reader *reader, bool subtract)
{
	const struct report_options *o = report->options;
	size_t nevents = report->profile.header.nevents;
	int64_t *counts = cli_alloc(nevents, sizeof(*counts));
	struct cg_record row;
	int got;

	if (!wants_lines(o))
		cg_reader_set(reader, CG_MERGE_LINES);
	while ((got = cg_reader_next(reader, &row)) == 1) {
		if (o->diff) {
			/* lines of the two versions are not the same lines */
			if (row.kind != CG_COSTS)
				continue;
			row.line = 0;
		}
		if (subtract) {
			negate(counts, row.counts, nevents);
			row.counts = counts;
		}
		add_row(report, &row);
	}
	free(counts);
	if (got < 0)
		partial_die(&report->error);
}

static void
read_rows(struct report *report)
{
	struct report_profile *profile = &report->profile;
	const struct report_options *o = report->options;

	callgraph_init(&report->graph, &profile->header);
	if (o->functions_of_lines &&
	    line_functions_init(
		&report->line_functions, &report->order, &report->error) < 0)
		cli_die("%s", report->error.text);
	if (wants_lines(o) && line_costs_init(&report->lines, &profile->header,
				  &report->error) < 0)
		cli_die("%s", report->error.text);
	read_from(report, profile->reader, o->diff);
	for (size_t i = 0; i < o->nothers; i++)
		read_from(report, profile->others[i], false);
	if (wants_lines(o) && line_costs_complete(&report->lines) < 0)
		partial_die(&report->error);
	callgraph_complete(&report->graph);
	if (is_inclusive(report))
		inclusive_compute(&report->graph);
}

/* Returns the totals of a profile that was read. */
static const int64_t *
totals_of(struct report_profile *profile, const struct cg_reader *reader)
{
	const int64_t *totals = cg_reader_summary(reader);

	profile->is_calculated |= totals == NULL;
	return totals != NULL ? totals : cg_reader_totals(reader);
}

/* Adds up the totals of several profiles. */
static void
add_totals(struct report *report)
{
	struct report_profile *profile = &report->profile;
	const struct report_options *o = report->options;
	size_t n = profile->header.nevents;

	profile->sums = cli_alloc(n, sizeof(*profile->sums));
	if (o->diff)
		negate(profile->sums, profile->totals, n);
	else
		memcpy(profile->sums, profile->totals, n * sizeof(int64_t));
	for (size_t i = 0; i < o->nothers; i++)
		count_sum_add(profile->sums,
		    totals_of(profile, profile->others[i]), n,
		    "the sum of the profiles");
	profile->totals = profile->sums;
}

/* Describes a difference as cg-diff does. */
static void
describe_difference(struct report *report)
{
	struct report_profile *profile = &report->profile;
	const char *new_cmd = cg_reader_header(profile->others[0])->cmd;

	/* profiles of some programs have no command */
	profile->cmd = *profile->header.cmd == '\0' && *new_cmd == '\0'
			   ? cli_copy("", 0)
			   : cli_format("%s;%s%s", profile->header.cmd,
				 *new_cmd != '\0' ? " " : "", new_cmd);
	profile->desc = cli_format("Files compared: %s; %s",
	    report->options->profile, report->options->others[0]);
	profile->descs[0] = profile->desc;
	profile->header.cmd = profile->cmd;
	profile->header.ndescs = 1;
	profile->header.descs = profile->descs;
}

/* Takes the facts that readers know only after the last row. */
static void
complete_profile(struct report *report)
{
	struct report_profile *profile = &report->profile;
	const struct report_options *o = report->options;
	struct cg_header *header = &profile->header;
	const char *event = header->events[0].name;

	partials_take(&profile->partials, profile->reader, event);
	for (size_t i = 0; i < o->nothers; i++) {
		partials_inherit(
		    &profile->partials, cg_reader_header(profile->others[i]));
		partials_take(&profile->partials, profile->others[i], event);
	}
	if (o->diff)
		describe_difference(report);
	partials_describe(&profile->partials, header);
	cg_header_take_part(header, cg_reader_header(profile->reader));
	profile->totals = totals_of(profile, profile->reader);
	if (o->nothers > 0)
		add_totals(report);
}

void
report_read(struct report *report, const struct report_options *options)
{
	*report = (struct report){.options = options};
	open_profile(report);
	resolve_events(report);
	open_others(report);
	read_rows(report);
	complete_profile(report);
	sort_order_settle(
	    &report->order, &report->graph, report->profile.totals);
	if (options->functions_of_lines)
		line_functions_complete(
		    &report->line_functions, &report->graph);
	function_list_init(&report->functions, &report->graph, &report->order,
	    is_inclusive(report));
	if (options->by_name)
		function_groups_init(
		    &report->groups, &report->functions, &report->order);
}

void
report_calls(const struct report *report, const struct function_cost *f,
    struct call_list *callers, struct call_list *callees)
{
	const struct report_options *o = report->options;

	*callers = *callees = (struct call_list){.n = 0};
	if (f->nmembers == 0 && (o->callers || o->calls))
		call_list_callers(
		    callers, &report->graph, &report->order, f->number);
	if (f->nmembers == 0 && (o->callees || o->calls))
		call_list_callees(
		    callees, &report->graph, &report->order, f->number);
}

void
report_release(struct report *report)
{
	function_groups_release(&report->groups);
	function_list_release(&report->functions);
	line_functions_release(&report->line_functions);
	line_costs_release(&report->lines);
	callgraph_release(&report->graph);
	sort_order_release(&report->order);
	free(report->shown.list);
	partials_release(&report->profile.partials);
	free(report->profile.events);
	free(report->profile.sums);
	free(report->profile.cmd);
	free(report->profile.desc);
	for (size_t i = 0; i < report->options->nothers; i++)
		cg_reader_close(report->profile.others[i]);
	free(report->profile.others);
	cg_reader_close(report->profile.reader);
}
