/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-mix: adds events of operations to a profile of instructions.
 *
 *	mix_profile	reads a profile, and writes it with the events
 *	code/
 *	    executed_code  decodes all executed instructions, from
 *	    mnemonics	their names, in the tables of machines, and
 *	    operands	their operands
 *	    operations.h  what an instruction does
 *	x86/
 *	    x86_operations  what instructions of x86-64 and i386 do, by
 *	    x86_table	their table
 *	arm64/
 *	    arm64_operations  the same for arm64, by
 *	    arm64_table	its table
 *
 * This file holds the options.
 */
#include "libcli/cli.h"
#include "libquery/header/partial.h"
#include "mix_profile.h"

enum { OPT_LINES = CLI_FIRST };

/* clang-format off */

static const struct cli_option option_rows[] = {
	{"lines", OPT_LINES, NULL, CLI_USUAL,
	    "write rows of lines, not of instructions"},
	{"quiet", 'q', NULL, CLI_USUAL,
	    "say nothing of code without operations below 1 %"},
	CLI_OUTPUT_OPTIONS,
	PARTIAL_OPTION,
	CLI_OPTIONS,
};

/* clang-format on */

const struct cli_program cli_program = {
    .name = "cg-mix",
    .operands = "[options] [profile]",
    .purpose =
	"Add what instructions do to a profile by `cg-collect --loops`: Fl,\n"
	"floating-point operations, FlV, those of them in vectors, IntV, integer\n"
	"operations in vectors, Div, divisions and roots, ByR and ByW, bytes read and\n"
	"written, Br, branches, and Cl, calls. Without a profile, or with \"-\", read it\n"
	"from standard input.\n",
    .options = option_rows,
    .failure = CLI_FAILURE,
};

static struct mix_options
parse_options(int argc, char **argv)
{
	struct mix_options o = {.output = PROFILE_OUTPUT};
	int c;

	cli_begin();
	while ((c = cli_next_option(argc, argv)) != -1)
		switch (c) {
		case OPT_LINES:
			o.by_line = true;
			break;
		case OPT_PARTIAL:
			o.partial = true;
			break;
		case 'q':
			o.is_quiet = true;
			break;
		default:
			profile_output_option(&o.output, c);
		}
	return o;
}

int
main(int argc, char **argv)
{
	struct mix_options options = parse_options(argc, argv);
	const char *path = cli_input(argc, argv);

	cli_spare_terminal(&options.output.stream, CLI_PROFILE);
	mix_profile_write(path, &options);
	return 0;
}
