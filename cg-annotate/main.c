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
 * This file holds the options.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "libcli/cli.h"
#include "model/difference.h"
#include "model/sources/fetched_sources.h"
#include "model/sources/operands.h"
#include "model/sources/source_list.h"
#include "render.h"

/* The formats, each with what its report has to hold. */
static const struct format {
	const char *name;
	void (*render)(const struct report *report, struct printer *printer);
	/* into lines of a given width; NULL: the same */
	void (*render_fitted)(const struct report *, struct printer *);
	bool is_text; /* for a pager */
	bool has_calls;
	bool
	    has_stacks; /* and the calls of each function, whatever --tree says */
	bool has_functions_of_lines;
	bool has_all_lines;
	bool has_derived_events;
	int64_t context;
} formats[] = {
    {"text", render_classic, render_terminal, true, false, false, false, false,
	false, 8},
    {"lines", render_lines, NULL, true, false, false, true, false, false, 0},
    {"html", render_html, NULL, false, true, true, true, true, true, 3},
    {"json", render_json, NULL, false, true, false, false, false, true, 0},
};
enum { NFORMATS = sizeof(formats) / sizeof(formats[0]) };

enum { WIDTH_AUTO, WIDTH_NONE, LEAST_WIDTH = 20, MOST_WIDTH = 10000 };

struct options {
	struct report_options report;
	struct selection selection;
	pcre2_code *data_pattern; /* NULL: there is none */
	pcre2_code *code_pattern; /* likewise */
	pcre2_code *loop_pattern; /* likewise */
	bool has_records;         /* --opt-records is given */
	bool has_inclusive;       /* --inclusive is given */
	bool has_tree;            /* --tree is given */
	const struct format *format;
	size_t width; /* of lines, WIDTH_AUTO or WIDTH_NONE */
	bool has_no_pager;
	bool has_view;   /* else it depends on the output */
	bool debuginfod; /* fetch sources */
	enum color color;
	struct cli_output output;
};

/* --- options -------------------------------------------------------------- */

enum {
	OPT_SHOW = CLI_FIRST,
	OPT_FUNCTION,
	OPT_SORT,
	OPT_THRESHOLD,
	OPT_INCLUSIVE,
	OPT_TREE,
	OPT_SHOW_PERCS,
	OPT_AUTO,
	OPT_CONTEXT,
	OPT_COLOR,
	OPT_FORMAT,
	OPT_WIDTH,
	OPT_NO_PAGER,
	OPT_TOP,
	OPT_NO_SHOW_PERCS,
	OPT_ANNOTATE,
	OPT_NO_ANNOTATE,
	OPT_DIFF,
	OPT_VIEW,
	OPT_SOURCES,
	OPT_DEBUGINFOD,
	OPT_DATA,
	OPT_ASM,
	OPT_ASM_SYNTAX,
	OPT_LOOPS,
	OPT_OPT_RECORDS,
};

/* clang-format off */

