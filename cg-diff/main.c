/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-diff: subtracts one profile from another.
 *
 *	diff		reads both profiles, judges and writes the difference
 *	side		one of the profiles, read in a thread
 *	pairs		the same row of both profiles
 *	clones		the functions that compilers make clones of
 *	builds		programs and libraries that are other builds
 *	program		compares the program with the program
 *	matches		finds out if the profiles have files in common
 *	diff_header	the header of the difference
 *	line_map	from lines of the old sources to lines of the new ones
 *	hunks		the differences of two files, found by diff(1)
 *
 * This file holds the options and operands.
 */
#include <string.h>

#include "libcli/cli.h"
#include "diff.h"
#include "libquery/header/partial.h"

const struct cli_program cli_program = {
    .name = "cg-diff",
    .help =
	"usage: cg-diff [options] old new\n"
	"\n"
	"Subtract one profile from another, in Cachegrind's or Callgrind's format:\n"
	"new - old, for each function of either. One of them may be \"-\", standard\n"
	"input.\n"
	"\n"
	"      --strip-prefix=DIR      remove DIR from files and objects below it\n"
	"      --map-prefix=OLD=NEW    replace OLD by NEW in those below OLD\n"
	"      --mod-filename=s/RE/TEXT/, --mod-funcname=s/RE/TEXT/\n"
	"                              rename files and functions\n"
	"      --lines                 keep lines apart\n"
	"      --old-source=DIR, --new-source=DIR\n"
	"                              directories with both sources: compare a line\n"
	"                              with the one that it has become\n"
	"      --keep-sides            add events X@old and X@new for each X\n"
	"      --limit=EVENT=BOUND     exit with 1 if EVENT grows by more: +1%, +1000\n"
	"  -o, --output=FILE           write to FILE, replaced when complete\n"
	"      --help=all              print all options, as the manual page does\n"
	"      --version\n",
    .usage =
	"usage: cg-diff [options] old new\n"
	"\n"
	"Subtract one profile from another, in Cachegrind's or Callgrind's format:\n"
	"new - old, for each function of either. One of them may be \"-\", standard\n"
	"input.\n"
	"\n"
	"Rename, in the order given, in both profiles:\n"
	"  --mod-filename=s/RE/TEXT/[gix]  files, by a Perl substitution\n"
	"  --mod-funcname=s/RE/TEXT/[gix]  functions\n"
	"  --mod-objname=s/RE/TEXT/[gix]   programs and libraries\n"
	"  --strip-prefix=DIR              remove DIR from files and objects below it\n"
	"  --map-prefix=OLD=NEW            replace OLD by NEW in those below OLD\n"
	"Shape:\n"
	"  --lines                         keep lines apart\n"
	"  --old-source=DIR, --new-source=DIR\n"
	"                                  directories with both sources: compare\n"
	"                                  a line with the one that it has become\n"
	"  --keep-sides                    add events X@old and X@new for each X\n"
	"  --common-events                 compare only events that both have\n"
	"Judge (exit status 1 if a limit is exceeded):\n"
	"  --limit=EVENT=BOUND[|BOUND...][,file=RE|,function=RE]\n"
	"                                  how much EVENT, or @all, may grow: +1%,\n"
	"                                  +1000, -5%; of several bounds, all must\n"
	"                                  be exceeded\n"
	"Input and output:\n" PARTIAL_HELP PROFILE_OUTPUT_HELP
	"  -h, --help[=all]\n"
	"      --version\n",
    .failure = CLI_FAILURE,
};

enum {
	EXIT_EXCEEDED = 1,
	OPT_LINES = CLI_FIRST,
	OPT_OLD_SOURCE,
	OPT_NEW_SOURCE,
	OPT_KEEP_SIDES,
	OPT_COMMON_EVENTS,
	OPT_LIMIT,
};

static const struct option long_options[] = {
    CLI_OPTIONS,
    PROFILE_OUTPUT_OPTIONS,
    PARTIAL_OPTION,
    RENAME_OPTIONS,
    {"lines", no_argument, NULL, OPT_LINES},
    {"old-source", required_argument, NULL, OPT_OLD_SOURCE},
    {"new-source", required_argument, NULL, OPT_NEW_SOURCE},
    {"keep-sides", no_argument, NULL, OPT_KEEP_SIDES},
    {"common-events", no_argument, NULL, OPT_COMMON_EVENTS},
    {"limit", required_argument, NULL, OPT_LIMIT},
    {NULL, 0, NULL, 0},
};

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
	default:
		profile_output_option(&o->output, c);
		renames_option(&o->renames, c);
	}
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {
	    .output = PROFILE_OUTPUT,
	    .limits = {.kind = LIMIT_GROWTH},
	};
	int c;

	cli_begin();
	while ((c = cli_option(argc, argv, ":ho:z::", long_options)) != -1)
		take_option(&o, c);
	if ((o.line_map.old_dir == NULL) != (o.line_map.new_dir == NULL))
		cli_usage("give both --old-source and --new-source");
	if (o.line_map.old_dir != NULL) {
		o.lines = true;
		line_map_strip_directories(&o.line_map, &o.renames);
	}
	return o;
}

static void
parse_operands(struct options *o, int argc, char **argv)
{
	if (argc - optind != 2)
		cli_usage("expected two profiles, old and new, found %d",
		    argc - optind);
	o->old_path = cli_first_input(argc, argv);
	optind++;
	o->new_path = cli_first_input(argc, argv);
	if (strcmp(o->old_path, "-") == 0 && strcmp(o->new_path, "-") == 0)
		cli_usage("expected one profile on standard input, found two");
}

static void
release_options(struct options *o)
{
	renames_release(&o->renames);
	limits_release(&o->limits);
	line_map_release(&o->line_map);
}

int
main(int argc, char **argv)
{
	struct options options = parse_options(argc, argv);
	bool kept;

	parse_operands(&options, argc, argv);
	cli_spare_terminal(&options.output.stream, false);
	kept = diff(&options);
	release_options(&options);
	return kept ? 0 : EXIT_EXCEEDED;
}
