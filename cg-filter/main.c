/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-filter: renames, selects and ranks the rows of one profile.
 */
#include <string.h>

#include "cli.h"
#include "filter.h"

const struct cli_program cli_program = {
    .name = "cg-filter",
    .usage =
	"usage: cg-filter [options] [profile]\n"
	"\n"
	"Rename, select and threshold a Cachegrind profile. Without an operand,\n"
	"or with \"-\", it is read from standard input. What is hidden is added\n"
	"to one entry called (filtered), so the total stays what it was.\n"
	"\n"
	"Rename, in the order given (equal names are added up):\n"
	"  --mod-filename=s/RE/TEXT/[gix]  files, by a Perl substitution\n"
	"  --mod-funcname=s/RE/TEXT/[gix]  functions\n"
	"  --strip-prefix=DIR              files below DIR lose it\n"
	"  --map-prefix=OLD=NEW            files below OLD move below NEW\n"
	"Select, by Perl regular expressions (several: one must match):\n"
	"  --file=RE, --not-file=RE\n"
	"  --function=RE, --not-function=RE\n"
	"  --threshold=PCT[,EVENT...]      functions of at least PCT % of EVENT\n"
	"  --top=N[,EVENT]                 the N largest functions\n"
	"  --drop                          no (filtered) entry: a smaller total\n"
	"Shape:\n"
	"  --event='NAME = A + 10 B'       add a derived event\n"
	"  --events=A,B                    keep and order events\n"
	"  --level=line|function|file|dir[:DEPTH]\n"
	"                                  add up what is finer\n"
	"Output:\n"
	"  -o, --output=FILE               write to FILE, replaced when complete\n"
	"  -z, --gzip[=LEVEL]              compress; implied by a FILE in .gz\n"
	"  -h, --help\n"
	"      --version\n",
    .failure = CLI_FAILURE,
};

/* --- options -------------------------------------------------------------- */

enum {
	OPT_FILE = CLI_FIRST,
	OPT_NOT_FILE,
	OPT_FUNCTION,
	OPT_NOT_FUNCTION,
	OPT_THRESHOLD,
	OPT_TOP,
	OPT_DROP,
	OPT_EVENT,
	OPT_EVENTS,
	OPT_LEVEL,
};

static const struct option long_options[] = {
    CLI_OPTIONS,
    CLI_OUTPUT_OPTIONS,
    RENAME_OPTIONS,
    {"file", required_argument, NULL, OPT_FILE},
    {"not-file", required_argument, NULL, OPT_NOT_FILE},
    {"function", required_argument, NULL, OPT_FUNCTION},
    {"not-function", required_argument, NULL, OPT_NOT_FUNCTION},
    {"threshold", required_argument, NULL, OPT_THRESHOLD},
    {"top", required_argument, NULL, OPT_TOP},
    {"drop", no_argument, NULL, OPT_DROP},
    {"event", required_argument, NULL, OPT_EVENT},
    {"events", required_argument, NULL, OPT_EVENTS},
    {"level", required_argument, NULL, OPT_LEVEL},
    {NULL, 0, NULL, 0},
};

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case OPT_FILE:
	case OPT_NOT_FILE:
		selection_add(&o->selection, SUBJECT_FILE, c == OPT_NOT_FILE,
		    c == OPT_FILE ? "--file" : "--not-file", optarg);
		break;
	case OPT_FUNCTION:
	case OPT_NOT_FUNCTION:
		selection_add(&o->selection, SUBJECT_FUNCTION,
		    c == OPT_NOT_FUNCTION,
		    c == OPT_FUNCTION ? "--function" : "--not-function",
		    optarg);
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
	case OPT_EVENT:
		columns_derive(&o->columns, optarg);
		break;
	case OPT_EVENTS:
		columns_choose(&o->columns, optarg);
		break;
	case OPT_LEVEL:
		if (!folding_parse(&o->folding, "--level", optarg))
			cli_usage("--level: expected line, function, file, "
				  "dir or dir:DEPTH, found \"%s\"",
			    optarg);
		break;
	default:
		cli_output_option(&o->output, c);
		renames_option(&o->renames, c);
	}
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {.output = CLI_OUTPUT};
	int c;

	while ((c = cli_option(argc, argv, ":ho:z::", long_options)) != -1)
		take_option(&o, c);
	return o;
}

static void
release_options(struct options *o)
{
	renames_release(&o->renames);
	selection_release(&o->selection);
	columns_release(&o->columns);
	ranking_release(&o->ranking);
	folding_release(&o->folding);
}

int
main(int argc, char **argv)
{
	struct options options = parse_options(argc, argv);

	filter(&options, cli_input(argc, argv));
	release_options(&options);
	return 0;
}
