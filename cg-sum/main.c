/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-sum: prints the totals of profiles, or rolls their rows up by function,
 * file and so on.
 *
 *	aggregate	reads the inputs and adds up their rows
 *	cycles		adds estimated cycles to their events
 *	limits		judges --limit
 *	table		turns an aggregate into rows to show, ranked by
 *	selection	--threshold and --top
 *	cells		a table's columns, and the text of each number
 *	render.h	the formats, each of which prints a table:
 *	    blocks	the totals as Cachegrind prints them
 *	    text	aligned columns
 *	    separated	TSV and CSV
 *	    json, markdown
 *	    folded	stacks for flame graphs; those of calls are made by
 *	        stacks	which divides costs by
 *	        shares	in exact parts
 *	    pprof	a profile of pprof
 *	    plain	numbers alone
 *	    html	a page of the trend, with a
 *	        chart	in SVG
 *	check		--check, which makes no table
 *
 * This file holds the options, the rules for combining them, and the flow from
 * inputs to output.
 */
#include <stdlib.h>
#include <string.h>

#include "limits.h"
#include "check.h"
#include "cycles.h"
#include "libcli/cli.h"
#include "libcli/inputs.h"
#include "render.h"
#include "table.h"
#include "aggregate.h"

const struct cli_program cli_program = {
    .name = "cg-sum",
    .usage =
	"usage: cg-sum [options] [[label=]profile...]\n"
	"\n"
	"Print the totals of profiles of Cachegrind or Callgrind, or roll their rows\n"
	"up. Several profiles are shown side by side, each by its label or its path.\n"
	"Without an operand, or with \"-\", standard input is read.\n"
	"\n"
	"  --by=WHAT                   a row for each function, file,\n"
	"                              dir[:DEPTH], object, line, event or input\n"
	"  --inclusive[=yes|no]        show inclusive costs of functions, too [no]\n"
	"  --format=FORMAT             text, tsv, csv, json, markdown, folded,\n"
	"                              pprof, plain or html [text]\n"
	"  --sort=EVENT                largest in EVENT first [the first event]\n"
	"  --threshold=PCT[,EVENT...]  rows of at least PCT % of EVENT\n"
	"  --top=N[,EVENT]             the N largest rows\n"
	"  --event='NAME = A + 10 B'   add a derived event\n"
	"  --events=A,B                keep and order events\n"
	"  --limit=EVENT=N[,file=RE|,function=RE]\n"
	"                              exit with 1 if EVENT (@all: any event) of\n"
	"                              an input is more than N\n"
	"  --check                     verify that the rows of each input add up\n"
	"  --partial                   read a damaged profile as far as it goes\n"
	"  -o, --output=FILE           write to FILE, replaced when complete\n"
	"  -z, --gzip[=LEVEL]          compress; implied by a FILE in .gz\n"
	"  -h, --help\n"
	"      --version\n",
    .failure = CLI_FAILURE,
};

/* kinds of rows in the output; ROWS_NONE: blocks of totals */
enum row_kind { ROWS_NONE, ROWS_ROLLED_UP, ROWS_EVENTS, ROWS_INPUTS };

enum { EXCEEDED = 1 }; /* exit status */
enum { PPROF_GZIP_LEVEL = 6 };
static const char STACKS_THRESHOLD[] = "0.1";
static const char PAGE_ROWS[] = "50";

typedef void renderer(const struct table *, struct printer *);

struct options {
	enum row_kind rows;
	struct grouping grouping; /* for ROWS_ROLLED_UP */
	renderer *render;
	bool check;
	bool partial;
	struct table_request request;
	struct limits limits;
	struct cli_output output;
};

/* --- options -------------------------------------------------------------- */

enum {
	OPT_BY = CLI_FIRST,
	OPT_INCLUSIVE,
	OPT_FORMAT,
	OPT_SORT,
	OPT_THRESHOLD,
	OPT_TOP,
	OPT_EVENT,
	OPT_EVENTS,
	OPT_LIMIT,
	OPT_CHECK,
};