static const struct cli_option option_rows[] = {
	{.help = "Functions and data to report"},
	{"function", OPT_FUNCTION, "=RE", CLI_USUAL,
	    "report functions that match; with their callers and callees"},
	{"data", OPT_DATA, "[=RE]", CLI_RARE,
	    "report only data, of a data profile, and what misses on them; RE: "
	    "data that match"},
	{"asm", OPT_ASM, "[=RE]", CLI_USUAL,
	    "report machine code; with the cost of each instruction; RE: "
	    "of functions that match"},
	{"asm-syntax", OPT_ASM_SYNTAX, "=att|intel", CLI_RARE,
	    "how instructions are written [att]"},
	{"loops", OPT_LOOPS, "[=RE]", CLI_USUAL,
	    "report loops; how often they ran and what a round costs; RE: of "
	    "functions that match"},
	{"opt-records", OPT_OPT_RECORDS, "=FILE", CLI_RARE,
	    "say what compilers say of loops; FILE: a record of "
	    "-fsave-optimization-record, or a directory of them"},
	{"diff", OPT_DIFF, NULL, CLI_RARE,
	    "report the second profile minus the first"},
	{.help = "Counts and order"},
	{"show", OPT_SHOW, "=A,B", CLI_USUAL,
	    "show only these events, in this order"},
	{"sort", OPT_SORT, "=A,B", CLI_USUAL,
	    "sort functions by these events; A:PCT sets a threshold for A"},
	{"threshold", OPT_THRESHOLD, "=PCT", CLI_USUAL,
	    "show functions of at least PCT % [0.1]; of the first event "
	    "of the order; with --function [0]"},
	{"inclusive", OPT_INCLUSIVE, "[=yes|no]", CLI_USUAL,
	    "show inclusive costs of functions [no]; with --function [yes]"},
	{"tree", OPT_TREE, "=none|caller|calling|both", CLI_USUAL,
	    "show callers, callees, or both [none]; with --function [both]"},
	{"show-percs", OPT_SHOW_PERCS, "[=yes|no]", CLI_RARE,
	    "show each count's share of the total [yes]"},
	{"no-show-percs", OPT_NO_SHOW_PERCS, NULL, CLI_RARE,
	    "do not show shares of the total"},
	{"view", OPT_VIEW, "=file|function", CLI_RARE,
	    "list each function by file, or by name with its files [file; on a "
	    "terminal function]"},
	{"top", OPT_TOP, "=N", CLI_RARE,
	    "show at most N functions [all that reach the threshold] and lines "
	    "that cost most [all; on a terminal 10], or with --asm functions [10]"},
	{.help = "Sources"},
	{"auto", OPT_AUTO, "=yes|no", CLI_USUAL,
	    "annotate sources [yes]; those of the functions shown"},
	{"annotate", OPT_ANNOTATE, NULL, CLI_RARE, "the same as --auto=yes"},
	{"no-annotate", OPT_NO_ANNOTATE, NULL, CLI_RARE,
	    "the same as --auto=no"},
	{"context", OPT_CONTEXT, "=N", CLI_RARE,
	    "show N lines around lines with costs [8; html 3, json 0]; with "
	    "--asm N instructions [0]"},
	{"include", 'I', "=DIR", CLI_USUAL, "also look for sources in DIR"},
	{"map-prefix", RENAME_MAP, "=OLD=NEW", CLI_RARE,
	    "look below NEW for sources below OLD"},
	{"strip-prefix", RENAME_STRIP, "=DIR", CLI_RARE,
	    "look for sources without DIR before them"},
	{"sources", OPT_SOURCES, "=DIR", CLI_RARE,
	    "read only sources that are in DIR"},
	{"debuginfod", OPT_DEBUGINFOD, NULL, CLI_RARE,
	    "fetch sources that are not found from the servers of "
	    "DEBUGINFOD_URLS"},
	{.help = "Input and output"},
	{"format", OPT_FORMAT, "=text|lines|html|json", CLI_USUAL,
	    "a report, lines for an editor, page or JSON [text]"},
	{"width", OPT_WIDTH, "=N|auto|none", CLI_RARE,
	    "fit the report into lines of N characters [auto: on a terminal, "
	    "as wide as it is]"},
	{"no-pager", OPT_NO_PAGER, NULL, CLI_RARE,
	    "show the report on the terminal at once"},
	{"color", OPT_COLOR, "=auto|always|never", CLI_RARE,
	    "colour the counts [auto: on a terminal]"},
	PARTIAL_OPTION,
	CLI_OUTPUT_OPTIONS,
	CLI_OPTIONS,
};

/* clang-format on */

const struct cli_program cli_program = {
    .name = "cg-annotate",
    .operands = "[options] [profile... [source...]]",
    .purpose =
	"Report a profile of Cachegrind or Callgrind: its totals, the functions that\n"
	"cost most, and their annotated sources. Several profiles are added up. Each\n"
	"source operand is annotated, too. Without an operand, or with \"-\", the\n"
	"profile is read from standard input.\n",
    .options = option_rows,
    .failure = CLI_FAILURE,
};

