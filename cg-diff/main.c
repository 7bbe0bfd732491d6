/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-diff: subtracts one profile from another.
 *
 *	diff		reads both profiles, judges and writes the difference
 *	matches		finds out if the profiles have files in common
 *	moved		finds functions that are in other files
 *	diff_header	the header of the difference
 *	line_map	from lines of the old sources to lines of the new ones
 *	code/
 *	    code_sides	the functions of both profiles, in pairs
 *	    code_key	what is compared of an instruction
 *	    code_alignment  the instructions of both versions of a function, in pairs
 *	    code_table	prints them
 *	loops/
 *	    loop_sides	the loops of both profiles
 *	    loop_pairs	pairs them by their places in the source
 *	    loop_table	prints them for people
 *	    loop_json	prints them for programs
 *	report/
 *	    level_rows	the functions, files, objects or regions of both
 *	    verdict	judges limits
 *	    changes	what changed, the largest change first
 *	    table	prints it for people
 *	    change_rows	prints it for programs
 *
 * This file holds the options and operands.
 */
#include <string.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "libcli/inputs.h"
#include "diff.h"
#include "libquery/header/partial.h"

enum {
	EXIT_EXCEEDED = 1,
	OPT_LINES = CLI_FIRST,
	OPT_OLD_SOURCE,
	OPT_NEW_SOURCE,
	OPT_KEEP_SIDES,
	OPT_COMMON_EVENTS,
	OPT_LIMIT,
	OPT_BY,
	OPT_TOP,
	OPT_EVENTS,
	OPT_INCLUSIVE,
	OPT_ASM,
	OPT_ASM_SYNTAX,
	OPT_LOOPS,
};

/* clang-format off */

static const struct cli_option option_rows[] = {
	{.help = "Rename, in the order given, in both profiles"},
	RENAME_OPTIONS,
	{.help = "Shape"},
	{"lines", OPT_LINES, NULL, CLI_USUAL, "keep lines apart"},
	{"old-source", OPT_OLD_SOURCE, "=DIR", CLI_USUAL,
	    "the old sources; with the new ones, lines that only moved show 0"},
	{"new-source", OPT_NEW_SOURCE, "=DIR", CLI_USUAL, "the new sources"},
	{"keep-sides", OPT_KEEP_SIDES, NULL, CLI_USUAL,
	    "add events X@old and X@new for each X"},
	{"common-events", OPT_COMMON_EVENTS, NULL, CLI_RARE,
	    "compare only events that both have"},
	{.help = "Print a table of the changes instead of a profile"},
	{"by", OPT_BY, "=function|file|object|line|region", CLI_USUAL,
	    "old, new and change of each [function]"},
	{"top", OPT_TOP, "=N", CLI_USUAL,
	    "the N largest changes [10]; tsv, csv and json have all"},
	{"events", OPT_EVENTS, "=A,B", CLI_RARE,
	    "a table for each event [the first event]"},
	{"inclusive", OPT_INCLUSIVE, "[=yes|no]", CLI_RARE,
	    "inclusive costs of functions, in limits, too [no]"},
	{.help = "Print machine code instead of a profile, both versions side by "
		 "side"},
	{"asm", OPT_ASM, "[=RE]", CLI_USUAL,
	    "print machine code, both versions side by side; of the "
	    "functions that changed most in Ir, or that match"},
	{"asm-syntax", OPT_ASM_SYNTAX, "=att|intel", CLI_RARE,
	    "how instructions are written [att]"},
	{.help = "Print loops instead of a profile"},
	{"loops", OPT_LOOPS, "[=RE]", CLI_USUAL,
	    "print loops, with what a round costs in both"},
	{.help = "Judge (exit status 1 if a limit is exceeded)"},
	{"limit", OPT_LIMIT, "=EVENT=BOUND[|BOUND...][,file=RE|,function=RE|,region=RE]",
	    CLI_USUAL,
	    "how much EVENT may grow; EVENT or @all, by +1%, +1000, -5%; "
	    "of several bounds, all must be exceeded"},
	{.help = "Input and output"},
	PARTIAL_OPTION,
	PROFILE_OUTPUT_OPTIONS,
	{"format", PROFILE_OUTPUT_FORMAT, "=cachegrind|callgrind|text|markdown|tsv|csv|json",
	    CLI_USUAL, "a profile [the input's format], or a table"},
	CLI_OPTIONS,
};

/* clang-format on */

const struct cli_program cli_program = {
    .name = "cg-diff",
    .operands = "[options] [label=]old [label=]new",
    .purpose =
	"Subtract one profile from another: new - old, for each function of either.\n"
	"One of them may be \"-\", standard input.\n",
    .options = option_rows,
    .failure = CLI_FAILURE,
    .on_terminal = "print a table (--by=function), ",
};