static const struct option long_options[] = {
    CLI_OPTIONS,
    CLI_OUTPUT_OPTIONS,
    PARTIAL_OPTION,
    {"by", required_argument, NULL, OPT_BY},
    {"inclusive", optional_argument, NULL, OPT_INCLUSIVE},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"sort", required_argument, NULL, OPT_SORT},
    {"threshold", required_argument, NULL, OPT_THRESHOLD},
    {"top", required_argument, NULL, OPT_TOP},
    {"event", required_argument, NULL, OPT_EVENT},
    {"events", required_argument, NULL, OPT_EVENTS},
    {"limit", required_argument, NULL, OPT_LIMIT},
    {"check", no_argument, NULL, OPT_CHECK},
    {NULL, 0, NULL, 0},
};

static void
take_by(struct options *o, const char *by)
{
	o->request.by = by;
	o->rows = ROWS_ROLLED_UP;
	if (strcmp(by, "event") == 0)
		o->rows = ROWS_EVENTS;
	else if (strcmp(by, "input") == 0)
		o->rows = ROWS_INPUTS;
	else if (strcmp(by, "object") == 0)
		o->grouping.rollup.level = LEVEL_FILE;
	else if (!rollup_parse(&o->grouping.rollup, "--by", by))
		cli_usage("--by: expected function, file, dir, dir:DEPTH, "
			  "object, line, event or input, found \"%s\"",
		    by);
	o->grouping.by_object = strcmp(by, "object") == 0;
	o->grouping.by_line = strcmp(by, "line") == 0;
}

static renderer *
parse_format(const char *name)
{
	static const struct {
		const char *name;
		renderer *render;
	} formats[] = {
	    {"text", render_text},
	    {"tsv", render_tsv},
	    {"csv", render_csv},
	    {"json", render_json},
	    {"markdown", render_markdown},
	    {"folded", render_folded},
	    {"pprof", render_pprof},
	    {"plain", render_plain},
	    {"html", render_html},
	};

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (strcmp(name, formats[i].name) == 0)
			return formats[i].render;
	cli_usage("--format: expected text, tsv, csv, json, markdown, "
		  "folded, pprof, plain or html, found \"%s\"",
	    name);
}

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case OPT_BY:
		take_by(o, optarg);
		break;
	case OPT_INCLUSIVE:
		o->grouping.inclusive =
		    optarg == NULL || cli_yes_no("--inclusive", optarg);
		break;
	case OPT_FORMAT:
		o->render = parse_format(optarg);
		break;
	case OPT_SORT:
		o->request.sort = optarg;
		break;
	case OPT_THRESHOLD:
		ranking_set_threshold(&o->request.ranking, optarg);
		break;
	case OPT_TOP:
		ranking_set_top(&o->request.ranking, optarg);
		break;
	case OPT_EVENT:
		projection_derive(&o->request.projection, optarg);
		break;
	case OPT_EVENTS:
		projection_select(&o->request.projection, optarg);
		break;
	case OPT_LIMIT:
		limits_add(&o->limits, optarg);
		break;
	case OPT_CHECK:
		o->check = true;
		break;
	case OPT_PARTIAL:
		o->partial = true;
		break;
	default:
		cli_output_option(&o->output, c);
	}
}

/* True if the output is stacks of calls. */
static bool
is_of_stacks(const struct options *o)
{
	return o->render == render_folded && o->grouping.inclusive;
}

