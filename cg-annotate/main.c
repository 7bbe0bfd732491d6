/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-annotate: reports a profile for people.  Nothing that computes the report
 * prints, and nothing that prints computes:
 *
 *	model/		what a report says:
 *	    report		reads the profile and holds all but the sources:
 *	    comparison		reads the two profiles of --diff
 *	    row_takers		the stores that each row is added to
 *	    sort_order		the events to sort by, and their thresholds
 *	    derived_events	events computed from others, as estimated cycles
 *	    difference		the sides of a difference, and what is 100 % of it
 *	    call_stacks		the stacks of calls, counted or estimated
 *	    count_sums		sums of counts, checked, and their ranges
 *	    functions/		functions and their calls:
 *	    function_list	the functions, sorted and cut at the thresholds
 *	    function_groups	the functions by name, with their files
 *	    inlined_places	the places at which each function is inlined
 *	    call_list		the callers and the callees of a function
 *	    cycle_text		names the functions of a cycle, and bounds
 *	    lines/		lines, whatever their source says:
 *	    line_costs		the costs and calls of each line of a file
 *	    line_functions	the functions of lines
 *	    hot_lines		the lines that cost most
 *	    data/		data, and the misses on them:
 *	    data_list		the data of a data profile, sorted and cut likewise
 *	    data_columns	the columns of this list
 *	    data_names		the names of data, and what is said of them
 *	    data_parts		the fields of a datum, and the code that misses on it
 *	    data_hints		what the misses on a datum cost, and how to have less
 *	    code/		machine code:
 *	    code_list		the functions whose machine code is reported
 *	    code_listing	the lines of the machine code of a function
 *	    loops/		the loops of machine code:
 *	    loop_list		the loops, sorted and cut at the thresholds
 *	    loop_text		what text says of a loop
 *	    loop_bound_text	what text says of what limits it
 *	    loop_mnemonics	the instructions that limit it, by the machine code
 *	    remarks/		what compilers say of loops:
 *	    remarks		which remarks are of a loop
 *	    remark_files	finds the records of compilers
 *	    record_readers	the readers of records, and what they share:
 *	    gcc_record		reads the records of gcc
 *	    clang_record	reads the records of clang
 *	    json_reader		reads JSON
 *	    record_text		reads the files, which can be gzipped
 *	    sources/		the sources beside their costs:
 *	    source_list		the sources to annotate, one after another
 *	    annotation		the lines of one source beside their costs
 *	    source		finds and reads source files
 *	    source_lines	single lines of them
 *	    fetched_sources	fetches sources that are not on this machine
 *	    operands		finds the files of the profile that operands name
 *	options		choose what is reported, and in which format
 *	render.h	the renderers; each prints a whole report:
 *	classic/	the layout of cg_annotate:
 *	    classic_data	the data
 *	    classic_code	the machine code
 *	    classic_loops	the loops
 *	    count_columns	the columns of counts before each name or line
 *	terminal/	the layout that fits a terminal: terminal is its head,
 *			terminal_functions, terminal_sources, terminal_code
 *			and terminal_loops its sections
 *	    terminal_data	the data that code misses on
 *	    data_rows		tables of these
 *	    terminal_cells	what these share: texts and columns that fit
 *	    key_events		the counts that matter most
 *	html/		a page for a browser: html is its frame; its sections are
 *			html_head, html_warnings, html_icicle, html_flame_graph,
 *			html_loops, html_roofline, html_data, html_hot_lines,
 *			html_functions, html_code and html_sources
 *	    html_cells		what the sections share: cells of tables, links
 *	    cost_tree		directories, files and functions as a tree
 *	    flame_tree		stacks of calls as a tree
 *	hot_lines_format	the lines that cost most, for editors
 *	json_format		the report for programs
 *	json_loops		the loops for programs
 *
 * This file takes the operands, reads the profile and chooses a renderer.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "libcli/cli.h"
#include "model/difference.h"
#include "model/sources/fetched_sources.h"
#include "model/sources/operands.h"
#include "model/sources/source_list.h"
#include "options.h"
#include "render.h"

/* True if the file begins as a profile does, or if it cannot be a source: it is
 * standard input or a pipe, which cannot be read twice. */
