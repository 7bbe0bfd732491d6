/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options: the table of them, from which both helps and the completions of shells
 * are made, what each one says, and what a report has because of several.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "options.h"

enum { MOST_WIDTH = 10000 };

static const struct format formats[] = {
    {"text", render_classic, render_terminal, true, false, false, false, false,
	false, 8},
    {"lines", render_lines, NULL, true, false, false, true, false, false, 0},
    {"html", render_html, NULL, false, true, true, true, true, true, 3},
    {"json", render_json, NULL, false, true, false, false, false, true, 0},
};
enum { NFORMATS = sizeof(formats) / sizeof(formats[0]) };

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

/* Takes an option if it chooses what is reported.  If not, returns false. */
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
		o->inclusive = cli_yes_no("--inclusive", optarg);
		break;
	case OPT_TREE:
		options->has_tree = true;
		parse_tree(o, optarg);
		break;
	case OPT_SHOW_PERCS:
		o->percentages = cli_yes_no("--show-percs", optarg);
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

void
options_parse(struct options *o, int argc, char **argv)
{
	int c;

	*o = (struct options){
	    .report = {.threshold = "0.1",
		.percentages = true,
		.annotate = true,
		.context = -1,
		.top = -1},
	    .output = CLI_OUTPUT,
	};
	while ((c = cli_next_option(argc, argv)) != -1)
		parse_option(o, c);
	if (o->format == NULL)
		o->format = format_by_suffix(&o->output);
	o->report.code_context = o->report.context > 0 ? o->report.context : 0;
	if (o->report.context < 0)
		o->report.context = o->format->context;
	o->report.stacks = o->format->has_stacks;
	o->report.calls =
	    o->report.stacks || (o->format->has_calls &&
				    (o->report.inclusive || !o->has_inclusive));
	o->report.functions_of_lines = o->format->has_functions_of_lines;
	o->report.all_lines = o->format->has_all_lines;
	o->report.derived_events = o->format->has_derived_events;
	if (o->report.diff &&
	    (o->report.inclusive || o->report.callers || o->report.callees))
		cli_usage("--diff has no calls: --inclusive and --tree need "
			  "them");
	if (o->report.by_name &&
	    (o->report.inclusive || o->report.callers || o->report.callees))
		cli_usage("--view=function has no calls: --inclusive and "
			  "--tree need them");
	if (o->report.data_only && o->format->render != render_classic)
		cli_usage("--data needs --format=text");
	demand_sense_of_code(o);
	demand_sense_of_loops(o);
	remarks_complete(&o->report.loops.remarks);
	o->report.code_only =
	    (o->report.code.is_wanted || o->report.loops.is_wanted) &&
	    o->format->is_text;
	/* else it is of what these options show, and programs get all */
	o->report.top_functions =
	    o->report.code.is_wanted || o->report.loops.is_wanted ||
		    o->report.data_only || o->format->render == render_json ||
		    o->format->render == render_lines
		? -1
		: o->report.top;
	/* rows of a difference have no lines */
	o->report.annotate &=
	    !o->report.diff && !o->report.data_only && !o->report.code_only;
	o->report.needs_calls =
	    o->report.inclusive || o->report.callers || o->report.callees;
	/* the page has both, whatever --tree says */
	o->report.callers |= o->report.stacks;
	o->report.callees |= o->report.stacks;
	if (selection_selects(&o->selection))
		select_functions(o);
}

static void
release_report_options(struct report_options *o)
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

void
options_release(struct options *o)
{
	selection_release(&o->selection);
	pcre2_code_free(o->data_pattern);
	pcre2_code_free(o->code_pattern);
	pcre2_code_free(o->loop_pattern);
	release_report_options(&o->report);
}
