/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-filter: renames, selects and ranks the rows of one profile.
 *
 *	filter			the steps from input to output
 *	ranked_functions	finds the largest functions
 *	hiding			hides functions in profiles with calls
 *	depths			how many kept functions are above each function
 *	row_sorter		sorts the output, or writes it early if it
 *				is in order
 *
 * This file holds the options and the order of the steps.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "filter.h"
#include "libquery/header/partial.h"

/* --- options -------------------------------------------------------------- */

enum {
	OPT_FILE = CLI_FIRST,
	OPT_NOT_FILE,
	OPT_FUNCTION,
	OPT_NOT_FUNCTION,
	OPT_OBJECT,
	OPT_NOT_OBJECT,
	OPT_REGION,
	OPT_NOT_REGION,
	OPT_OWN,
	OPT_THRESHOLD,
	OPT_TOP,
	OPT_DROP,
	OPT_NAMES,
	OPT_DEBUGINFOD,
	OPT_INLINE,
	OPT_EVENT,
	OPT_EVENTS,
	OPT_LEVEL,
	OPT_STACKS,
	OPT_CYCLES,
	OPT_PENALTY,
};

/* clang-format off */

static const struct cli_option option_rows[] = {
	{"names", OPT_NAMES, "[=DIR]", CLI_HIDDEN, ""},
	{"debuginfod", OPT_DEBUGINFOD, NULL, CLI_HIDDEN, ""},
	{.help = "Rename, in the order given (rows that become equal are added "
		 "up)"},
	RENAME_OPTIONS,
	{.help = "Select, by Perl regular expressions (of several, one must "
		 "match)"},
	{"function", OPT_FUNCTION, "=RE", CLI_USUAL,
	    "keep functions that match"},
	{"not-function", OPT_NOT_FUNCTION, "=RE", CLI_RARE,
	    "hide functions that match"},
	{"file", OPT_FILE, "=RE", CLI_USUAL, "keep files that match"},
	{"not-file", OPT_NOT_FILE, "=RE", CLI_RARE, "hide files that match"},
	{"object", OPT_OBJECT, "=RE", CLI_USUAL,
	    "keep programs and libraries that match"},
	{"not-object", OPT_NOT_OBJECT, "=RE", CLI_RARE,
	    "hide programs and libraries that match"},
	{"region", OPT_REGION, "=RE", CLI_RARE,
	    "keep regions, which the program named, that match"},
	{"not-region", OPT_NOT_REGION, "=RE", CLI_RARE,
	    "hide regions that match"},
	{"own", OPT_OWN, NULL, CLI_USUAL,
	    "keep functions that you wrote; not the system's, a "
	    "compiler's or a package's"},
	{"threshold", OPT_THRESHOLD, "=PCT[,EVENT...]", CLI_USUAL,
	    "keep functions with at least PCT % of EVENT"},
	{"top", OPT_TOP, "=N[,EVENT]", CLI_USUAL,
	    "keep the N largest functions"},
	{"drop", OPT_DROP, NULL, CLI_USUAL,
	    "leave out hidden costs, also in the total"},
	{.help = "Shape"},
	{"event", OPT_EVENT, "='NAME = A + 10 B'", CLI_RARE,
	    "add a derived event"},
	{"events", OPT_EVENTS, "=A,B", CLI_USUAL, "keep and order events"},
	{"level", OPT_LEVEL, "=line|function|file|dir[:DEPTH]|object", CLI_USUAL,
	    "add up all finer rows"},
	{"stacks", OPT_STACKS, "=yes|no", CLI_RARE,
	    "keep the stacks of `cg-collect --stacks` [yes]; no: add them up"},
	{"inline", OPT_INLINE, "=no", CLI_RARE,
	    "give rows of inlined functions to those that they were inlined "
	    "into"},
	{.help = "Input and output"},
	PARTIAL_OPTION,
	PROFILE_OUTPUT_OPTIONS,
	PROFILE_FORMAT_OPTION,
	{"cycles", OPT_CYCLES, "=CPU", CLI_HIDDEN, ""},
	{"penalty", OPT_PENALTY, "=EVENT:N", CLI_HIDDEN, ""},
	CLI_OPTIONS,
};

/* clang-format on */