static void
take_by(struct options *o, const char *by)
{
	o->has_table = o->chose_rows = true;
	if (strcmp(by, "function") == 0)
		o->changes.level = LIMIT_FUNCTION;
	else if (strcmp(by, "file") == 0)
		o->changes.level = LIMIT_FILE;
	else if (strcmp(by, "region") == 0)
		o->changes.level = LIMIT_REGION;
	else if (strcmp(by, "object") == 0)
		o->changes.level = LIMIT_FILE;
	else if (strcmp(by, "line") == 0)
		o->changes.level = LIMIT_FUNCTION;
	else
		cli_usage("--by: expected function, file, object, line or "
			  "region, found \"%s\"",
		    by);
	o->changes.by_object = strcmp(by, "object") == 0;
	o->changes.only_lines = strcmp(by, "line") == 0;
}

static const struct {
	const char *format, *suffix;
} tables[] = {
    [TABLE_TEXT] = {"text", NULL},
    [TABLE_MARKDOWN] = {"markdown", "md"},
    [TABLE_TSV] = {"tsv", "tsv"},
    [TABLE_CSV] = {"csv", "csv"},
    [TABLE_JSON] = {"json", "json"},
};
#define NTABLES (sizeof(tables) / sizeof(*tables))

/* Takes the formats of tables; the others are formats of profiles. */
static void
take_format(struct options *o, const char *format)
{
	o->chose_format = true;
	if (strcmp(format, "cachegrind") == 0 ||
	    strcmp(format, "callgrind") == 0) {
		profile_output_option(&o->output, PROFILE_OUTPUT_FORMAT);
		return;
	}
	for (size_t i = 0; i < NTABLES; i++)
		if (strcmp(format, tables[i].format) == 0) {
			o->table_format = (enum table_format)i;
			o->has_table = true;
			return;
		}
	cli_usage("--format: expected cachegrind, callgrind, text, markdown, "
		  "tsv, csv or json, found \"%s\"",
	    format);
}

/* Takes the format that the name of the output ends in, if it is one of a table. */
static void
take_suffix(struct options *o)
{
	for (size_t i = 0; i < NTABLES; i++)
		if (tables[i].suffix != NULL &&
		    cli_output_has_suffix(&o->output.stream, tables[i].suffix))
			take_format(o, tables[i].format);
}

static void
take_code(struct code_request *code, const char *regex)
{
	code->is_wanted = true;
	code->regex = regex;
	pcre2_code_free(code->pattern);
	code->pattern = regex != NULL
			    ? pattern_compile("--asm", regex, strlen(regex), 0)
			    : NULL;
}

static void
take_loops(struct loop_request *loops, const char *regex)
{
	loops->is_wanted = true;
	loops->regex = regex;
	pcre2_code_free(loops->pattern);
	loops->pattern =
	    regex != NULL ? pattern_compile("--loops", regex, strlen(regex), 0)
			  : NULL;
}

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case OPT_LINES:
		o->lines = true;
		break;
	case OPT_OLD_SOURCE:
		o->line_map.old_dir = optarg;
		break;
	case OPT_NEW_SOURCE:
		o->line_map.new_dir = optarg;
		break;
	case OPT_KEEP_SIDES:
		o->keep_sides = true;
		break;
	case OPT_COMMON_EVENTS:
		o->common_events = true;
		break;
	case OPT_PARTIAL:
		o->partial = true;
		break;
	case OPT_LIMIT:
		limits_add(&o->limits, optarg);
		break;
	case OPT_BY:
		take_by(o, optarg);
		break;
	case PROFILE_OUTPUT_FORMAT:
		take_format(o, optarg);
		break;
	case OPT_TOP:
		o->changes.top = cli_int("--top", optarg, 0);
		o->code.top = o->changes.top;
		break;
	case OPT_ASM:
		take_code(&o->code, optarg);
		break;
	case OPT_LOOPS:
		take_loops(&o->loops, optarg);
		break;
	case OPT_ASM_SYNTAX:
		o->code.intel = asm_syntax_is_intel(optarg);
		break;
	case OPT_EVENTS:
		projection_select(&o->changes.projection, optarg);
		break;
	case OPT_INCLUSIVE:
		o->changes.inclusive = cli_yes_no("--inclusive", optarg);
		break;
	default:
		profile_output_option(&o->output, c);
		renames_option(&o->renames, c);
	}
}

/* Ends the program if an option means nothing for machine code. */
static void
demand_sense_of_code(const struct options *o)
{
	const char *option = o->has_table           ? "--by or --format"
			     : o->limits.n > 0      ? "--limit"
			     : o->lines             ? "--lines"
			     : o->keep_sides        ? "--keep-sides"
			     : o->common_events     ? "--common-events"
			     : o->changes.inclusive ? "--inclusive"
						    : NULL;

	if (o->line_map.old_dir != NULL)
		option = "--old-source";
	if (o->changes.projection.selected != NULL)
		option = "--events";
	if (o->output.is_format_given || o->output.is_compression_given)
		option = "an option of the profile's form";
	if (option != NULL)
		cli_usage("--asm prints no profile and no table: leave out %s",
		    option);
}

