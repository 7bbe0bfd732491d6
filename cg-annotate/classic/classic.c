/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the layout of cg_annotate, and for calls the layout of
 * callgrind_annotate.  Warnings are in their words, because people search for
 * them.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/data/data_object.h"
#include "libreport/marks.h"
#include "libreport/numfmt.h"
#include "model/functions/call_list.h"
#include "model/count_sums.h"
#include "model/functions/cycle_text.h"
#include "model/data/data_names.h"
#include "model/difference.h"
#include "model/sources/source_list.h"
#include "render.h"
#include "classic_code.h"
#include "classic_data.h"
#include "classic_loops.h"
#include "count_columns.h"

/* --- the profile and the options ------------------------------------------ */

static void
print_fact(struct printer *printer, const char *title, const char *text)
{
	printer_print(printer, "%-17s ", title);
	printer_text(printer, text);
	printer_print(printer, "\n");
}

/* Prints the numbers of Callgrind's processes, which are texts. */
static void
print_process(const struct cg_header *header, struct printer *printer)
{
	const char *titles[] = {"PID", "part", "thread"};
	const char *numbers[] = {header->pid, header->part, header->thread};
	const char *separator = "Process:          ";

	for (size_t i = 0; i < 3; i++) {
		if (numbers[i] == NULL)
			continue;
		printer_print(printer, "%s%s ", separator, titles[i]);
		printer_text(printer, numbers[i]);
		separator = ", ";
	}
	if (header->pid != NULL || header->part != NULL ||
	    header->thread != NULL)
		printer_print(printer, "\n");
}

static void
print_profile(const struct report *report, struct printer *printer)
{
	const struct cg_header *header = &report->profile.header;
	bool is_callgrind = header->format == CG_CALLGRIND;

	count_columns_rule(printer);
	for (size_t i = 0; i < header->ndescs; i++) {
		const char *desc = header->descs[i];

		if (report_hides_desc(desc) ||
		    (is_callgrind && report_desc_is_empty(desc)))
			continue;
		printer_text(printer, desc);
		printer_print(printer, "\n");
	}
	print_fact(printer, "Command:",
	    is_callgrind && *header->cmd == '\0' ? "(unknown)" : header->cmd);
	print_process(header, printer);
	if (header->creator != NULL)
		print_fact(printer, "Creator:", header->creator);
	print_fact(printer, "Data file:", report->options->profile);
	for (size_t i = 0; i < report->options->nothers; i++)
		print_fact(printer, "", report->options->others[i]);
}

static void
print_word(struct printer *printer, const char *word)
{
	printer_print(printer, " ");
	printer_text(printer, word);
}

static void
print_events(const struct report *report, struct printer *printer)
{
	const struct cg_event *events = report->profile.header.events;
	const struct shown_events *shown = &report->shown;
	const struct sort_order *order = &report->order;

	printer_print(printer, "Events recorded: ");
	for (size_t i = 0; i < report->profile.ncounted; i++)
		print_word(printer, events[i].name);
	printer_print(printer, "\nEvents shown:    ");
	for (size_t i = 0; i < shown->n; i++)
		print_word(printer, events[shown->list[i]].name);
	printer_print(printer, "\nEvent sort order:");
	for (size_t i = 0; i < order->n; i++)
		print_word(printer, events[order->list[i].event].name);
	printer_print(printer, "\nThresholds:      ");
	for (size_t i = 0; i < order->n; i++)
		print_word(printer, order->list[i].text);
	printer_print(printer, "\n");
}

/* Prints a line for each text, with the title on the first line only, which is
 * printed even if the list is empty. */
static void
print_list(struct printer *printer, const char *title, const char *const *list,
    size_t n)
{
	print_fact(printer, title, n > 0 ? list[0] : "");
	for (size_t i = 1; i < n; i++)
		print_fact(printer, "", list[i]);
}

static void
print_options(const struct report_options *options, struct printer *printer)
{
	const char *regex;

	for (size_t i = 0; options->selection != NULL &&
			   (regex = selection_regex(options->selection,
				SUBJECT_FUNCTION, i)) != NULL;
	     i++)
		print_fact(printer, i == 0 ? "Functions:" : "", regex);
	print_list(printer,
	    "Include dirs:", (const char *const *)options->directories.list,
	    options->directories.n);
	print_list(printer, "User annotated:", options->sources.list,
	    options->sources.n);
	printer_print(printer, "Auto-annotation:  %s\n\n",
	    options->annotate ? "on" : "off");
}

/* --- tables --------------------------------------------------------------- */

/* Prints the names of the events between two rules, with a title for the
 * names of the rows. */