static bool
is_profile(const char *path)
{
	struct cg_error error;
	struct cg_reader *reader;
	struct stat st;

	if (strcmp(path, "-") == 0)
		return true;
	if (stat(path, &st) < 0 || S_ISDIR(st.st_mode))
		return false;
	if (!S_ISREG(st.st_mode))
		return true;
	reader = cg_reader_open(path, &error);
	if (reader != NULL)
		cg_reader_close(reader);
	return reader != NULL;
}

/* Takes the operands after the first profile: others, and sources. */
static void
take_operands(struct report_options *o, int argc, char **argv)
{
	struct source_names *names = &o->sources;

	cli_demand_one_stdin(argv + optind, (size_t)(argc - optind));
	names->list = cli_alloc((size_t)argc, sizeof(*names->list));
	o->others = cli_alloc((size_t)argc, sizeof(*o->others));
	for (int i = optind + 1; i < argc; i++) {
		if (o->diff || is_profile(argv[i]))
			o->others[o->nothers++] = argv[i];
		else
			names->list[names->n++] = argv[i];
	}
	if (o->diff && o->nothers != 1)
		cli_usage("--diff needs two profiles, not %zu",
		    o->nothers + (optind < argc));
	source_names_sort(names);
}

/* Reads the profile, and finds out what the source operands name. */
static void
read_report(struct report *report, struct options *o)
{
	report_read(report, &o->report);
	if (o->debuginfod)
		o->report.directories.fetched = fetched_sources_new(
		    &report->profile.series.build_ids, &report->graph);
	operands_resolve(&o->report, &report->lines);
}

/* Fetches the sources of a report before a pager gets the terminal: it would
 * hide messages, and keep interrupts away.  Lines for editors need fewer sources.
 */
static void
fetch_sources(const struct report *report, const struct options *o)
{
	struct source_list sources;
	struct source_survey survey;

	if (!o->debuginfod || o->format->render != render_classic)
		return;
	source_list_init(&sources, report);
	source_list_survey(&sources, &survey);
	source_survey_release(&survey);
	source_list_release(&sources);
}

/* True if a report that has a choice lists functions by name.  Calls belong to
 * functions by file. */
static bool
is_by_name(const struct options *o, const struct report *report,
    const struct printer *printer)
{
	if (o->has_view)
		return o->report.by_name;
	return printer->terminal && o->format->render == render_classic &&
	       !report_is_inclusive(report) && !report_has_tree(report);
}

/* Opens the printer, and finds out how wide the report may be; 0: any; and
 * whether it is by name. */
static void
open_printer(
    struct printer *printer, struct options *o, const struct report *report)
{
	if (o->format->is_text && !o->has_no_pager)
		printer_open_paged(printer, &o->output, o->color);
	else
		printer_open(printer, &o->output, o->color);
	o->report.width = o->width;
	if (o->width == WIDTH_NONE || !o->format->is_text)
		o->report.width = 0;
	else if (o->width == WIDTH_AUTO)
		o->report.width = printer->terminal ? cli_terminal_width() : 0;
	if (0 < o->report.width && o->report.width < LEAST_WIDTH)
		o->report.width = LEAST_WIDTH;
	o->report.by_name = is_by_name(o, report, printer);
}

int
main(int argc, char **argv)
{
	struct options o;
	struct report report;
	struct printer printer;

	cli_begin();
	options_parse(&o, argc, argv);
	o.report.profile = cli_first_input(argc, argv);
	cli_spare_terminal(
	    &o.output, o.format->render == render_html ? CLI_PAGE : CLI_TEXT);
	take_operands(&o.report, argc, argv);
	read_report(&report, &o);
	fetch_sources(&report, &o);
	open_printer(&printer, &o, &report);
	if (o.report.by_name)
		report_group(&report);
	if (o.format->is_text && o.report.width == 0 && o.width == WIDTH_AUTO)
		difference_show_sides(&report);
	if (o.report.width > 0 && o.format->render_fitted != NULL)
		o.format->render_fitted(&report, &printer);
	else
		o.format->render(&report, &printer);
	fetched_sources_free(o.report.directories.fetched);
	printer_close(&printer);
	report_release(&report);
	options_release(&o);
	return 0;
}