/* Chooses the rows if --by is not given: only the text format has blocks. */
static void
choose_rows(struct options *o)
{
	if ((o->render == render_folded || o->render == render_html ||
		o->grouping.inclusive) &&
	    o->rows == ROWS_NONE)
		take_by(o, "function");
	else if (o->render == render_pprof && o->rows == ROWS_NONE)
		o->rows = ROWS_ROLLED_UP; /* lines of functions */
	else if (o->render != render_text && o->rows == ROWS_NONE)
		take_by(o, "input");
	if (o->render == render_html && o->rows == ROWS_ROLLED_UP &&
	    o->request.ranking.top == NULL &&
	    o->request.ranking.threshold == NULL)
		ranking_set_top(&o->request.ranking, PAGE_ROWS);
	o->grouping.keeps_graph = is_of_stacks(o);
	if (is_of_stacks(o) && o->request.ranking.threshold == NULL)
		ranking_set_threshold(&o->request.ranking, STACKS_THRESHOLD);
}

/* True if an option orders or selects rows. */
static bool
is_ranked(const struct table_request *r)
{
	return r->sort != NULL || r->ranking.threshold != NULL ||
	       r->ranking.top != NULL;
}

/* True if an option is given that only a table needs. */
static bool
needs_table(const struct options *o)
{
	const struct projection *projection = &o->request.projection;

	return o->rows != ROWS_NONE || o->grouping.inclusive ||
	       is_ranked(&o->request) || o->limits.n > 0 ||
	       projection->nformulas > 0 || projection->selected != NULL;
}

static void
demand_one_input(const char *format, size_t ninputs)
{
	if (ninputs > 1)
		cli_usage("--format=%s: expected one profile, found %zu "
			  "(cg-merge adds them up)",
		    format, ninputs);
}

/* The threshold of stacks is a share of the event that decides the order. */
static void
demand_stacks(const struct ranking *ranking)
{
	if (ranking->top != NULL)
		cli_usage("--format=folded: --inclusive cannot be combined "
			  "with --top");
	if (strchr(ranking->threshold, ',') != NULL)
		cli_usage("--format=folded: with --inclusive, expected "
			  "--threshold=PCT without events, found "
			  "--threshold=%s",
		    ranking->threshold);
}

/* Ends the program if the format does not support the other options. */
static void
demand_format(const struct options *o, size_t ninputs)
{
	const char *by = o->request.by;

	if (o->render == render_folded) {
		if (o->grouping.inclusive)
			demand_stacks(&o->request.ranking);
		if (strcmp(by, "function") != 0)
			cli_usage("--format=folded: expected --by=function, "
				  "found --by=%s",
			    by);
		demand_one_input("folded", ninputs);
	} else if (o->render == render_pprof) {
		if (by != NULL)
			cli_usage("--format=pprof: expected no --by and no "
				  "--inclusive: pprof rolls rows up itself");
		demand_one_input("pprof", ninputs);
	} else if (o->render == render_html && o->rows != ROWS_ROLLED_UP) {
		cli_usage("--format=html: expected --by=function, file, dir, "
			  "object or line, found --by=%s",
		    by);
	} else if (o->render == render_plain && o->rows != ROWS_INPUTS) {
		cli_usage(
		    "--format=plain: expected --by=input, found --by=%s", by);
	}
}

static void
demand_sense(const struct options *o, size_t ninputs)
{
	const struct table_request *r = &o->request;

	if (o->check && (needs_table(o) || o->partial))
		cli_usage("--check can only be combined with --output and "
			  "--gzip");
	if (is_ranked(r) && o->rows != ROWS_ROLLED_UP)
		cli_usage("--sort, --threshold and --top need a --by of "
			  "function, file, dir, object or line");
	if (o->grouping.inclusive && strcmp(r->by, "function") != 0)
		cli_usage("--inclusive: expected --by=function, found --by=%s",
		    r->by);
	demand_format(o, ninputs);
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {
	    .render = render_text,
	    .limits = {.kind = LIMIT_BUDGET},
	    .output = CLI_OUTPUT,
	};
	int c;

	cli_begin();
	while ((c = cli_option(argc, argv, ":ho:z::", long_options)) != -1)
		take_option(&o, c);
	choose_rows(&o);
	if (o.render == render_pprof && o.output.gzip_level == CG_GZIP_BY_NAME)
		o.output.gzip_level = PPROF_GZIP_LEVEL;
	demand_sense(&o, (size_t)(argc - optind));
	return o;
}