static void
print_heading(const struct count_columns *columns, enum paint paint,
    const char *title, struct printer *printer)
{
	count_columns_rule(printer);
	count_columns_print_events(columns, printer);
	printer_paint(printer, paint, "%s\n", title);
	count_columns_rule(printer);
}

/* Prints a table of one row. */
static void
print_single_row(const struct report *report, enum paint heading,
    const int64_t *counts, const bool *present, const char *name,
    struct printer *printer)
{
	struct count_range range;
	struct count_columns columns;

	count_range_init(&range, report->profile.header.nevents);
	count_range_add(&range, counts, present);
	count_columns_init(&columns, report, &range);
	print_heading(&columns, heading, "", printer);
	count_columns_print(&columns, counts, present, printer);
	printer_print(printer, " %s\n\n", name);
	count_columns_release(&columns);
	count_range_release(&range);
}

/* --- functions and calls -------------------------------------------------- */

static void
print_object(const char *object, struct printer *printer)
{
	if (*object == '\0')
		return;
	printer_print(printer, " [");
	printer_name(printer, object);
	printer_print(printer, "]");
}

/* Prints a datum below a source line with these counts. */
static void
print_datum(const struct report *report, const struct function_cost *datum,
    const int64_t *line, struct printer *printer)
{
	char *note = data_note(report, datum, line);

	printer_print(printer, datum->data == DATA_MISSED ? " <= " : " => ");
	printer_name(printer, datum->function);
	printer_print(printer, "%s\n", note);
	free(note);
}

/* Prints calls, and the data of a source line with these counts; NULL: it has none. */
static void
print_calls(const struct call_list *calls, const char *arrow,
    const int64_t *line, const struct count_columns *columns,
    struct printer *printer)
{
	for (size_t i = 0; i < calls->n; i++) {
		const struct function_cost *call = &calls->list[i];
		char ncalls[FORMAT_SIZE];

		count_columns_print(
		    columns, call->counts, call->present, printer);
		if (call->data != DATA_NONE) {
			print_datum(columns->report, call, line, printer);
			continue;
		}
		printer_print(printer, "%s", arrow);
		printer_name(printer, call->file);
		printer_print(printer, ":");
		printer_name(printer, call->function);
		format_ncalls(ncalls, call->ncalls, call->inlined);
		printer_print(printer,
		    cg_is_data(call->object) ? "%s (%s misses)" : "%s (%sx)",
		    inlined_mark(call->inlined, calls->are_callers), ncalls);
		print_object(call->object, printer);
		printer_print(printer, "\n");
	}
	if (calls->others == NULL)
		return;
	count_columns_print(columns, calls->others, NULL, printer);
	if (calls->n > 0 && calls->list[calls->n - 1].data != DATA_NONE)
		arrow = "    ";
	printer_print(printer, "%s(%zu more)\n", arrow, calls->nall - calls->n);
}

/* Prints "file:function (inlined at 2 places) [object] <cycle 1> (added)", or a
 * cycle. */
static void
print_function_name(const struct report *report,
    const struct function_cost *function, struct printer *printer)
{
	char places[FORMAT_SIZE], ncalls[FORMAT_SIZE];

	if (function->nmembers > 0) {
		char *members =
		    cycle_members(&report->graph, function, SIZE_MAX);

		printer_print(
		    printer, "<cycle %zu> as a whole: ", function->cycle);
		printer_name(printer, members);
		printer_print(printer, "\n");
		free(members);
		return;
	}
	if (!report->options->by_name) {
		printer_name(printer, function->file);
		printer_print(printer, ":");
	}
	printer_name(printer, function->function);
	format_places(places, function->nplaces, false);
	printer_print(printer, "%s", places);
	if (function->ncalls > 0) {
		format_ncalls(ncalls, function->ncalls, function->inlined);
		printer_print(printer, " (%sx)", ncalls);
	}
	print_object(function->object, printer);
	if (report_is_inclusive(report) && function->cycle > 0)
		printer_print(printer, " <cycle %zu%s>", function->cycle,
		    cycle_bound(function));
	printer_print(printer, "%s\n",
	    diff_mark(&report->profile.header, function->counts));
}

/* Prints what a function costs without what it called. */
static void
print_own_cost(const struct report *report,
    const struct function_cost *function, const struct count_columns *columns,
    struct printer *printer)
{
	struct cg_record own;

	callgraph_function(&report->graph, function->number, false, &own);
	count_columns_print(columns, own.counts, own.present, printer);
	printer_print(printer, "%s(own cost)\n",
	    report_has_tree(report) ? " *    " : "   ");
}

static void
print_function(const struct report *report,
    const struct function_cost *function, const struct count_columns *columns,
    struct printer *printer)
{
	bool in_tree = report_has_tree(report);
	struct call_list callers, callees;

