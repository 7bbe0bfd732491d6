/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-export: writes a profile in the format of another program.
 *
 *	formats.h	the formats
 *	code/		the machine code of one program or library
 *	    executed	reads how often its instructions ran and branched
 *	    ranges	prints ranges of them and branches, for compilers and BOLT
 *	    call_edges	its functions and the calls between them
 *	    clusters	a good order of these
 *	    order	prints the calls, or the order, for linkers
 *
 * This file holds the options, the rules for combining them, and the flow from
 * input to output.
 */
#include <string.h>

#include "libcli/cli.h"
#include "libquery/header/partial.h"
#include "formats.h"

static const struct format {
	const char *name;
	void (*render)(
	    const struct executed *executed, struct printer *printer);
	bool needs_jumps; /* in the profile */
} formats[] = {
    {"llvm-profgen", .render = render_llvm_profgen, .needs_jumps = true},
    {"bolt", .render = render_bolt, .needs_jumps = true},
    {"call-order", .render = render_call_order},
    {"symbol-order", .render = render_symbol_order},
    {"section-order", .render = render_section_order},
};
enum { NFORMATS = sizeof(formats) / sizeof(formats[0]) };

struct options {
	const struct format *format; /* NULL: none is given */
	const char *object;          /* whose code is written; NULL: likewise */
	bool partial;
	struct cli_output output;
};

/* --- options -------------------------------------------------------------- */

enum { OPT_TO = CLI_FIRST, OPT_OBJECT };

/* clang-format off */

static const struct cli_option option_rows[] = {
	{"to", OPT_TO, "=llvm-profgen|bolt|call-order|symbol-order|section-order",
	    CLI_USUAL, "format of the output"},
	{"object", OPT_OBJECT, "=FILE", CLI_USUAL,
	    "the program or library whose code to write"},
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
	cli_usage("--to: expected llvm-profgen, bolt, call-order, "
		  "symbol-order or section-order, found \"%s\"",
	    name);
}

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case OPT_TO:
		o->format = parse_format(optarg);
		break;
	case OPT_OBJECT:
		o->object = optarg;
		break;
	case OPT_PARTIAL:
		o->partial = true;
		break;
	default:
		cli_output_option(&o->output, c);
	}
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {.output = CLI_OUTPUT};
	int c;

	cli_begin();
	while ((c = cli_next_option(argc, argv)) != -1)
		take_option(&o, c);
	if (o.format == NULL)
		cli_usage("--to is needed: the format of the output");
	if (o.object == NULL)
		cli_usage("--to=%s needs --object, the program or library "
			  "that was profiled",
		    o.format->name);
	return o;
}

/* --- flow ----------------------------------------------------------------- */

/* Writes the executed code of an object. */
static void
write_code(const struct options *o, const char *profile)
{
	const struct executed_request request = {
	    .profile = profile,
	    .object = o->object,
	    .accepts_damage = o->partial,
	    .needs_jumps = o->format->needs_jumps,
	};
	struct executed executed;
	struct printer printer;

	executed_read(&executed, &request);
	printer_open(&printer, &o->output, COLOR_NEVER);
	o->format->render(&executed, &printer);
	printer_close(&printer);
	executed_release(&executed);
}

int
main(int argc, char **argv)
{
	struct options o = parse_options(argc, argv);
	const char *profile = cli_input(argc, argv);

	cli_spare_terminal(&o.output, true);
	write_code(&o, profile);
	return 0;
}
