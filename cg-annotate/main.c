/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-annotate: the report for people.  Reads one profile and prints totals,
 * functions and annotated sources in the layout of cg_annotate.
 */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "report.h"

const struct cli_program cli_program = {
    .name = "cg-annotate",
    .usage =
	"usage: cg-annotate [options] [profile [source...]]\n"
	"\n"
	"Report a profile of Cachegrind or Callgrind: totals, functions, annotated\n"
	"sources.\n"
	"Without an operand, or with \"-\", the profile is read from standard\n"
	"input. Sources are annotated whatever they cost.\n"
	"\n"
	"  --show=A,B               show only these events, in this order\n"
	"  --sort=A,B               sort functions by these events; A:PCT,B:PCT\n"
	"                           gives each a threshold of its own\n"
	"  --threshold=PCT          show functions of at least PCT % of the first\n"
	"                           event of the order, 0 to 20 [0.1]\n"
	"  --inclusive[=yes|no]     functions with all that they called [no]\n"
	"  --tree=none|caller|calling|both\n"
	"                           who called each function, what it called\n"
	"                           [none]\n"
	"  --show-percs=yes|no      show each count's share of the total [yes]\n"
	"  --auto=yes|no            annotate the sources of the functions\n"
	"                           shown [yes]\n"
	"  --context=N              lines around annotated ones [8]\n"
	"  -I, --include=DIR        look for sources in DIR too\n"
	"      --color=auto|always|never\n"
	"                           colour the figures [auto: on a terminal]\n"
	"      --partial            read a damaged profile as far as it goes\n"
	"  -o, --output=FILE        write to FILE, replaced when complete\n"
	"  -z, --gzip[=LEVEL]       compress; implied by a FILE in .gz\n"
	"  -h, --help\n"
	"      --version\n",
    .failure = CLI_FAILURE,
};

struct options {
	const char *show; /* NULL: all events */
	const char *sort; /* NULL: all events */
	const char *threshold;
	bool inclusive;
	bool callers; /* --tree */
	bool callees;
	bool percentages;
	bool annotate;
	bool partial;
	int64_t context;
	struct folders folders;
	enum color color;
	struct cli_output output;
};

/* --- options -------------------------------------------------------------- */

enum {
	OPT_SHOW = CLI_FIRST,
	OPT_SORT,
	OPT_THRESHOLD,
	OPT_INCLUSIVE,
	OPT_TREE,
	OPT_SHOW_PERCS,
	OPT_AUTO,
	OPT_CONTEXT,
	OPT_COLOR,
};

