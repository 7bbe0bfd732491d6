/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-sum: prints the totals of profiles, or rolls their rows up by function,
 * file and so on.
 *
 *	aggregate	reads the inputs and adds up their rows
 *	estimated	adds estimated cycles to their events
 *	table		turns an aggregate into ranked rows to show
 *	subtotals	puts the rows of two keys below sums of the first one
 *	render.h	the formats; each prints a table:
 *	formats/
 *	    render_text	aligned columns, and totals as Cachegrind prints them
 *	    separated	TSV, CSV, and plain numbers
 *	    json, render_markdown
 *	    cells	what these share: columns, and the text of each number
 *	    html	a page over several profiles, with a
 *	    trend	of the largest rows in SVG
 *	check		--check, which makes no table, and --limit
 *	call_check	the laws of a call graph, for --check
 *
 * This file holds the options, the rules for combining them, and the flow from
 * inputs to output.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "estimated.h"
#include "libcli/cli.h"
#include "libcli/inputs.h"
#include "libquery/data/data_object.h"
#include "render.h"

/* kinds of rows in the output */
enum row_kind {
	ROWS_BLOCKS,
	ROWS_ROLLED_UP,
	ROWS_EVENTS,
	ROWS_INPUTS,
	ROWS_COMMANDS,
	ROWS_PROCESSES
};

enum { EXCEEDED = 1 }; /* exit status */

/* The formats, each with the rows that it takes. */
static const struct format {
	const char *name;
	void (*render)(const struct table *table, struct printer *printer);
	const char *by;    /* without --by; NULL: blocks */
	bool has_only_by;  /* takes no other --by */
	bool is_ranked;    /* takes no rows of events or inputs */
	bool prints_total; /* of all rows: it must fit in 64 bits */
	bool has_long;     /* takes --long */
	const char *top;   /* --top if neither it nor --threshold is given */
} formats[] = {
    {"text", render_text, .prints_total = true},
    {"tsv", render_tsv, .by = "input", .has_long = true},
    {"csv", render_csv, .by = "input", .has_long = true},
    {"json", render_json, .by = "input", .prints_total = true},
    {"markdown", render_markdown, .by = "input", .prints_total = true},
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
	bool is_long; /* a row for each count */
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
	OPT_LONG,
};

/* clang-format off */

static const struct cli_option option_rows[] = {
	{"by", OPT_BY,
	    "=function|file|dir[:DEPTH]|object|line|instr|region|data|event|"
	    "input|command|process",
	    CLI_USUAL, "what a row is of; or two of these, as dir,function"},
	{"inclusive", OPT_INCLUSIVE, "[=yes|no]", CLI_USUAL,
	    "also show inclusive costs of functions [no]"},
	{"format", OPT_FORMAT,
	    "=text|tsv|csv|json|markdown|plain|html",
	    CLI_USUAL, "format of the output [text]"},
	{"long", OPT_LONG, NULL, CLI_RARE,
	    "in tsv and csv, a row for each count, with its input and event"},
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
	{"keep-sides", OPT_KEEP_SIDES, NULL, CLI_HIDDEN, ""},
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
	"up. With --by, several profiles are shown side by side, each by its label or\n"
	"its path. Without an operand, or with \"-\", standard input is read.\n",
    .options = option_rows,
    .failure = CLI_FAILURE,
};

/* Takes what rows of costs can be added up by; false if it is something else. */
static bool
take_key(struct row_key *key, const char *by)
{
	*key = (struct row_key){
	    .by_instruction = strcmp(by, "instr") == 0,
	    .by_object = strcmp(by, "object") == 0,
	    .by_line = strcmp(by, "line") == 0,
	    .by_region = strcmp(by, "region") == 0,
	};
	if (key->by_object || key->by_region)
		key->rollup.level = LEVEL_FILE;
	else if (!key->by_instruction)
		return rollup_parse(&key->rollup, "--by", by);
	return true;
}