/* Ends the program if an option means nothing for loops. */
static void
demand_sense_of_loops(const struct options *o)
{
	const char *option = o->limits.n > 0        ? "--limit"
			     : o->lines             ? "--lines"
			     : o->keep_sides        ? "--keep-sides"
			     : o->common_events     ? "--common-events"
			     : o->changes.inclusive ? "--inclusive"
			     : o->changes.projection.selected != NULL
				 ? "--events"
				 : NULL;

	if (o->code.is_wanted)
		option = "--asm";
	if (o->chose_rows)
		option = "--by";
	if (o->output.is_format_given || o->output.is_compression_given)
		option = "an option of the profile's form";
	if (option != NULL)
		cli_usage("--loops prints no profile and no other table: "
			  "leave out %s",
		    option);
	if (o->table_format != TABLE_TEXT && o->table_format != TABLE_JSON)
		cli_usage("--loops needs --format=text or json");
}

/* Ends the program if the options contradict one another. */
static void
demand_sense(const struct options *o)
{
	bool has_functions =
	    (o->has_table && o->changes.level == LIMIT_FUNCTION &&
		!o->changes.only_lines) ||
	    limits_have(&o->limits, LIMIT_FUNCTION);

	if ((o->line_map.old_dir == NULL) != (o->line_map.new_dir == NULL))
		cli_usage("give both --old-source and --new-source");
	if (o->loops.is_wanted)
		demand_sense_of_loops(o);
	else if (o->code.is_wanted)
		demand_sense_of_code(o);
	else if (o->changes.projection.selected != NULL && !o->has_table)
		cli_usage("--events needs --by, or --format of a table");
	if (o->has_table && (o->keep_sides || o->output.is_format_given ||
				o->output.is_compression_given))
		cli_usage("a table is no profile: leave out --by and --top, or "
			  "--keep-sides and the options of the profile's form");
	if (o->changes.inclusive && !has_functions)
		cli_usage("--inclusive needs --by=function, or a --limit on "
			  "functions");
}

/* True if the output would go to a terminal, and no option wants a profile. */
static bool
has_reader(const struct options *o)
{
	return isatty(STDOUT_FILENO) && !o->output.stream.is_given &&
	       o->output.stream.gzip_level <= 0 && !o->keep_sides &&
	       !o->output.is_format_given && !o->output.is_compression_given;
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {
	    .output = PROFILE_OUTPUT,
	    .limits = {.kind = LIMIT_GROWTH},
	    .changes = {.level = LIMIT_FUNCTION, .top = -1},
	    .code = {.top = -1},
	};
	int c;

	cli_begin();
	while ((c = cli_next_option(argc, argv)) != -1)
		take_option(&o, c);
	if (!o.chose_format && !o.code.is_wanted)
		take_suffix(&o);
	if (!o.code.is_wanted && !o.loops.is_wanted)
		o.has_table |= o.changes.top >= 0 || has_reader(&o);
	demand_sense(&o);
	if (o.line_map.old_dir != NULL) {
		o.lines = true;
		line_map_strip_directories(&o.line_map, &o.renames);
	}
	/* people get the largest changes, programs all */
	if (o.changes.top < 0)
		o.changes.top =
		    o.table_format >= TABLE_TSV ? INT64_MAX : CHANGES_TOP;
	o.loops.top = o.changes.top;
	o.limits.inclusive = o.changes.inclusive;
	o.lines |= o.changes.only_lines;
	o.changes.by_line = o.lines && o.changes.level == LIMIT_FUNCTION &&
			    !o.changes.inclusive;
	return o;
}

/* Takes the next operand.  Returns its path and sets its name, to be freed: its label, or else the
 * path. */
static const char *
take_operand(int argc, char **argv, char **name)
{
	const char *path;

	*name = input_take_label(&argv[optind]);
	path = cli_first_input(argc, argv);
	if (*name == NULL)
		*name = cli_copy(path, strlen(path));
	optind++;
	return path;
}

static void
parse_operands(struct options *o, int argc, char **argv)
{
	if (argc - optind != 2)
		cli_usage("expected two profiles, old and new, found %d",
		    argc - optind);
	o->old_path = take_operand(argc, argv, &o->old_name);
	o->new_path = take_operand(argc, argv, &o->new_name);
	cli_demand_one_stdin(argv + optind - 2, 2);
}

static void
release_options(struct options *o)
{
	renames_release(&o->renames);
	limits_release(&o->limits);
	projection_release(&o->changes.projection);
	line_map_release(&o->line_map);
	pcre2_code_free(o->code.pattern);
	pcre2_code_free(o->loops.pattern);
	free(o->old_name);
	free(o->new_name);
}

int
main(int argc, char **argv)
{
	struct options options = parse_options(argc, argv);
	bool kept;

	parse_operands(&options, argc, argv);
	cli_spare_terminal(&options.output.stream,
	    options.has_table || options.code.is_wanted ||
		    options.loops.is_wanted
		? CLI_TEXT
		: CLI_PROFILE);
	kept = diff(&options);
	release_options(&options);
	return kept ? 0 : EXIT_EXCEEDED;
}