const struct cli_program cli_program = {
    .name = "cg-filter",
    .operands = "[options] [profile]",
    .purpose =
	"Rename, select and threshold a profile in Cachegrind's or Callgrind's format.\n"
	"Without an operand, or with \"-\", read it from standard input. Hidden costs\n"
	"are added to one entry called (filtered), so the total does not change.\n",
    .options = option_rows,
    .failure = CLI_FAILURE,
};

/* Takes the option if it selects by name. */
static void
take_criterion(struct options *o, int c)
{
	static const struct {
		int option;
		enum subject subject;
		bool negated;
		const char *name;
	} criteria[] = {
	    {OPT_FILE, SUBJECT_FILE, false, "--file"},
	    {OPT_NOT_FILE, SUBJECT_FILE, true, "--not-file"},
	    {OPT_FUNCTION, SUBJECT_FUNCTION, false, "--function"},
	    {OPT_NOT_FUNCTION, SUBJECT_FUNCTION, true, "--not-function"},
	    {OPT_OBJECT, SUBJECT_OBJECT, false, "--object"},
	    {OPT_NOT_OBJECT, SUBJECT_OBJECT, true, "--not-object"},
	    {OPT_REGION, SUBJECT_REGION, false, "--region"},
	    {OPT_NOT_REGION, SUBJECT_REGION, true, "--not-region"},
	};

	for (size_t i = 0; i < sizeof(criteria) / sizeof(criteria[0]); i++)
		if (criteria[i].option == c)
			selection_add(&o->selection, criteria[i].subject,
			    criteria[i].negated, criteria[i].name, optarg);
}

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case OPT_NAMES:
		cli_moved("--names", "cg-names [directory...] <profile");
	case OPT_DEBUGINFOD:
		cli_moved("--debuginfod", "cg-names --debuginfod <profile");
	case OPT_INLINE:
		if (strcmp(optarg, "yes") == 0)
			cli_moved("--inline=yes", "cg-names <profile");
		if (strcmp(optarg, "no") != 0)
			cli_usage(
			    "--inline: expected no, found \"%s\"", optarg);
		o->joins_hosts = true;
		break;
	case OPT_CYCLES:
		cli_moved("--cycles", "cg-cycles CPU PROFILE");
	case OPT_PENALTY:
		cli_moved(
		    "--penalty", "cg-cycles --penalty=EVENT:N CPU PROFILE");
	case OPT_OWN:
		selection_add_own(&o->selection);
		break;
	case OPT_THRESHOLD:
		ranking_set_threshold(&o->ranking, optarg);
		break;
	case OPT_TOP:
		ranking_set_top(&o->ranking, optarg);
		break;
	case OPT_DROP:
		o->drop = true;
		break;
	case OPT_PARTIAL:
		o->partial = true;
		break;
	case OPT_EVENT:
		projection_derive(&o->columns, optarg);
		break;
	case OPT_EVENTS:
		projection_select(&o->columns, optarg);
		break;
	case OPT_STACKS:
		o->adds_stacks = !cli_yes_no("--stacks", optarg);
		break;
	case OPT_LEVEL:
		if (!rollup_parse(&o->rollup, "--level", optarg))
			cli_usage("--level: expected line, function, file, "
				  "dir, dir:DEPTH or object, found \"%s\"",
			    optarg);
		break;
	default:
		take_criterion(o, c);
		profile_output_option(&o->output, c);
		renames_option(&o->renames, c);
	}
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {.output = PROFILE_OUTPUT};
	int c;

	cli_begin();
	while ((c = cli_next_option(argc, argv)) != -1)
		take_option(&o, c);
	return o;
}

static void
release_options(struct options *o)
{
	renames_release(&o->renames);
	selection_release(&o->selection);
	projection_release(&o->columns);
	ranking_release(&o->ranking);
	rollup_release(&o->rollup);
}

int
main(int argc, char **argv)
{
	struct options options = parse_options(argc, argv);
	const char *path = cli_input(argc, argv);
	struct filter *filter;

	cli_spare_terminal(&options.output.stream, CLI_PROFILE);
	filter = filter_open(&options, path);
	filter_read(filter);
	filter_hide_functions(filter);
	filter_write(filter);
	selection_warn(&options.selection);
	filter_free(filter);
	release_options(&options);
	return 0;
}