static const struct option long_options[] = {
    CLI_OPTIONS,
    CLI_OUTPUT_OPTIONS,
    PARTIAL_OPTION,
    {"show", required_argument, NULL, OPT_SHOW},
    {"sort", required_argument, NULL, OPT_SORT},
    {"threshold", required_argument, NULL, OPT_THRESHOLD},
    {"inclusive", optional_argument, NULL, OPT_INCLUSIVE},
    {"tree", required_argument, NULL, OPT_TREE},
    {"show-percs", required_argument, NULL, OPT_SHOW_PERCS},
    {"auto", required_argument, NULL, OPT_AUTO},
    {"context", required_argument, NULL, OPT_CONTEXT},
    {"include", required_argument, NULL, 'I'},
    {"color", required_argument, NULL, OPT_COLOR},
    {NULL, 0, NULL, 0},
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

static void
take_tree(struct options *o, const char *argument)
{
	bool both = strcmp(argument, "both") == 0;

	o->callers = both || strcmp(argument, "caller") == 0;
	o->callees = both || strcmp(argument, "calling") == 0;
	if (!o->callers && !o->callees && strcmp(argument, "none") != 0)
		cli_usage("--tree: expected none, caller, calling or both, "
			  "found \"%s\"",
		    argument);
}

/* "dir", or "=dir" as in the -I=dir of old, ends in one '/' */
static void
add_folder(struct folders *folders, const char *dir)
{
	size_t len;

	dir += *dir == '=';
	len = strlen(dir);
	folders->list =
	    cli_resize(folders->list, folders->n + 1, sizeof(*folders->list));
	folders->list[folders->n++] =
	    cli_format("%s%s", dir, len == 0 || dir[len - 1] != '/' ? "/" : "");
}

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case OPT_SHOW:
		o->show = *optarg != '\0' ? optarg : NULL;
		break;
	case OPT_SORT:
		o->sort = *optarg != '\0' ? optarg : NULL;
		break;
	case OPT_THRESHOLD:
		o->threshold = optarg;
		break;
	case OPT_INCLUSIVE:
		o->inclusive =
		    optarg == NULL || cli_yes_no("--inclusive", optarg);
		break;
	case OPT_TREE:
		take_tree(o, optarg);
		break;
	case OPT_SHOW_PERCS:
		o->percentages = cli_yes_no("--show-percs", optarg);
		break;
	case OPT_AUTO:
		o->annotate = cli_yes_no("--auto", optarg);
		break;
	case OPT_PARTIAL:
		o->partial = true;
		break;
	case OPT_CONTEXT:
		o->context = cli_int("--context", optarg, 0);
		break;
	case OPT_COLOR:
		o->color = parse_color(optarg);
		break;
	case 'I':
		add_folder(&o->folders, optarg);
		break;
	default:
		cli_output_option(&o->output, c);
	}
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {
	    .threshold = "0.1",
	    .percentages = true,
	    .annotate = true,
	    .context = 8,
	    .output = CLI_OUTPUT,
	};
	int c;

	cli_begin();
	while ((c = cli_option(argc, argv, ":hI:o:z::", long_options)) != -1)
		take_option(&o, c);
	return o;
}

/* --- sources -------------------------------------------------------------- */

/* the operands behind the profile, which must exist */
static void
find_user_files(struct report *report, int argc, char **argv)
{
	struct files *files = &report->user_files;

	files->list = cli_alloc((size_t)argc, sizeof(*files->list));
	for (int i = optind + 1; i < argc; i++) {
		struct source source;
		bool opened = source_open(&source, &report->folders, argv[i]);

		if (!opened && source.unreadable != NULL)
			cli_die("%s: %s", source.unreadable, source.reason);
		if (!opened)
			cli_die("%s: cannot be read, here or in a folder "
				"given with -I",
			    argv[i]);
		source_close(&source);
		files->list[files->n++] = argv[i];
	}
	files_sort(files);
}

static void
release(struct report *report)
{
	for (size_t i = 0; i < report->folders.n; i++)
		free((void *)report->folders.list[i]);
	free(report->folders.list);
	free(report->user_files.list);
	request_release(report);
	partials_release(&report->partials);
	callgraph_release(&report->graph);
	cg_profile_free(report->lines);
	cg_profile_free(report->names);
	function_index_release(&report->index);
	cg_reader_close(report->reader);
}

static void
load(struct report *report, const struct options *o)
{
	report->reader = cg_reader_open(report->data_file, &report->error);
	if (report->reader == NULL)
		cli_die("%s", report->error.text);
	if (o->partial)
		cg_reader_set(report->reader, CG_ACCEPT_DAMAGE);
	request_resolve(report, report->reader, o->show, o->sort, o->threshold);
	report_load(report, report->reader);
	request_settle(report);
}

static void
print(struct report *report, const struct options *o)
{
	struct files files;

	printer_open(&report->printer, &o->output, o->color);
	preamble_print(report);
	files = report_functions(report);
	report_sources(report, &files);
	printer_close(&report->printer);
	free(files.list);
}

int
main(int argc, char **argv)
{
	struct options o = parse_options(argc, argv);
	struct report report = {
	    .data_file = cli_first_input(argc, argv),
	    .folders = o.folders,
	    .annotate = o.annotate,
	    .inclusive = o.inclusive,
	    .callers = o.callers,
	    .callees = o.callees,
	    .context = o.context,
	    .cells = {.percentages = o.percentages},
	};

	cli_spare_terminal(&o.output, true);
	find_user_files(&report, argc, argv);
	load(&report, &o);
	print(&report, &o);
	release(&report);
	return 0;
}