static enum color
parse_color(const char *argument)
{
	if (strcmp(argument, "auto") == 0)
		return COLOR_AUTO;
	if (strcmp(argument, "always") == 0)
		return COLOR_ALWAYS;
	if (strcmp(argument, "never") == 0)
		return COLOR_NEVER;
	cli_usage(
	    "--color: expected auto, always or never, found \"%s\"", argument);
}

static size_t
parse_width(const char *argument)
{
	int64_t width;

	if (strcmp(argument, "auto") == 0)
		return WIDTH_AUTO;
	if (strcmp(argument, "none") == 0)
		return WIDTH_NONE;
	width = cli_int("--width", argument, LEAST_WIDTH);
	if (width > MOST_WIDTH)
		cli_usage("--width: expected at most %d, found \"%s\"",
		    MOST_WIDTH, argument);
	return (size_t)width;
}

static const struct format *
parse_format(const char *argument)
{
	for (size_t i = 0; i < NFORMATS; i++)
		if (strcmp(argument, formats[i].name) == 0)
			return &formats[i];
	cli_usage("--format: expected text, lines, html or json, "
		  "found \"%s\"",
	    argument);
}

/* Returns the format that the name of the output ends in, as in "report.html". */
static const struct format *
format_by_suffix(const struct cli_output *output)
{
	for (size_t i = 0; i < NFORMATS; i++)
		if (cli_output_has_suffix(output, formats[i].name))
			return &formats[i];
	return &formats[0];
}

static void
parse_tree(struct report_options *o, const char *argument)
{
	bool both = strcmp(argument, "both") == 0;

	o->callers = both || strcmp(argument, "caller") == 0;
	o->callees = both || strcmp(argument, "calling") == 0;
	if (!o->callers && !o->callees && strcmp(argument, "none") != 0)
		cli_usage("--tree: expected none, caller, calling or both, "
			  "found \"%s\"",
		    argument);
}

/* Adds "dir", or "=dir" as in the old -I=dir; a '/' is added if need be. */
static void
add_directory(struct source_directories *directories, const char *dir)
{
	size_t len;

	dir += *dir == '=';
	len = strlen(dir);
	directories->list = cli_grow(
	    directories->list, directories->n, sizeof(*directories->list));
	directories->list[directories->n++] =
	    cli_format("%s%s", dir, len == 0 || dir[len - 1] != '/' ? "/" : "");
}

/* Takes the regular expression of an option, in place of one before; NULL: there is none. */
static const pcre2_code *
take_regex(pcre2_code **pattern, const char *option, const char *regex)
{
	pcre2_code_free(*pattern);
	*pattern = regex != NULL
		       ? pattern_compile(option, regex, strlen(regex), 0)
		       : NULL;
	return *pattern;
}

static void
take_data(struct options *options, const char *regex)
{
	struct report_options *o = &options->report;

	o->data_only = true;
	o->data_regex = regex;
	o->data_pattern = take_regex(&options->data_pattern, "--data", regex);
}

static void
take_code(struct options *options, const char *regex)
{
	struct code_options *code = &options->report.code;

	code->is_wanted = true;
	code->regex = regex;
	code->pattern = take_regex(&options->code_pattern, "--asm", regex);
}

static void
take_loops(struct options *options, const char *regex)
{
	struct loop_options *loops = &options->report.loops;

	loops->is_wanted = true;
	loops->regex = regex;
	loops->pattern = take_regex(&options->loop_pattern, "--loops", regex);
}