	report_calls(report, function, &callers, &callees);
	if (in_tree)
		printer_print(printer, "\n");
	print_calls(&callers, " < ", NULL, columns, printer);
	count_columns_print(
	    columns, function->counts, function->present, printer);
	printer_print(printer, in_tree ? " *  " : " ");
	print_function_name(report, function, printer);
	if (report_has_own_costs(report))
		print_own_cost(report, function, columns, printer);
	print_calls(&callees, " >   ", NULL, columns, printer);
	call_list_release(&callers);
	call_list_release(&callees);
}

/* Prints the files of a function that was listed by name. */
static void
print_files(const struct report *report, size_t group,
    const struct count_columns *columns, struct printer *printer)
{
	const struct function_groups *groups = &report->groups;

	for (size_t i = groups->first[group]; i < groups->first[group + 1];
	     i++) {
		const struct function_cost *part = &groups->parts[i];

		count_columns_print(
		    columns, part->counts, part->present, printer);
		printer_print(printer, "   ");
		printer_name(printer, part->file);
		printer_print(printer, "\n");
	}
}

static void
print_functions(const struct report *report, struct printer *printer)
{
	bool by_name = report->options->by_name;
	const struct function_list *functions =
	    by_name ? &report->groups.sums : &report->functions;
	struct count_columns columns;

	/* functions that are not shown count for the widths, too */
	count_columns_init(&columns, report, &functions->range);
	print_heading(&columns, PAINT_HEADING,
	    report_is_inclusive(report) ? " file:function (inclusive)"
	    : by_name                   ? " function:file"
					: " file:function",
	    printer);
	for (size_t i = 0; i < functions->n; i++) {
		print_function(report, &functions->list[i], &columns, printer);
		if (by_name && !cg_is_filtered(functions->list[i].file))
			print_files(report, functions->list[i].number, &columns,
			    printer);
	}
	printer_print(printer, "\n");
	count_columns_release(&columns);
}

/* --- warnings about a source ---------------------------------------------- */

static const char at_rule[] = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"
			      "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\n";
static const char at_warning[] =
    "@@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ "
    "WARNING @@ WARNING @@ WARNING @@\n";

static void
print_newer(const char *name, const char *profile, struct printer *printer)
{
	printer_print(printer, "%s%s%s", at_rule, at_warning, at_rule);
	printer_print(printer, "@ Source file '");
	printer_name(printer, name);
	printer_print(printer, "' is more recent than input file '");
	printer_name(printer, profile);
	printer_print(
	    printer, "'.\n@ Annotations may not be correct.\n%s\n", at_rule);
}

static bool
is_header(const char *name)
{
	size_t len = strlen(name);

	return len >= 2 && strcmp(name + len - 2, ".h") == 0;
}

static void
print_past_end(const struct annotation *a, struct printer *printer)
{
	printer_print(printer, "%s%s%s@@\n", at_rule, at_warning, at_rule);
	printer_print(printer, "@@ Information recorded about lines past the "
			       "end of '");
	printer_name(printer, a->name);
	printer_print(printer, "'.\n@@\n@@ Probable cause and solution:\n");
	if (a->is_newer) {
		printer_print(printer, "@@ cause:    '");
		printer_name(printer, a->name);
		printer_print(printer,
		    "' has changed since information was gathered.\n"
		    "@@           If so, a warning will have already been "
		    "issued about this.\n"
		    "@@ solution: Recompile program and rerun under "
		    "\"valgrind --cachesim=yes\" to \n"
		    "@@           gather new information.\n");
	} else if (is_header(a->name)) {
		printer_print(printer,
		    "@@ cause:    bug in the Valgrind's debug info reader "
		    "that screws up with .h\n"
		    "@@           files sometimes\n"
		    "@@ solution: none, sorry\n");
	} else {
		printer_print(printer, "@@ cause:    not sure, sorry\n");
	}
	printer_print(printer, "@@\n%s", at_rule);
}

/* --- sources -------------------------------------------------------------- */

static void
print_source_heading(const struct annotation *a, struct printer *printer)
{
	count_columns_rule(printer);
	printer_paint(printer, PAINT_HEADING,
	    "-- %s-annotated source: ", a->is_named ? "User" : "Auto");
	if (*a->source.directory != '\0') {
		printer_name(printer, a->source.directory);
		printer_print(printer, " + ");
	}
	printer_name(printer, a->name);
	printer_print(printer, "\n");
	count_columns_rule(printer);
}

/* Prints the number of the first or last line of a stretch. */
static void
print_boundary(int64_t number, struct printer *printer)
{
	printer_paint(printer, PAINT_FAINT,
	    "-- line %lld ----------------------------------------\n",
	    (long long)number);
}

