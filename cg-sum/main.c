/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-sum: totals and roll-ups of profiles, for people in a hurry and for
 * programs.
 */
#include <stdlib.h>
#include <string.h>

#include "libreport/totals.h"
#include "budget.h"
#include "check.h"
#include "libcli/cli.h"
#include "libquery/estimated_cycles.h"
#include "libcli/inputs.h"
#include "render.h"
#include "sheet.h"
#include "tally.h"

const struct cli_program cli_program = {
    .name = "cg-sum",
    .usage =
	"usage: cg-sum [options] [profile...]\n"
	"\n"
	"Print the totals of profiles of Cachegrind or Callgrind, or roll them up:\n"
	"several side by side. Without an operand, or with \"-\", standard input is\n"
	"read.\n"
	"\n"
	"  --by=WHAT                   a row for each function, file,\n"
	"                              dir[:DEPTH], object, line, event or input\n"
	"  --inclusive[=yes|no]        functions also with all that they called [no]\n"
	"  --format=FORMAT             text, tsv, csv, json, markdown or folded\n"
	"                              [text]\n"
	"  --sort=EVENT                largest in EVENT first [the first event]\n"
	"  --threshold=PCT[,EVENT...]  rows of at least PCT % of EVENT\n"
	"  --top=N[,EVENT]             the N largest rows\n"
	"  --event='NAME = A + 10 B'   add a derived event\n"
	"  --events=A,B                keep and order events\n"
	"  --limit=EVENT=N[,file=RE|,function=RE]\n"
	"                              exit with 1 where EVENT, or each (@all),\n"
	"                              of an input is more than N\n"
	"  --check                     say of each input that it adds up\n"
	"  --partial                   read a damaged profile as far as it goes\n"
	"  -o, --output=FILE           write to FILE, replaced when complete\n"
	"  -z, --gzip[=LEVEL]          compress; implied by a FILE in .gz\n"
	"  -h, --help\n"
	"      --version\n",
    .failure = CLI_FAILURE,
};

enum rows { ROWS_NONE, ROWS_ROLLED_UP, ROWS_EVENTS, ROWS_INPUTS };

enum { EXCEEDED = 1 }; /* exit status */

typedef void renderer(const struct sheet *, struct printer *);