/* --- flow ----------------------------------------------------------------- */

/* True if the format prints the sum of all inputs.  For others it need not fit
 * in 64 bits. */
static bool
prints_total(const struct options *o)
{
	return o->render != render_tsv && o->render != render_csv &&
	       o->render != render_plain;
}

static void
make_table(
    struct table *table, struct options *o, const struct aggregate *aggregate)
{
	switch (o->rows) {
	case ROWS_ROLLED_UP:
		table_of_rows(
		    table, &o->request, aggregate, &aggregate->groupings[0]);
		break;
	case ROWS_EVENTS:
		table_of_events(table, &o->request, aggregate);
		break;
	case ROWS_INPUTS:
		table_of_inputs(table, &o->request, aggregate);
		if (prints_total(o))
			table_add_up(table);
		break;
	case ROWS_NONE:
		o->request.by = "input";
		table_of_inputs(table, &o->request, aggregate);
		break;
	}
}

/* Prints stacks of calls, by the event that decides the table's order. */
static void
print_stacks(struct options *o, const struct grouping *functions,
    const struct table *table, struct printer *printer)
{
	struct stacks stacks;
	unsigned __int128 least;

	/* each event of the table is followed by its inclusive one */
	stacks_make(&stacks, &functions->graph, &o->request.projection,
	    table->event / 2);
	least =
	    ranking_least(&o->request.ranking, (unsigned __int128)stacks.total);
	render_stacks(&stacks, least > 0 ? (int64_t)least : 1, printer);
	stacks_release(&stacks);
}

static void
print(struct options *o, const struct aggregate *aggregate, const char *formula)
{
	struct printer printer;
	struct table table;

	printer_open(&printer, &o->output, COLOR_NEVER);
	make_table(&table, o, aggregate);
	table.limits = &o->limits;
	if (o->rows == ROWS_NONE)
		render_blocks(&table, formula, &printer);
	else if (is_of_stacks(o))
		print_stacks(o, &aggregate->groupings[0], &table, &printer);
	else
		o->render(&table, &printer);
	table_release(&table);
	printer_close(&printer);
}

/* Reads the inputs and prints a table of them; true if they keep all limits. */
static bool
sum_up(struct options *o, const struct inputs *inputs)
{
	struct grouping groupings[2];
	struct grouping *functions = NULL;
	struct aggregate aggregate = {
	    .inputs = inputs, .groupings = groupings, .is_partial = o->partial};
	const char *formula;
	bool kept;

	if (o->rows == ROWS_ROLLED_UP)
		groupings[aggregate.ngroupings++] = o->grouping;
	if (limits_have(&o->limits, LIMIT_FILE) ||
	    limits_have(&o->limits, LIMIT_FUNCTION)) {
		functions = &groupings[aggregate.ngroupings++];
		*functions =
		    (struct grouping){.rollup = {.level = LEVEL_FUNCTION}};
	}
	aggregate_read(&aggregate);
	formula = cycles_derive(&o->request, &o->limits, &aggregate);
	projection_resolve(&o->request.projection, aggregate.header);
	kept = limits_judge_inputs(
	    &o->limits, &o->request.projection, &aggregate, functions);
	print(o, &aggregate, formula);
	aggregate_release(&aggregate);
	return kept;
}

int
main(int argc, char **argv)
{
	struct options o = parse_options(argc, argv);
	struct inputs inputs;
	bool kept = true;

	inputs_from_labelled_operands(&inputs, argc, argv);
	cli_spare_terminal(&o.output, true);
	if (o.check)
		check_inputs(&inputs, &o.output);
	else
		kept = sum_up(&o, &inputs);
	inputs_release(&inputs);
	projection_release(&o.request.projection);
	ranking_release(&o.request.ranking);
	limits_release(&o.limits);
	return kept ? 0 : EXCEEDED;
}