/* Takes two keys "FIRST,SECOND", with `len` bytes of the first one. */
static void
take_keys(struct options *o, const char *by, size_t len)
{
	char *first = cli_format("%.*s", (int)len, by);

	if (!take_key(&o->grouping.outer, first) ||
	    !take_key(&o->grouping.key, by + len + 1))
		cli_usage("--by: expected two of function, file, dir, "
			  "dir:DEPTH, object, line, instr and region, "
			  "found \"%s\"",
		    by);
	free(o->request.outer);
	o->request.outer = first;
	o->grouping.has_outer = true;
	o->request.by = by;
	o->rows = ROWS_ROLLED_UP;
}

static void
take_by(struct options *o, const char *by)
{
	const char *comma = strchr(by, ',');

	o->grouping = (struct grouping){.inclusive = o->grouping.inclusive};
	if (comma != NULL) {
		take_keys(o, by, (size_t)(comma - by));
		return;
	}
	o->request.by = by;
	o->rows = ROWS_ROLLED_UP;
	if (strcmp(by, "event") == 0)
		o->rows = ROWS_EVENTS;
	else if (strcmp(by, "input") == 0)
		o->rows = ROWS_INPUTS;
	else if (strcmp(by, "command") == 0)
		o->rows = ROWS_COMMANDS;
	else if (strcmp(by, "process") == 0)
		o->rows = ROWS_PROCESSES;
	else if (strcmp(by, "data") == 0)
		o->grouping.key.rollup.level = LEVEL_FUNCTION;
	else if (!take_key(&o->grouping.key, by))
		cli_usage("--by: expected function, file, dir, dir:DEPTH, "
			  "object, line, instr, region, data, event, input, "
			  "command or process, found \"%s\"",
		    by);
	o->grouping.by_region = o->grouping.key.by_region;
	o->grouping.by_data = strcmp(by, "data") == 0;
}

/* Ends the program if the format is one of cg-export. */
static void
demand_none_moved(const char *name)
{
	static const char *const moved[] = {"folded", "pprof", "llvm-profgen",
	    "bolt", "call-order", "symbol-order", "section-order"};

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
		  "plain or html, found \"%s\"",
	    name);
}

/* Returns the format that the name of the output ends in, as in "series.csv". */
static const struct format *
format_by_suffix(const struct cli_output *output)
{
	for (size_t i = 0; i < NFORMATS; i++)
		if (cli_output_has_suffix(output, formats[i].name))
			return &formats[i];
	return parse_format(
	    cli_output_has_suffix(output, "md") ? "markdown" : "text");
}

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case OPT_BY:
		take_by(o, optarg);
		break;
	case OPT_INCLUSIVE:
		o->grouping.inclusive = cli_yes_no("--inclusive", optarg);
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
		cli_moved("--keep-sides", "cg-export --to=folded --keep-sides");
	case OPT_OBJECT:
		cli_moved("--object", "cg-export --to=FORMAT --object=FILE");
	case OPT_LONG:
		o->is_long = true;
		break;
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

	if (o->request.by == NULL && by != NULL)
		take_by(o, by);
	/* these always have inclusive costs */
	if (o->grouping.by_region)
		o->grouping.inclusive = false;
	o->limits.inclusive = o->grouping.inclusive;
	o->request.prints_total = format->prints_total;
	if (format->top != NULL && ranking->top == NULL &&
	    ranking->threshold == NULL && o->rows == ROWS_ROLLED_UP)
		ranking_set_top(ranking, format->top);
}

/* True if rows of inputs or processes can be sorted. */
static bool
sorts_inputs(const struct options *o)
{
	return o->rows == ROWS_INPUTS || o->rows == ROWS_COMMANDS ||
	       o->rows == ROWS_PROCESSES;
}