struct options {
	enum rows rows;
	struct aggregate aggregate; /* what rows are folded to */
	renderer *render;
	bool check;
	bool partial;
	struct sheet_request request;
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
take_by(struct options *o, const char *what)
{
	o->request.by = what;
	o->rows = ROWS_ROLLED_UP;
	if (strcmp(what, "event") == 0)
		o->rows = ROWS_EVENTS;
	else if (strcmp(what, "input") == 0)
		o->rows = ROWS_INPUTS;
	else if (strcmp(what, "object") == 0)
		o->aggregate.rollup.level = LEVEL_FILE;
	else if (!rollup_parse(&o->aggregate.rollup, "--by", what))
		cli_usage("--by: expected function, file, dir, dir:DEPTH, "
			  "object, line, event or input, found \"%s\"",
		    what);
	o->aggregate.by_object = strcmp(what, "object") == 0;
	o->aggregate.by_line = strcmp(what, "line") == 0;
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
	};

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (strcmp(name, formats[i].name) == 0)
			return formats[i].render;
	cli_usage("--format: expected text, tsv, csv, json, markdown or "
		  "folded, found \"%s\"",
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
		o->aggregate.inclusive =
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
		projection_derive(&o->request.columns, optarg);
		break;
	case OPT_EVENTS:
		projection_select(&o->request.columns, optarg);
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

/* rows of their own for the formats that have no block */
static void
choose_rows(struct options *o)
{
	if ((o->render == render_folded || o->aggregate.inclusive) &&
	    o->rows == ROWS_NONE)
		take_by(o, "function");
	else if (o->render != render_text && o->rows == ROWS_NONE)
		take_by(o, "input");
}

static bool
is_ranked(const struct sheet_request *r)
{
	return r->sort != NULL || r->ranking.threshold != NULL ||
	       r->ranking.top != NULL;
}

static bool
shows_anything(const struct options *o)
{
	const struct projection *columns = &o->request.columns;

	return o->rows != ROWS_NONE || o->aggregate.inclusive ||
	       is_ranked(&o->request) || o->limits.n > 0 ||
	       columns->nformulas > 0 || columns->choice != NULL;
}

static void
demand_foldable(const struct options *o, size_t ninputs)
{
	const struct sheet_request *r = &o->request;

	if (o->aggregate.inclusive)
		cli_usage("--format=folded goes without --inclusive: frames "
			  "that hold others would count twice");
	if (strcmp(r->by, "function") != 0)
		cli_usage("--format=folded: expected --by=function, found "
			  "--by=%s",
		    r->by);
	if (ninputs > 1)
		cli_usage("--format=folded: expected one profile, found %zu "
			  "(cg-merge adds them up)",
		    ninputs);
}

static void
demand_sense(const struct options *o, size_t ninputs)
{
	const struct sheet_request *r = &o->request;

	if (o->check && (shows_anything(o) || o->partial))
		cli_usage("--check goes with no other option than --output "
			  "and --gzip");
	if (is_ranked(r) && o->rows != ROWS_ROLLED_UP)
		cli_usage("--sort, --threshold and --top need a --by of "
			  "function, file, dir, object or line");
	if (o->aggregate.inclusive && strcmp(r->by, "function") != 0)
		cli_usage("--inclusive: expected --by=function, found --by=%s",
		    r->by);
	if (o->render == render_folded)
		demand_foldable(o, ninputs);
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
	demand_sense(&o, (size_t)(argc - optind));
	return o;
}

/* --- output --------------------------------------------------------------- */

/* the blocks of several inputs are told apart as head(1) does */
static void
print_blocks(struct options *o, const struct tally *tally, const char *formula,
    struct printer *printer)
{
	struct sheet sheet;

	o->request.by = "input";
	sheet_of_inputs(&sheet, &o->request, tally);
	for (size_t i = 0; i < sheet.nrows; i++) {
		if (sheet.nrows > 1) {
			printer_print(printer, "%s==> ", i > 0 ? "\n" : "");
			printer_name(printer, sheet.rows[i].name);
			printer_print(printer, " <==\n");
		}
		totals_print(
		    &sheet.header, sheet.rows[i].counts, formula, printer);
	}
	render_partials(&sheet, printer);
	sheet_release(&sheet);
}

static void
print_sheet(
    struct options *o, const struct tally *tally, struct printer *printer)
{
	struct sheet sheet;

	if (o->rows == ROWS_EVENTS)
		sheet_of_events(&sheet, &o->request, tally);
	else if (o->rows == ROWS_INPUTS) {
		sheet_of_inputs(&sheet, &o->request, tally);
		sheet_add_up(&sheet);
	} else
		sheet_of_rows(
		    &sheet, &o->request, tally, &tally->aggregates[0]);
	o->render(&sheet, printer);
	sheet_release(&sheet);
}

static void
print(struct options *o, const struct tally *tally, const char *formula)
{
	struct printer printer;

	printer_open(&printer, &o->output, COLOR_NEVER);
	if (o->rows == ROWS_NONE)
		print_blocks(o, tally, formula, &printer);
	else
		print_sheet(o, tally, &printer);
	printer_close(&printer);
}

static bool
names_cycles(const char *text)
{
	return text != NULL && strstr(text, estimated_cycles_event) != NULL;
}

/* true if an option names CEst, or @all; a formula may be another one of it */
static bool
wants_cycles(const struct options *o)
{
	const struct sheet_request *r = &o->request;

	for (size_t i = 0; i < r->columns.nformulas; i++)
		if (names_cycles(r->columns.formulas[i]))
			return true;
	return o->limits.n > 0 || names_cycles(r->columns.choice) ||
	       names_cycles(r->sort) || names_cycles(r->ranking.threshold) ||
	       names_cycles(r->ranking.top);
}

static bool
cycles_fit(const struct tally *tally, const int64_t *counts)
{
	__int128 cycles = estimated_cycles_of(tally->header, counts);

	return cycles == (int64_t)cycles;
}

static bool
cycles_fit_rows(const struct tally *tally, const struct aggregate *aggregate)
{
	size_t nblocks = tally->inputs->n * aggregate_blocks(aggregate);
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(aggregate->rows); i++) {
		cg_profile_at(aggregate->rows, i, &row);
		for (size_t b = 0; b < nblocks; b++)
			if (!cycles_fit(
				tally, row.counts + b * tally->header->nevents))
				return false;
	}
	return true;
}

/* true if CEst of all totals, of their sum and of all rows fits in 64 bits */
static bool
cycles_fit_all(const struct tally *tally)
{
	size_t nevents = tally->header->nevents;
	__int128 sum = 0;

	for (size_t i = 0; i < tally->inputs->n; i++) {
		const int64_t *totals = tally->totals + i * nevents;

		if (!cycles_fit(tally, totals))
			return false;
		sum += estimated_cycles_of(tally->header, totals);
	}
	for (size_t i = 0; i < tally->nrollups; i++)
		if (!cycles_fit_rows(tally, &tally->aggregates[i]))
			return false;
	return sum == (int64_t)sum;
}

/* CEst, unless nobody asked for it and it is too large */
static const char *
derive_cycles(struct options *o, const struct tally *tally)
{
	bool wanted = wants_cycles(o);
	struct projection *columns = &o->request.columns;
	const char *formula = estimated_cycles_derive(columns, tally->header);

	if (formula == NULL || wanted || columns->choice != NULL ||
	    cycles_fit_all(tally))
		return formula;
	cli_warn("%s does not fit in 64 bits and is left out",
	    estimated_cycles_event);
	columns->nformulas--;
	return NULL;
}

/* reads the inputs and prints what was asked for; whether limits were kept */
static bool
sum_up(struct options *o, const struct inputs *inputs)
{
	struct aggregate aggregates[2];
	struct aggregate *functions = NULL;
	struct tally tally = {.inputs = inputs,
	    .aggregates = aggregates,
	    .is_partial = o->partial};
	const char *formula;
	bool kept;

	if (o->rows == ROWS_ROLLED_UP)
		aggregates[tally.nrollups++] = o->aggregate;
	if (limits_have(&o->limits, LIMIT_FILE) ||
	    limits_have(&o->limits, LIMIT_FUNCTION)) {
		functions = &aggregates[tally.nrollups++];
		*functions =
		    (struct aggregate){.rollup = {.level = LEVEL_FUNCTION}};
	}
	tally_read(&tally);
	formula = derive_cycles(o, &tally);
	projection_resolve(&o->request.columns, tally.header);
	kept = budget_kept(&o->limits, &o->request.columns, &tally, functions);
	print(o, &tally, formula);
	tally_release(&tally);
	return kept;
}

static void
release_options(struct options *o)
{
	projection_release(&o->request.columns);
	ranking_release(&o->request.ranking);
	limits_release(&o->limits);
}

int
main(int argc, char **argv)
{
	struct options o = parse_options(argc, argv);
	struct inputs inputs;
	bool kept = true;

	inputs_from_operands(&inputs, argc, argv);
	cli_spare_terminal(&o.output, true);
	if (o.check)
		check_inputs(&inputs, &o.output);
	else
		kept = sum_up(&o, &inputs);
	inputs_release(&inputs);
	release_options(&o);
	return kept ? 0 : EXCEEDED;
}
