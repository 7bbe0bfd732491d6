/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-filter: renames, selects and ranks the rows of one profile.
 */
#include <string.h>

#include "libcli/cli.h"
#include "filter.h"
#include "libquery/partial.h"

const struct cli_program cli_program = {
    .name = "cg-filter",
    .usage =
	"usage: cg-filter [options] [profile]\n"
	"\n"
	"Rename, select and threshold a profile of Cachegrind's or Callgrind's\n"
	"format. Without an operand, or with \"-\", it is read from standard input.\n"
	"What is hidden is added to one entry called (filtered), so the total\n"
	"stays what it was.\n"
	"\n"
	"Rename, in the order given (equal names are added up):\n"
	"  --mod-filename=s/RE/TEXT/[gix]  files, by a Perl substitution\n"
	"  --mod-funcname=s/RE/TEXT/[gix]  functions\n"
	"  --mod-objname=s/RE/TEXT/[gix]   programs and libraries\n"
	"  --strip-prefix=DIR              files and objects below DIR lose it\n"
	"  --map-prefix=OLD=NEW            those below OLD move below NEW\n"
	"Select, by Perl regular expressions (several: one must match):\n"
	"  --file=RE, --not-file=RE\n"
	"  --function=RE, --not-function=RE\n"
	"  --object=RE, --not-object=RE\n"
	"  --threshold=PCT[,EVENT...]      functions of at least PCT % of EVENT\n"
	"  --top=N[,EVENT]                 the N largest functions\n"
	"  --drop                          no (filtered) entry: a smaller total\n"
	"Shape:\n"
	"  --event='NAME = A + 10 B'       add a derived event\n"
	"  --events=A,B                    keep and order events\n"
	"  --level=line|function|file|dir[:DEPTH]|object\n"
	"                                  add up what is finer\n"
	"Input and output:\n" PARTIAL_HELP PROFILE_OUTPUT_HELP "  -h, --help\n"
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
	OPT_THRESHOLD,
	OPT_TOP,
	OPT_DROP,
	OPT_EVENT,
	OPT_EVENTS,
	OPT_LEVEL,
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
    {"threshold", required_argument, NULL, OPT_THRESHOLD},
    {"top", required_argument, NULL, OPT_TOP},
    {"drop", no_argument, NULL, OPT_DROP},
    {"event", required_argument, NULL, OPT_EVENT},
    {"events", required_argument, NULL, OPT_EVENTS},
    {"level", required_argument, NULL, OPT_LEVEL},
    {NULL, 0, NULL, 0},
};

/* the options that select by name */
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
	while ((c = cli_option(argc, argv, ":ho:z::", long_options)) != -1)
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

	cli_spare_terminal(&options.output.stream, false);
	filter(&options, path);
	release_options(&options);
	return 0;
}
