/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-sum: prints the totals of profiles, or rolls their rows up by function,
 * file and so on.
 *
 *	aggregate	reads the inputs and adds up their rows
 *	cycles		adds estimated cycles to their events
 *	table		turns an aggregate into ranked rows to show
 *	render.h	the formats; each prints a table:
 *	formats/
 *	    text	aligned columns, and totals as Cachegrind prints them
 *	    separated	TSV, CSV, and plain numbers
 *	    json, markdown
 *	    cells	what these share: columns, and the text of each number
 *	    folded	stacks for flame graphs
 *	    pprof	a profile of pprof
 *	    html	a page of the trend, with a
 *	    chart	in SVG
 *	call_stacks	the stacks of calls to print: counted or estimated
 *	inline_chains	the functions around inlined code
 *	check		--check, which makes no table, and --limit
 *	call_check	the laws of a call graph, for --check
 *
 * This file holds the options, the rules for combining them, and the flow from
 * inputs to output.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cycles.h"
#include "libcli/cli.h"
#include "libcli/inputs.h"
#include "libquery/data/data_object.h"
#include "libquery/events/events.h"
#include "call_stacks.h"
#include "render.h"

/* kinds of rows in the output */
enum row_kind {
	ROWS_BLOCKS,
	ROWS_ROLLED_UP,
	ROWS_EVENTS,
	ROWS_INPUTS,
	ROWS_COMMANDS
};

enum { EXCEEDED = 1 }; /* exit status */

/* The formats, each with the rows and the inputs that it takes. */
static const struct format {
	const char *name;
	void (*render)(const struct table *table, struct printer *printer);
	const char *by;     /* without --by; NULL: blocks, or has_own_rows */
	bool has_only_by;   /* takes no other --by */
	bool has_own_rows;  /* rolled up to lines of functions; takes no --by */
	bool has_stacks;    /* that were counted; --inclusive: or estimated */
	bool is_ranked;     /* takes no rows of events or inputs */
	bool has_one_input; /* takes no second one */
	bool prints_total;  /* of all rows: it must fit in 64 bits */
	const char *top;    /* --top if neither it nor --threshold is given */
	int gzip_level;     /* if there is no -z; 0: by name of the file */
} formats[] = {
    {"text", render_text, .prints_total = true},
    {"tsv", render_tsv, .by = "input"},
    {"csv", render_csv, .by = "input"},
    {"json", render_json, .by = "input", .prints_total = true},
    {"markdown", render_markdown, .by = "input", .prints_total = true},
    {"folded", render_folded, .by = "function", .has_only_by = true,
	.has_stacks = true, .has_one_input = true},
    {"pprof", render_pprof, .has_own_rows = true, .has_one_input = true,
	.gzip_level = 6},
    {"plain", render_plain, .by = "input", .has_only_by = true},
    {"html", render_html, .by = "function", .is_ranked = true,
	.prints_total = true, .top = "50"},
};
enum { NFORMATS = sizeof(formats) / sizeof(formats[0]) };

struct options {
	const struct format *format;
	enum row_kind rows;
	struct grouping grouping; /* for ROWS_ROLLED_UP */
	bool check;
	bool partial;
	bool is_threshold_given;
	bool keeps_sides; /* of folded stacks */
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
	OPT_KEEP_SIDES,
	OPT_OBJECT,
};

/* clang-format off */

static const struct cli_option option_rows[] = {
	{"by", OPT_BY,
	    "=function|file|dir[:DEPTH]|object|line|instr|region|data|event|"
	    "input|command",
	    CLI_USUAL, "what a row is of"},
	{"inclusive", OPT_INCLUSIVE, "[=yes|no]", CLI_USUAL,
	    "also show inclusive costs of functions [no]"},
	{"format", OPT_FORMAT,
	    "=text|tsv|csv|json|markdown|folded|pprof|plain|html",
	    CLI_USUAL, "format of the output [text]"},
	{"object", OPT_OBJECT, "=FILE", CLI_HIDDEN, ""},
	{"sort", OPT_SORT, "=EVENT", CLI_USUAL,
	    "largest in EVENT first [the first event]"},
	{"threshold", OPT_THRESHOLD, "=PCT[,EVENT...]", CLI_RARE,
	    "rows of at least PCT % of EVENT"},
	{"top", OPT_TOP, "=N[,EVENT]", CLI_USUAL, "the N largest rows"},
	{"event", OPT_EVENT, "='NAME = A + 10 B'", CLI_RARE,
	    "add a derived event"},
	{"events", OPT_EVENTS, "=A,B", CLI_USUAL, "keep and order events"},
	{"limit", OPT_LIMIT, "=EVENT=N[,file=RE|,function=RE|,region=RE]",
	    CLI_USUAL,
	    "exit with 1 if EVENT is more than N; of an input; @all is "
	    "any event"},
	{"keep-sides", OPT_KEEP_SIDES, NULL, CLI_RARE,
	    "with --format=folded, show both sides of a difference"},
	{"check", OPT_CHECK, NULL, CLI_USUAL,
	    "verify that the rows of each input add up"},
	PARTIAL_OPTION,
	CLI_OUTPUT_OPTIONS,
	CLI_OPTIONS,
};

