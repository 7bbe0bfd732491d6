/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-export: writes a profile in the format of another program.
 *
 *	request		which costs are written: events, order and threshold
 *	ranked_rows	rows of a profile with these costs
 *	folded		functions or stacks, for flame graphs
 *	call_stacks	makes a tree of the stacks: counted or estimated
 *	pprof		lines with their stacks, for pprof
 *	stack_rows	reads them: counted or estimated
 *	deep_stacks	cuts stacks of many frames
 *	inline_chains	the functions around inlined code
 *	code/		the machine code of one program or library
 *	    executed	reads how often its instructions ran and branched
 *	    code_ranges	prints ranges of them and branches, for compilers and BOLT
 *	    call_edges	its functions and the calls between them
 *	    clusters	a good order of these
 *	    link_order	prints the calls, or the order, for linkers
 *
 * This file holds the options and the rules for combining them.
 */
#include <string.h>

#include "libcli/cli.h"
#include "code/code_ranges.h"
#include "code/link_order.h"
#include "folded.h"
#include "pprof.h"

static const struct format {
	const char *name;
	/* one of the two */
	void (*write)(struct request *request);
	void (*print_code)(
	    const struct executed *executed, struct printer *printer);
	bool needs_jumps; /* in the profile */
	int gzip_level;   /* if there is no -z; 0: by name of the file */
} formats[] = {
    {"folded", .write = folded_write},
    {"pprof", .write = pprof_write, .gzip_level = 6},
    {"llvm-profgen", .print_code = code_ranges_print_llvm_profgen,
	.needs_jumps = true},
    {"bolt", .print_code = code_ranges_print_bolt, .needs_jumps = true},
    {"call-order", .print_code = link_order_print_calls},
    {"symbol-order", .print_code = link_order_print_symbols},
    {"section-order", .print_code = link_order_print_sections},
};
enum { NFORMATS = sizeof(formats) / sizeof(formats[0]) };

struct options {
	const struct format *format; /* NULL: none is given */
	const char *object;          /* whose code is written; NULL: likewise */
	struct request request;
};

/* --- options -------------------------------------------------------------- */

enum {
	OPT_TO = CLI_FIRST,
	OPT_OBJECT,
	OPT_INCLUSIVE,
	OPT_BY,
	OPT_KEEP_SIDES,
	OPT_SORT,
	OPT_THRESHOLD,
	OPT_TOP,
	OPT_EVENT,
	OPT_EVENTS,
};

/* clang-format off */

static const struct cli_option option_rows[] = {
	{"to", OPT_TO, "=folded|pprof|llvm-profgen|bolt|call-order|symbol-order|"
	    "section-order",
	    CLI_USUAL, "format of the output"},
	{"object", OPT_OBJECT, "=FILE", CLI_USUAL,
	    "the program or library whose code to write"},
	{"inclusive", OPT_INCLUSIVE, "[=yes|no]", CLI_USUAL,
	    "estimate stacks if none were counted [no]"},
	{"by", OPT_BY, "=function", CLI_USUAL,
	    "fold functions, not stacks"},
	{"keep-sides", OPT_KEEP_SIDES, NULL, CLI_USUAL,
	    "fold both sides of a difference"},
	{"sort", OPT_SORT, "=EVENT", CLI_USUAL,
	    "EVENT to fold, or pprof's default [the first]"},
	{"threshold", OPT_THRESHOLD, "=PCT[,EVENT...]", CLI_USUAL,
	    "stacks or rows of at least PCT % of EVENT"},
	{"top", OPT_TOP, "=N[,EVENT]", CLI_USUAL, "the N largest rows"},
	{"event", OPT_EVENT, "='NAME = A + 10 B'", CLI_USUAL,
	    "add a derived event"},
	{"events", OPT_EVENTS, "=A,B", CLI_USUAL, "keep and order events"},
	PARTIAL_OPTION,
	CLI_OUTPUT_OPTIONS,
	CLI_OPTIONS,
};

/* clang-format on */

const struct cli_program cli_program = {
    .name = "cg-export",
    .operands = "--to=FORMAT [options] [profile]",
    .purpose =
	"Write a profile of Cachegrind or Callgrind in the format of another program.\n"
	"Without an operand, or with \"-\", standard input is read.\n",
    .options = option_rows,
    .failure = CLI_FAILURE,
};