/* Takes an option that chooses what is reported.  Returns false if the option chooses something else. */
static bool
parse_subject(struct options *options, int c)
{
	struct report_options *o = &options->report;

	switch (c) {
	case OPT_FUNCTION:
		selection_add(&options->selection, SUBJECT_FUNCTION, false,
		    "--function", optarg);
		break;
	case OPT_DATA:
		take_data(options, optarg);
		break;
	case OPT_ASM:
		take_code(options, optarg);
		break;
	case OPT_LOOPS:
		take_loops(options, optarg);
		break;
	case OPT_OPT_RECORDS:
		remarks_add(&o->loops.remarks, optarg);
		options->has_records = true;
		break;
	case OPT_ASM_SYNTAX:
		o->code.intel = asm_syntax_is_intel(optarg);
		break;
	case OPT_VIEW:
		options->has_view = true;
		o->by_name = strcmp(optarg, "function") == 0;
		if (!o->by_name && strcmp(optarg, "file") != 0)
			cli_usage("--view: expected function or file, found "
				  "\"%s\"",
			    optarg);
		break;
	case OPT_DIFF:
		o->diff = true;
		break;
	case OPT_PARTIAL:
		o->partial = true;
		break;
	default:
		return false;
	}
	return true;
}

static void
parse_option(struct options *options, int c)
{
	struct report_options *o = &options->report;

	switch (c) {
	case OPT_SHOW:
		o->show = *optarg != '\0' ? optarg : NULL;
		break;
	case OPT_SORT:
		o->sort = *optarg != '\0' ? optarg : NULL;
		break;
	case OPT_THRESHOLD:
		o->threshold = optarg;
		o->has_threshold = true;
		cli_percent("--threshold", optarg, MAX_THRESHOLD);
		break;
	case OPT_INCLUSIVE:
		options->has_inclusive = true;
		o->inclusive =
		    optarg == NULL || cli_yes_no("--inclusive", optarg);
		break;
	case OPT_TREE:
		options->has_tree = true;
		parse_tree(o, optarg);
		break;
	case OPT_SHOW_PERCS:
		o->percentages =
		    optarg == NULL || cli_yes_no("--show-percs", optarg);
		break;
	case OPT_NO_SHOW_PERCS:
		o->percentages = false;
		break;
	case OPT_ANNOTATE:
	case OPT_NO_ANNOTATE:
		o->annotate = c == OPT_ANNOTATE;
		break;
	case OPT_AUTO:
		o->annotate = cli_yes_no("--auto", optarg);
		break;
	case OPT_CONTEXT:
		o->context = cli_int("--context", optarg, 0);
		break;
	case 'I':
		add_directory(&o->directories, optarg);
		break;
	case OPT_SOURCES:
		source_roots_add(&o->directories.roots, "--sources", optarg);
		break;
	case OPT_DEBUGINFOD:
		options->debuginfod = true;
		break;
	case OPT_FORMAT:
		options->format = parse_format(optarg);
		break;
	case OPT_WIDTH:
		options->width = parse_width(optarg);
		break;
	case OPT_TOP:
		o->top = cli_int("--top", optarg, 0);
		break;
	case OPT_NO_PAGER:
		options->has_no_pager = true;
		break;
	case OPT_COLOR:
		options->color = parse_color(optarg);
		break;
	default:
		if (parse_subject(options, c))
			break;
		renames_option(&o->directories.renames, c);
		cli_output_option(&options->output, c);
	}
}

/* Sets what a report of selected functions has unless options say otherwise: all
 * calls, their own and their inclusive costs, whatever they cost. */
static void
select_functions(struct options *o)
{
	struct report_options *r = &o->report;
	bool has_calls = !r->diff && !r->by_name &&
			 (o->format->render == render_classic ||
			     o->format->render == render_json);

	r->selection = &o->selection;
	if (!r->has_threshold)
		r->threshold = "0";
	r->calls |= has_calls && !o->has_inclusive;
	if (has_calls && !o->has_tree)
		r->callers = r->callees = true;
}

/* Ends the program if there is no machine code to report. */
static void
demand_sense_of_code(const struct options *o)
{
	if (!o->report.code.is_wanted)
		return;
	if (o->report.diff)
		cli_usage("--diff has no machine code: cg-diff --asm compares "
			  "it");
	if (o->report.data_only)
		cli_usage("--asm and --data exclude each other");
	if (o->format->render == render_lines ||
	    o->format->render == render_json)
		cli_usage("--asm needs --format=text or html");
}

