/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the profile once and keeps it twice: added up by function in the call
 * graph and, if sources may be annotated, by line of a file.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "libquery/events.h"
#include "libquery/inclusive.h"
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

/* True if functions have what they called, as far as it is known. */
static bool
is_inclusive(const struct report *report)
{
	return report->options->inclusive ||
	       (report->options->calls &&
		   report->profile.header.format == CG_CALLGRIND);
}

/* --- the profile and its events ------------------------------------------- */

/* Finds out when the profile was written; a pipe does not tell. */
static void
find_time(struct report_profile *profile, const char *path)
{
	struct stat st;
	int status =
	    strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &st) : stat(path, &st);

	profile->has_time = status == 0 && S_ISREG(st.st_mode);
	if (profile->has_time)
		profile->modified = st.st_mtime;
}

static void
open_profile(struct report *report)
{
	struct report_profile *profile = &report->profile;
	const struct report_options *o = report->options;

	profile->reader = cg_reader_open(o->profile, &report->error);
	if (profile->reader == NULL)
		cli_die("%s", report->error.text);
	if (o->partial)
		cg_reader_set(profile->reader, CG_ACCEPT_DAMAGE);
	find_time(profile, o->profile);
	profile->header = *cg_reader_header(profile->reader);
	profile->ncounted = profile->header.nevents;
}

/* Lets rows have the derived events after those that are counted. */
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

/* Finds the events of --show, or takes all that are counted. */
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
	/* its range, even if it is not used */
	cli_percent("--threshold", o->threshold, 20);
	find_shown(&report->shown, &report->profile, o->show);
	sort_order_init(&report->order, header, report->profile.ncounted,
	    o->sort, o->threshold);
}

/* --- rows ----------------------------------------------------------------- */

static void
add_row(struct report *report, struct cg_record *row)
{
	const struct report_options *o = report->options;

	if (wants_lines(o) && line_costs_add(&report->lines, row) < 0)
		cli_die("%s", report->error.text);
	/* the lines of each file are a function of their own */
	if (!is_inclusive(report))
		row->def_file = row->file;
	if (row->kind == CG_COSTS || wants_calls(o) || o->calls)
		callgraph_add(&report->graph, row);
	if (o->functions_of_lines &&
	    line_functions_add(&report->line_functions, row) < 0)
		cli_die("%s", report->error.text);
}

static void
read_rows(struct report *report)
{
	struct report_profile *profile = &report->profile;
	const struct report_options *o = report->options;
	size_t nevents = profile->header.nevents;
	struct cg_record row;
	int got;

	callgraph_init(&report->graph, nevents);
	if (o->functions_of_lines &&
	    line_functions_init(
		&report->line_functions, &report->order, &report->error) < 0)
		cli_die("%s", report->error.text);
	if (!wants_lines(o))
		cg_reader_set(profile->reader, CG_MERGE_LINES);
	else if (line_costs_init(&report->lines, nevents,
		     profile->header.format == CG_CALLGRIND,
		     &report->error) < 0)
		cli_die("%s", report->error.text);
	while ((got = cg_reader_next(profile->reader, &row)) == 1)
		add_row(report, &row);
	if (got < 0 ||
	    (wants_lines(o) && line_costs_complete(&report->lines) < 0))
		partial_die(&report->error);
	callgraph_complete(&report->graph);
	if (is_inclusive(report))
		inclusive_compute(&report->graph);
}

/* Takes the facts that the reader knows only after the last row. */
static void
complete_profile(struct report_profile *profile)
{
	const struct cg_reader *reader = profile->reader;
	struct cg_header *header = &profile->header;

	partials_take(&profile->partials, reader, header->events[0].name);
	partials_describe(&profile->partials, header);
	cg_header_take_part(header, cg_reader_header(reader));
	profile->totals = cg_reader_summary(reader);
	profile->is_calculated = profile->totals == NULL;
	if (profile->is_calculated)
		profile->totals = cg_reader_totals(reader);
}

void
report_read(struct report *report, const struct report_options *options)
{
	*report = (struct report){.options = options};
	open_profile(report);
	resolve_events(report);
	read_rows(report);
	complete_profile(&report->profile);
	sort_order_settle(
	    &report->order, &report->graph, report->profile.totals);
	if (options->functions_of_lines)
		line_functions_complete(
		    &report->line_functions, &report->graph);
	function_list_init(&report->functions, &report->graph, &report->order,
	    is_inclusive(report));
}

void
report_release(struct report *report)
{
	function_list_release(&report->functions);
	line_functions_release(&report->line_functions);
	line_costs_release(&report->lines);
	callgraph_release(&report->graph);
	sort_order_release(&report->order);
	free(report->shown.list);
	partials_release(&report->profile.partials);
	free(report->profile.events);
	cg_reader_close(report->profile.reader);
}
