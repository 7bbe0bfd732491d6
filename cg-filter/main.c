/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-filter: renames, selects and ranks the rows of one profile.
 *
 *	later_names		names addresses, before all else
 *	filter			the steps from input to output
 *	ranked_functions	finds the largest functions
 *	hiding			hides functions in profiles with calls
 *	row_sorter		sorts the output, or writes it early if it
 *				is in order
 *
 * This file holds the options and the order of the steps.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "filter.h"
#include "later_names.h"
#include "libquery/cycles/core_model.h"
#include "libquery/header/partial.h"

const struct cli_program cli_program = {
    .name = "cg-filter",
    .help =
	"usage: cg-filter [options] [profile]\n"
	"\n"
	"Rename, select and threshold a profile in Cachegrind's or Callgrind's format.\n"
	"Without an operand, or with \"-\", read it from standard input. Hidden costs\n"
	"are added to one entry called (filtered), so the total does not change.\n"
	"\n"
	"      --threshold=PCT           functions with at least PCT % of the total\n"
	"      --top=N                   the N largest functions\n"
	"      --function=RE             functions that match, by a Perl expression\n"
	"      --file=RE, --object=RE    files, programs and libraries that match\n"
	"      --not-function=RE, --not-file=RE, --not-object=RE\n"
	"                                those that do not\n"
	"      --own                     functions that you wrote\n"
	"      --drop                    leave out hidden costs, also in the total\n"
	"      --names[=DIR]             name a profile by cg-collect "
	"--names=later\n"
	"      --cycles=CPU              add Cy, estimated cycles of this "
	"processor\n"
	"      --strip-prefix=DIR        remove DIR from files and objects below it\n"
	"      --map-prefix=OLD=NEW      replace OLD by NEW in those below OLD\n"
	"      --events=A,B              keep and order events\n"
	"      --level=LEVEL             add up to function, file, dir or object\n"
	"  -o, --output=FILE             write to FILE, replaced when complete\n"
	"      --help=all                print all options, as the manual page does\n"
	"      --version\n",
    .usage =
	"usage: cg-filter [options] [profile]\n"
	"\n"
	"Rename, select and threshold a profile in Cachegrind's or Callgrind's format.\n"
	"Without an operand, or with \"-\", read it from standard input. Hidden costs\n"
	"are added to one entry called (filtered), so the total does not change.\n"
	"\n"
	"Name, before all else, a profile by `cg-collect --names=later`:\n"
	"  --names[=DIR]                   find files and lines; in DIR, too\n"
	"  --inline=yes|no                 give inlined functions their own "
	"rows [yes];\n"
	"                                  no, without --names: take such "
	"rows out\n"
	"  --debuginfod                    ask the servers of DEBUGINFOD_URLS, too\n"
	"Estimate, after that:\n"
	"  --cycles=CPU                    add the event Cy, estimated cycles "
	"of a\n"
	"                                  processor: LLVM's name, host, or "
	"list\n"
	"  --penalty=EVENT:N               cycles of a miss: L1, LL, Bcm, Bim "
	"or D1mw\n"
	"                                  [CPU's]; see docs/TIME.md\n"
	"Rename, in the order given (rows that become equal are added up):\n"
	"  --mod-filename=s/RE/TEXT/[gix]  files, by a Perl substitution\n"
	"  --mod-funcname=s/RE/TEXT/[gix]  functions\n"
	"  --mod-objname=s/RE/TEXT/[gix]   programs and libraries\n"
	"  --strip-prefix=DIR              remove DIR from files and objects below it\n"
	"  --map-prefix=OLD=NEW            replace OLD by NEW in those below OLD\n"
	"Select, by Perl regular expressions (of several, one must match):\n"
	"  --file=RE, --not-file=RE\n"
	"  --function=RE, --not-function=RE\n"
	"  --object=RE, --not-object=RE\n"
	"  --region=RE, --not-region=RE    regions that the program named\n"
	"  --own                           functions that you wrote: not the system's,\n"
	"                                  a compiler's or a package's\n"
	"  --threshold=PCT[,EVENT...]      functions with at least PCT % of EVENT\n"
	"  --top=N[,EVENT]                 the N largest functions\n"
	"  --drop                          leave out hidden costs, also in the total\n"
	"Shape:\n"
	"  --event='NAME = A + 10 B'       add a derived event\n"
	"  --events=A,B                    keep and order events\n"
	"  --level=line|function|file|dir[:DEPTH]|object\n"
	"                                  add up all finer rows\n"
	"  --stacks=yes|no                 keep the stacks of `cg-collect --stacks`\n"
	"                                  [yes]; no: add them up\n"
	"Input and output:\n" PARTIAL_HELP PROFILE_OUTPUT_HELP
	    PROFILE_FORMAT_HELP "  -h, --help[=all]\n"
	"      --version\n",
    .failure = CLI_FAILURE,
};

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