/* clang-format on */

const struct cli_program cli_program = {
    .name = "cg-sum",
    .operands = "[options] [[label=]profile...]",
    .purpose =
	"Print the totals of profiles of Cachegrind or Callgrind, or roll their rows\n"
	"up. Several profiles are shown side by side, each by its label or its path.\n"
	"Without an operand, or with \"-\", standard input is read.\n",
    .options = option_rows,
    .failure = CLI_FAILURE,
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
	else if (strcmp(by, "command") == 0)
		o->rows = ROWS_COMMANDS;
	else if (strcmp(by, "object") == 0 || strcmp(by, "region") == 0)
		o->grouping.rollup.level = LEVEL_FILE;
	else if (strcmp(by, "data") == 0)
		o->grouping.rollup.level = LEVEL_FUNCTION;
	else if (strcmp(by, "instr") == 0)
		o->grouping.rollup.level = LEVEL_LINE;
	else if (!rollup_parse(&o->grouping.rollup, "--by", by))
		cli_usage("--by: expected function, file, dir, dir:DEPTH, "
			  "object, line, instr, region, data, event, input or "
			  "command, found \"%s\"",
		    by);
	o->grouping.by_instruction = strcmp(by, "instr") == 0;
	o->grouping.by_object = strcmp(by, "object") == 0;
	o->grouping.by_line = strcmp(by, "line") == 0;
	o->grouping.by_region = strcmp(by, "region") == 0;
	o->grouping.by_data = strcmp(by, "data") == 0;
}

/* Ends the program if the format is one of cg-export. */
static void
demand_none_moved(const char *name)
{
	static const char *const moved[] = {"llvm-profgen", "bolt",
	    "call-order", "symbol-order", "section-order"};

	for (size_t i = 0; i < sizeof(moved) / sizeof(moved[0]); i++)
		if (strcmp(name, moved[i]) == 0)
			cli_moved(cli_format("--format=%s", name),
			    cli_format("cg-export --to=%s ...", name));
}

static const struct format *
parse_format(const char *name)
{
	for (size_t i = 0; i < NFORMATS; i++)
		if (strcmp(name, formats[i].name) == 0)
			return &formats[i];
	demand_none_moved(name);
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
		o->format = parse_format(optarg);
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
	case OPT_KEEP_SIDES:
		o->keeps_sides = true;
		break;
	case OPT_OBJECT:
		cli_moved("--object", "cg-export --to=FORMAT --object=FILE");
	case OPT_PARTIAL:
		o->partial = true;
		break;
	default:
		cli_output_option(&o->output, c);
	}
}

/* True if an option orders or selects rows. */
static bool
is_ranked(const struct options *o)
{
	return o->request.sort != NULL ||
	       o->request.ranking.threshold != NULL ||
	       o->request.ranking.top != NULL;
}

/* True if an option is given that only a table needs. */
static bool
needs_table(const struct options *o)
{
	const struct projection *projection = &o->request.projection;

	return o->rows != ROWS_BLOCKS || o->grouping.inclusive ||
	       is_ranked(o) || o->limits.n > 0 || projection->nformulas > 0 ||
	       projection->selected != NULL;
}