/* Ends the program if the options contradict one another. */
static void
demand_sense(const struct options *o)
{
	const struct format *format = o->format;
	const char *by = o->request.by;

	if (o->check && (needs_table(o) || o->partial))
		cli_usage("--check can only be combined with --output and "
			  "--gzip");
	if (o->grouping.inclusive && strcmp(by, "function") != 0)
		cli_usage("--inclusive needs --by=function");
	if (is_ranked(o) && o->rows != ROWS_ROLLED_UP &&
	    (!sorts_inputs(o) || o->request.ranking.threshold != NULL ||
		o->request.ranking.top != NULL))
		cli_usage("--sort, --threshold and --top need a --by of "
			  "function, file, dir, object, line, instr, region or "
			  "data; --sort also takes input, command and process");
	if (format->is_ranked && o->rows != ROWS_ROLLED_UP)
		cli_usage("--format=%s needs a --by of function, file, dir, "
			  "object, line, instr, region or data",
		    format->name);
	if (format->is_ranked && o->grouping.has_outer)
		cli_usage("--format=%s needs a --by of one key", format->name);
	if (o->is_long && !format->has_long)
		cli_usage("--long needs --format=tsv or csv");
	if (o->is_long && o->rows == ROWS_EVENTS)
		cli_usage("--long and --by=event exclude each other");
	if (format->has_only_by && strcmp(by, format->by) != 0)
		cli_usage(
		    "--format=%s needs --by=%s", format->name, format->by);
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {
	    .limits = {.kind = LIMIT_BUDGET},
	    .output = CLI_OUTPUT,
	};
	int c;

	cli_begin();
	while ((c = cli_next_option(argc, argv)) != -1)
		take_option(&o, c);
	if (o.format == NULL)
		o.format = format_by_suffix(&o.output);
	take_defaults(&o);
	demand_sense(&o);
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
	case ROWS_PROCESSES:
		table_of_processes(
		    table, &o->request, aggregate, o->rows == ROWS_COMMANDS);
		if (o->format->prints_total)
			table_add_up(table);
		break;
	case ROWS_BLOCKS:
		o->request.by = "input";
		table_of_inputs(table, &o->request, aggregate);
		break;
	}
}

static void
print(struct options *o, const struct aggregate *aggregate, const char *formula)
{
	struct printer printer;
	struct table table;

	printer_open(&printer, &o->output, COLOR_NEVER);
	make_table(&table, o, aggregate);
	table.limits = &o->limits;
	table.is_long = o->is_long;
	table.are_events_named = o->request.projection.selected != NULL;
	if (o->rows == ROWS_BLOCKS)
		render_blocks(&table, formula, &printer);
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
		    (struct grouping){.key.rollup = {.level = LEVEL_FUNCTION}};
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
		    .key.rollup = {.level = LEVEL_FILE}, .by_region = true};
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
	    .groupings = groupings,
	    .by_process =
		o->rows == ROWS_COMMANDS || o->rows == ROWS_PROCESSES};
	char *formula;
	bool kept;

	if (o->rows == ROWS_ROLLED_UP) {
		own = &groupings[aggregate.ngroupings++];
		*own = o->grouping;
	}
	add_limit_rows(o, &aggregate, own, &limit_rows);
	aggregate_read(&aggregate);
	formula = estimated_derive(&o->request, &o->limits, &aggregate);
	derive_misses(o, aggregate.header);
	projection_resolve(&o->request.projection, aggregate.header);
	kept = check_limits(
	    &o->limits, &o->request.projection, &aggregate, &limit_rows);
	print(o, &aggregate, formula);
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
	cli_spare_terminal(
	    &o.output, o.format->render == render_html ? CLI_PAGE : CLI_TEXT);
	if (o.check)
		check_inputs(&inputs, &o.output);
	else
		kept = sum_up(&o, &inputs);
	inputs_release(&inputs);
	projection_release(&o.request.projection);
	ranking_release(&o.request.ranking);
	free(o.request.outer);
	limits_release(&o.limits);
	return kept ? 0 : EXCEEDED;
}