static const struct option long_options[] = {
    CLI_OPTIONS,
    PROFILE_OUTPUT_OPTIONS,
    PARTIAL_OPTION,
    RENAME_OPTIONS,
    {"file", required_argument, NULL, OPT_FILE},
    {"not-file", required_argument, NULL, OPT_NOT_FILE},
    {"function", required_argument, NULL, OPT_FUNCTION},
    {"not-function", required_argument, NULL, OPT_NOT_FUNCTION},
    {"object", required_argument, NULL, OPT_OBJECT},
    {"not-object", required_argument, NULL, OPT_NOT_OBJECT},
    {"region", required_argument, NULL, OPT_REGION},
    {"not-region", required_argument, NULL, OPT_NOT_REGION},
    {"own", no_argument, NULL, OPT_OWN},
    {"threshold", required_argument, NULL, OPT_THRESHOLD},
    {"top", required_argument, NULL, OPT_TOP},
    {"drop", no_argument, NULL, OPT_DROP},
    {"names", optional_argument, NULL, OPT_NAMES},
    {"debuginfod", no_argument, NULL, OPT_DEBUGINFOD},
    {"inline", required_argument, NULL, OPT_INLINE},
    {"event", required_argument, NULL, OPT_EVENT},
    {"events", required_argument, NULL, OPT_EVENTS},
    {"level", required_argument, NULL, OPT_LEVEL},
    {"stacks", required_argument, NULL, OPT_STACKS},
    {"cycles", required_argument, NULL, OPT_CYCLES},
    {"penalty", required_argument, NULL, OPT_PENALTY},
    {NULL, 0, NULL, 0},
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

/* --names may be given for several directories. */
static void
take_names(struct options *o, const char *directory)
{
	struct names_options *names = &o->names;

	o->is_later = true;
	if (directory == NULL)
		return;
	o->directories = cli_grow(
	    o->directories, names->ndirectories, sizeof(*o->directories));
	o->directories[names->ndirectories++] = directory;
	names->directories = o->directories;
}

static void
take_option(struct options *o, int c)
{
	o->is_filter |= c != 'o' && c != 'z' && c != OPT_NAMES &&
			c != OPT_DEBUGINFOD && c != OPT_INLINE;
	switch (c) {
	case OPT_NAMES:
		take_names(o, optarg);
		break;
	case OPT_DEBUGINFOD:
		o->names.debuginfod = true;
		break;
	case OPT_INLINE:
		o->inline_given = true;
		o->names.inlined = cli_yes_no("--inline", optarg);
		break;
	case OPT_CYCLES:
		o->cycles.cpu = optarg;
		break;
	case OPT_PENALTY:
		penalties_option(&o->cycles.penalties, "--penalty", optarg);
		break;
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
	struct options o = {.output = PROFILE_OUTPUT, .names.inlined = true};
	int c;

	cli_begin();
	while ((c = cli_option(argc, argv, ":ho:z::", long_options)) != -1)
		take_option(&o, c);
	if (o.names.debuginfod && !o.is_later)
		cli_usage("--debuginfod needs --names");
	cycles_check_penalties(&o.cycles);
	if (o.inline_given && !o.is_later) {
		if (o.names.inlined)
			cli_usage("--inline=yes needs --names");
		o.joins_hosts = o.is_filter = true;
	}
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
	free(o->directories);
}

int
main(int argc, char **argv)
{
	struct options options = parse_options(argc, argv);
	const char *path;
	struct filter *filter;

	if (options.cycles.cpu != NULL &&
	    strcmp(options.cycles.cpu, "list") == 0) {
		core_model_list("--cycles");
		release_options(&options);
		return 0;
	}
	path = cli_input(argc, argv);
	cli_spare_terminal(&options.output.stream, false);
	if (options.is_later && !options.is_filter) {
		later_names_write(path, &options.names, &options.output);
		release_options(&options);
		return 0;
	}
	filter = filter_open(&options, path);
	filter_read(filter);
	filter_hide_functions(filter);
	filter_write(filter);
	selection_warn(&options.selection);
	filter_free(filter);
	release_options(&options);
	return 0;
}