/* Sets what the format implies and no option gives. */
static void
take_defaults(struct options *o)
{
	const struct format *format = o->format;
	struct ranking *ranking = &o->request.ranking;
	const char *by = o->grouping.inclusive ? "function" : format->by;

	o->grouping.counts_stacks =
	    format->has_stacks &&
	    (o->grouping.inclusive || o->request.by == NULL);
	if (o->request.by == NULL && by != NULL)
		take_by(o, by);
	else if (o->request.by == NULL && format->has_own_rows)
		o->rows = ROWS_ROLLED_UP;
	o->grouping.by_host = format->has_own_rows;
	o->grouping.keeps_graph = format->has_stacks && o->grouping.inclusive;
	o->is_threshold_given = ranking->threshold != NULL;
	o->limits.inclusive = o->grouping.inclusive;
	o->request.prints_total = format->prints_total;
	if (o->grouping.keeps_graph && ranking->threshold == NULL)
		ranking_set_threshold(ranking, "0.1");
	if (format->top != NULL && ranking->top == NULL &&
	    ranking->threshold == NULL && o->rows == ROWS_ROLLED_UP)
		ranking_set_top(ranking, format->top);
	if (format->gzip_level > 0 && o->output.gzip_level == CG_GZIP_BY_NAME)
		o->output.gzip_level = format->gzip_level;
}

/* Ends the program if stacks cannot be ranked like this. */
static void
demand_sense_of_stacks(const struct ranking *ranking)
{
	if (ranking->top != NULL)
		cli_usage("--format=folded cannot combine stacks with --top");
	/* stacks are kept by the event that decides their order */
	if (ranking->threshold != NULL &&
	    strchr(ranking->threshold, ',') != NULL)
		cli_usage("--format=folded needs a --threshold without events "
			  "for stacks");
}

/* Ends the program if the options contradict one another. */
static void
demand_sense(const struct options *o, size_t ninputs)
{
	const struct format *format = o->format;
	const struct ranking *ranking = &o->request.ranking;
	const char *by = o->request.by;

	if (o->check && (needs_table(o) || o->partial))
		cli_usage("--check can only be combined with --output and "
			  "--gzip");
	if (o->grouping.inclusive && strcmp(by, "function") != 0)
		cli_usage("--inclusive needs --by=function");
	if (is_ranked(o) && o->rows != ROWS_ROLLED_UP)
		cli_usage("--sort, --threshold and --top need a --by of "
			  "function, file, dir, object, line, instr, region or "
			  "data");
	if (format->is_ranked && o->rows != ROWS_ROLLED_UP)
		cli_usage("--format=%s needs a --by of function, file, dir, "
			  "object, line, instr, region or data",
		    format->name);
	if (o->grouping.keeps_graph)
		demand_sense_of_stacks(ranking);
	if (o->keeps_sides && !format->has_stacks)
		cli_usage("--keep-sides needs --format=folded");
	if (format->has_only_by && strcmp(by, format->by) != 0)
		cli_usage(
		    "--format=%s needs --by=%s", format->name, format->by);
	if (format->has_own_rows && by != NULL)
		cli_usage("--format=%s has rows of its own: leave out --by "
			  "and --inclusive",
		    format->name);
	if (format->has_one_input && ninputs > 1)
		cli_usage("--format=%s takes one profile; add several up with "
			  "cg-merge",
		    format->name);
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {
	    .format = parse_format("text"),
	    .limits = {.kind = LIMIT_BUDGET},
	    .output = CLI_OUTPUT,
	};
	int c;

	cli_begin();
	while ((c = cli_next_option(argc, argv)) != -1)
		take_option(&o, c);
	take_defaults(&o);
	demand_sense(&o, (size_t)(argc - optind));
	return o;
}

/* --- flow ----------------------------------------------------------------- */

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
		if (o->format->prints_total)
			table_add_up(table);
		break;
	case ROWS_COMMANDS:
		table_of_commands(table, &o->request, aggregate);
		if (o->format->prints_total)
			table_add_up(table);
		break;
	case ROWS_BLOCKS:
		o->request.by = "input";
		table_of_inputs(table, &o->request, aggregate);
		break;
	}
}

/* Sets the events that folded stacks show: the one that decides the order or, with
 * --keep-sides, its two sides. */
static size_t
choose_events(const struct options *o, const struct cg_header *header,
    size_t event, size_t *events)
{
	static const char *const sides[] = {"old", "new"};

	events[0] = event;
	if (!o->keeps_sides)
		return 1;
	for (size_t i = 0; i < 2; i++) {
		int side = events_side(header, event, sides[i]);

		if (side < 0)
			cli_die("--keep-sides: expected the event %s@%s, as "
				"cg-diff --keep-sides adds it, found none",
			    header->events[event].name, sides[i]);
		events[i] = (size_t)side;
	}
	return 2;
}