static const struct format *
parse_format(const char *name)
{
	for (size_t i = 0; i < NFORMATS; i++)
		if (strcmp(name, formats[i].name) == 0)
			return &formats[i];
	cli_usage("--to: expected folded, pprof, llvm-profgen, bolt, "
		  "call-order, symbol-order or section-order, found \"%s\"",
	    name);
}

static void
take_option(struct options *o, int c)
{
	struct request *r = &o->request;

	switch (c) {
	case OPT_TO:
		o->format = parse_format(optarg);
		break;
	case OPT_OBJECT:
		o->object = optarg;
		break;
	case OPT_INCLUSIVE:
		r->inclusive = cli_yes_no("--inclusive", optarg);
		break;
	case OPT_BY:
		if (strcmp(optarg, "function") != 0)
			cli_usage(
			    "--by: expected function, found \"%s\"", optarg);
		r->by_function = true;
		break;
	case OPT_KEEP_SIDES:
		r->keeps_sides = true;
		break;
	case OPT_SORT:
		r->sort = optarg;
		break;
	case OPT_THRESHOLD:
		ranking_set_threshold(&r->ranking, optarg);
		break;
	case OPT_TOP:
		ranking_set_top(&r->ranking, optarg);
		break;
	case OPT_EVENT:
		projection_derive(&r->projection, optarg);
		break;
	case OPT_EVENTS:
		projection_select(&r->projection, optarg);
		break;
	case OPT_PARTIAL:
		r->accepts_damage = true;
		break;
	default:
		cli_output_option(&r->output, c);
	}
}

/* True if an option says how costs are folded. */
static bool
folds(const struct request *r)
{
	return r->inclusive || r->by_function || r->keeps_sides;
}

/* True if an option chooses costs. */
static bool
chooses_costs(const struct request *r)
{
	return folds(r) || r->sort != NULL || r->ranking.threshold != NULL ||
	       r->ranking.top != NULL || r->projection.nformulas > 0 ||
	       r->projection.selected != NULL;
}

/* Ends the program if the options contradict one another. */
static void
demand_sense(const struct options *o)
{
	const struct format *format = o->format;
	const struct request *r = &o->request;

	if (format == NULL)
		cli_usage("--to is needed: the format of the output");
	if (format->print_code != NULL && o->object == NULL)
		cli_usage("--to=%s needs --object, the program or library "
			  "that was profiled",
		    format->name);
	if (format->print_code != NULL && chooses_costs(r))
		cli_usage("--to=%s can only be combined with --object, "
			  "--partial, --output and --gzip",
		    format->name);
	if (format->print_code == NULL && o->object != NULL)
		cli_usage("--object needs a --to of llvm-profgen, bolt, "
			  "call-order, symbol-order or section-order");
	if (format->write != folded_write && folds(r))
		cli_usage("--inclusive, --by and --keep-sides need "
			  "--to=folded");
	if (r->inclusive)
		call_stacks_demand_sense(&r->ranking);
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {.request.output = CLI_OUTPUT};
	struct cli_output *output = &o.request.output;
	int c;

	cli_begin();
	while ((c = cli_next_option(argc, argv)) != -1)
		take_option(&o, c);
	demand_sense(&o);
	/* stacks are of functions */
	o.request.by_function &= !o.request.inclusive;
	if (o.format->gzip_level > 0 && output->gzip_level == CG_GZIP_BY_NAME)
		output->gzip_level = o.format->gzip_level;
	o.request.path = cli_input(argc, argv);
	cli_spare_terminal(
	    output, o.format->gzip_level > 0 ? CLI_BINARY : CLI_TEXT);
	return o;
}

/* --- flow ----------------------------------------------------------------- */

/* Writes the executed code of an object. */
static void
write_code(const struct options *o)
{
	const struct executed_request request = {
	    .profile = o->request.path,
	    .object = o->object,
	    .accepts_damage = o->request.accepts_damage,
	    .needs_jumps = o->format->needs_jumps,
	};
	struct executed executed;
	struct printer printer;

	executed_read(&executed, &request);
	printer_open(&printer, &o->request.output, COLOR_NEVER);
	o->format->print_code(&executed, &printer);
	printer_close(&printer);
	executed_release(&executed);
}

int
main(int argc, char **argv)
{
	struct options o = parse_options(argc, argv);

	if (o.format->print_code != NULL)
		write_code(&o);
	else
		o.format->write(&o.request);
	request_release(&o.request);
	return 0;
}