/* Prints a line with its counts, and its calls below it. */
static void
print_line(const struct annotated_line *line,
    const struct count_columns *columns, struct printer *printer)
{
	count_columns_print(columns, line->counts, line->present, printer);
	printer_print(printer, " ");
	if (line->kind == LINE_PAST_END) {
		printer_print(
		    printer, "<bogus line %lld>\n", (long long)line->number);
	} else {
		printer_bytes(printer, line->text, line->len);
		if (line->text[line->len - 1] != '\n')
			printer_print(printer, "\n");
	}
	print_calls(&line->calls, " => ", line->counts, columns, printer);
}

static void
print_lines(struct annotation *a, const struct count_columns *columns,
    struct printer *printer)
{
	struct annotated_line line;
	bool is_past_end = false;

	while (annotation_next(a, &line)) {
		if (line.kind == STRETCH_ENDS ||
		    (line.kind == STRETCH_BEGINS && line.number != 1))
			print_boundary(line.number, printer);
		else if (line.kind != STRETCH_BEGINS)
			print_line(&line, columns, printer);
		is_past_end |= line.kind == LINE_PAST_END;
	}
	if (is_past_end) {
		printer_print(printer, "\n");
		print_past_end(a, printer);
	}
	printer_print(printer, "\n");
}

static void
print_source(
    const struct report *report, struct annotation *a, struct printer *printer)
{
	struct count_columns columns;

	print_source_heading(a, printer);
	if (!a->has_costs) {
		printer_print(
		    printer, "  No information has been collected for ");
		printer_name(printer, a->name);
		printer_print(printer, "\n\n");
		return;
	}
	if (a->is_newer)
		print_newer(a->name, report->options->profile, printer);
	count_columns_init(&columns, report, &a->range);
	count_columns_print_events(&columns, printer);
	printer_print(printer, "\n\n");
	print_lines(a, &columns, printer);
	if (a->unknown_counts != NULL) {
		count_columns_print(
		    &columns, a->unknown_counts, a->unknown_present, printer);
		printer_print(printer, " <counts for unidentified lines in ");
		printer_name(printer, a->name);
		printer_print(printer, ">\n\n");
	}
	count_columns_release(&columns);
}

static void
print_missing(
    const struct source_names *names, const char *how, struct printer *printer)
{
	if (names->n == 0)
		return;
	count_columns_rule(printer);
	printer_print(printer,
	    "The following files chosen for auto-annotation could not be "
	    "%s:\n",
	    how);
	count_columns_rule(printer);
	for (size_t i = 0; i < names->n; i++) {
		printer_print(printer, "  ");
		printer_name(printer, names->list[i]);
		printer_print(printer, "\n");
	}
	printer_print(printer, "\n");
}

/* Prints the sum of all lines of sources. */
static void
print_annotated(const struct report *report, const struct annotated_sum *sum,
    struct printer *printer)
{
	size_t n = report->profile.header.nevents;
	int64_t *counts = cli_alloc(n, sizeof(*counts));

	for (size_t i = 0; i < n; i++) {
		counts[i] = count_of_sum(sum->counts[i],
		    "the sum of %s of all annotated lines",
		    report->profile.header.events[i].name);
	}
	print_single_row(report, PAINT_NONE, counts, sum->present,
	    "events annotated", printer);
	free(counts);
}

static void
print_sources(const struct report *report, struct printer *printer)
{
	struct source_list sources;
	struct annotation *annotation;
	size_t n = 0;

	source_list_init(&sources, report);
	for (; (annotation = source_list_next(&sources)) != NULL; n++)
		print_source(report, annotation, printer);
	print_missing(&sources.not_found, "found", printer);
	print_missing(&sources.not_read, "read", printer);
	if (sources.has_costs)
		print_annotated(report, &sources.sum, printer);
	/* cg_annotate's layout has no place for it */
	if (n > 0 && difference_lacks_lines(report))
		cli_warn("the difference is of functions only: cg-diff --lines "
			 "shows lines of sources");
	source_list_release(&sources);
}

void
render_classic(const struct report *report, struct printer *printer)
{
	print_profile(report, printer);
	print_events(report, printer);
	print_options(report->options, printer);
	print_single_row(report, PAINT_HEADING, report->profile.totals, NULL,
	    report->profile.is_calculated ? "PROGRAM TOTALS (calculated)"
					  : "PROGRAM TOTALS",
	    printer);
	classic_data(report, printer);
	if (report->options->data_only)
		return;
	classic_code(report, printer);
	classic_loops(report, printer);
	if (report->options->code_only)
		return;
	print_functions(report, printer);
	print_sources(report, printer);
}