/* Prints stacks of calls, by the event that decides the table's order. */
static void
print_stacks(struct options *o, struct grouping *functions,
    const struct table *table, struct printer *printer)
{
	const struct cg_header header = {
	    .nevents = o->request.projection.n,
	    .events = o->request.projection.events,
	};
	struct call_stacks stacks = {
	    .projection = &o->request.projection,
	    .ranking = &o->request.ranking,
	    .has_threshold = o->is_threshold_given,
	};

	demand_sense_of_stacks(&o->request.ranking);
	stacks.nevents = choose_events(o, &header,
	    table->event / grouping_blocks(functions), stacks.events);
	call_stacks_print(&stacks, functions, printer);
}

static void
print(struct options *o, const struct aggregate *aggregate,
    struct grouping *rows, const char *formula)
{
	bool has_stacks = o->grouping.keeps_graph ||
			  (rows != NULL && rows->counted.has_stacks);
	struct printer printer;
	struct table table;

	printer_open(&printer, &o->output, COLOR_NEVER);
	make_table(&table, o, aggregate);
	table.limits = &o->limits;
	if (o->keeps_sides && !has_stacks)
		table.nshown =
		    choose_events(o, &table.header, table.event, table.shown);
	if (o->rows == ROWS_BLOCKS)
		render_blocks(&table, formula, &printer);
	else if (has_stacks)
		print_stacks(o, rows, &table, &printer);
	else
		o->format->render(&table, &printer);
	table_release(&table);
	printer_close(&printer);
}

/* Finds or adds the groupings that limits judge; `own` is the table's, or NULL. */
static void
add_limit_rows(const struct options *o, struct aggregate *aggregate,
    const struct grouping *own, struct limit_rows *rows)
{
	struct grouping *functions = NULL;

	*rows = (struct limit_rows){0};
	if (limits_have(&o->limits, LIMIT_FILE) ||
	    limits_have(&o->limits, LIMIT_FUNCTION)) {
		functions = &aggregate->groupings[aggregate->ngroupings++];
		*functions =
		    (struct grouping){.rollup = {.level = LEVEL_FUNCTION}};
	}
	rows->of[LIMIT_FILE] = functions;
	rows->of[LIMIT_FUNCTION] = functions;
	if (functions != NULL && own != NULL &&
	    (own->inclusive || own->by_data))
		rows->of[LIMIT_FUNCTION] = own;
	if (!limits_have(&o->limits, LIMIT_REGION))
		return;
	rows->of[LIMIT_REGION] = own;
	if (own == NULL || !own->by_region) {
		struct grouping *regions =
		    &aggregate->groupings[aggregate->ngroupings++];

		*regions = (struct grouping){
		    .rollup = {.level = LEVEL_FILE}, .by_region = true};
		rows->of[LIMIT_REGION] = regions;
	}
}

/* Shows the misses on data in tables by row, and sorts by them, unless options say
 * otherwise. */
static void
derive_misses(struct options *o, const struct cg_header *header)
{
	struct table_request *request = &o->request;
	const char *misses = data_deciding_event(header);

	if (misses == NULL || request->projection.selected != NULL ||
	    (o->rows != ROWS_ROLLED_UP && o->limits.n == 0))
		return;
	request->projection.leading = misses;
	if (request->sort == NULL)
		request->sort = misses;
}

/* Reads the inputs and prints a table of them; true if they keep all limits. */
static bool
sum_up(struct options *o, const struct inputs *inputs)
{
	struct grouping groupings[3], *own = NULL;
	struct limit_rows limit_rows;
	struct aggregate aggregate = {.inputs = inputs,
	    .series = {.partial = o->partial, .hint = ""},
	    .groupings = groupings};
	char *formula;
	bool kept;

	if (o->rows == ROWS_ROLLED_UP) {
		own = &groupings[aggregate.ngroupings++];
		*own = o->grouping;
	}
	add_limit_rows(o, &aggregate, own, &limit_rows);
	aggregate_read(&aggregate);
	formula = cycles_derive(&o->request, &o->limits, &aggregate);
	derive_misses(o, aggregate.header);
	projection_resolve(&o->request.projection, aggregate.header);
	kept = check_limits(
	    &o->limits, &o->request.projection, &aggregate, &limit_rows);
	print(o, &aggregate, own, formula);
	free(formula);
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