/* Ends the program if there are no loops to report. */
static void
demand_sense_of_loops(const struct options *o)
{
	if (o->has_records && !o->report.loops.is_wanted)
		cli_usage("--opt-records needs --loops");
	if (!o->report.loops.is_wanted)
		return;
	if (o->report.diff)
		cli_usage("--diff has no loops");
	if (o->report.data_only)
		cli_usage("--loops and --data exclude each other");
	if (o->report.code.is_wanted)
		cli_usage("--loops and --asm exclude each other");
	if (o->format->render != render_classic &&
	    o->format->render != render_json &&
	    o->format->render != render_html)
		cli_usage("--loops needs --format=text, html or json");
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {
	    .report = {.threshold = "0.1",
		.percentages = true,
		.annotate = true,
		.context = -1,
		.top = -1},
	    .output = CLI_OUTPUT,
	};
	int c;

	cli_begin();
	while ((c = cli_next_option(argc, argv)) != -1)
		parse_option(&o, c);
	if (o.format == NULL)
		o.format = format_by_suffix(&o.output);
	o.report.code_context = o.report.context > 0 ? o.report.context : 0;
	if (o.report.context < 0)
		o.report.context = o.format->context;
	o.report.stacks = o.format->has_stacks;
	o.report.calls =
	    o.report.stacks ||
	    (o.format->has_calls && (o.report.inclusive || !o.has_inclusive));
	o.report.functions_of_lines = o.format->has_functions_of_lines;
	o.report.all_lines = o.format->has_all_lines;
	o.report.derived_events = o.format->has_derived_events;
	if (o.report.diff &&
	    (o.report.inclusive || o.report.callers || o.report.callees))
		cli_usage("--diff has no calls: --inclusive and --tree need "
			  "them");
	if (o.report.by_name &&
	    (o.report.inclusive || o.report.callers || o.report.callees))
		cli_usage("--view=function has no calls: --inclusive and "
			  "--tree need them");
	if (o.report.data_only && o.format->render != render_classic)
		cli_usage("--data needs --format=text");
	demand_sense_of_code(&o);
	demand_sense_of_loops(&o);
	remarks_complete(&o.report.loops.remarks);
	o.report.code_only =
	    (o.report.code.is_wanted || o.report.loops.is_wanted) &&
	    o.format->is_text;
	/* else it is of what these options show, and programs get all */
	o.report.top_functions =
	    o.report.code.is_wanted || o.report.loops.is_wanted ||
		    o.report.data_only || o.format->render == render_json ||
		    o.format->render == render_lines
		? -1
		: o.report.top;
	/* rows of a difference have no lines */
	o.report.annotate &=
	    !o.report.diff && !o.report.data_only && !o.report.code_only;
	o.report.needs_calls =
	    o.report.inclusive || o.report.callers || o.report.callees;
	/* the page has both, whatever --tree says */
	o.report.callers |= o.report.stacks;
	o.report.callees |= o.report.stacks;
	return o;
}

/* --- operands ------------------------------------------------------------- */

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

static void
release_options(struct report_options *o)
{
	for (size_t i = 0; i < o->directories.n; i++)
		free(o->directories.list[i]);
	free(o->directories.list);
	remarks_release(&o->loops.remarks);
	free(o->others);
	free(o->directories.aliases);
	renames_release(&o->directories.renames);
	source_roots_release(&o->directories.roots);
	free(o->sources.list);
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
	struct options o = parse_options(argc, argv);
	struct report report;
	struct printer printer;

	if (selection_selects(&o.selection))
		select_functions(&o);
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
	selection_release(&o.selection);
	pcre2_code_free(o.data_pattern);
	pcre2_code_free(o.code_pattern);
	pcre2_code_free(o.loop_pattern);
	release_options(&o.report);
	return 0;
}
