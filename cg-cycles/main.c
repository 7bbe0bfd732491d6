/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-cycles: adds the event Cy, estimated cycles, to a profile.
 *
 *	cycles_profile	reads a profile, and writes it with the event
 *	penalties	the cycles of misses and mispredictions
 *	memory_costs	those of misses in the memory system of a processor
 *	code/
 *	    code_rates	the cycles of each instruction, from
 *	    code_sites	the instructions of the hot functions, and
 *	    code_paths	the paths that were taken through a function
 *	    code_parts	what of their cycles is work, and what is waiting
 *	    code_bounds	what limits the paths
 *	    code_gaps	messages about code without an estimate
 *	model/
 *	    core_model	LLVM's model of a processor: how long paths take
 *	    core_prices	the latencies of instructions
 *	    core_bodies	the cycles of paths
 *	    unit_bounds	how long units and the front end take for them
 *	    core_chain	the instructions that wait for each other in a row
 *	    folded_loads	instructions that load what they add, as two
 *	    fused_jumps	instructions that are one with the jump after them
 *	    registers	what an instruction needs and changes
 *	    assembly	instructions as llvm-mca reads them
 *	    load_delay	instructions that make a load late
 *	    llvm	runs LLVM's programs
 *
 * LLVM's programs run once for all functions, because starting them takes longer
 * than most of their work.
 *
 * This file holds the options.
 */
#include "cg-cycles/model/core_model.h"
#include "libcli/cli.h"
#include "libquery/header/partial.h"
#include "cycles_profile.h"

struct options {
	struct cycles_options cycles;
	bool lists_cpus;
	bool only_checks;
};

enum {
	OPT_CHECK = CLI_FIRST,
	OPT_CYCLE_PARTS,
	OPT_LINES,
	OPT_LIST,
	OPT_LOOPS,
	OPT_PENALTY
};

/* clang-format off */

static const struct cli_option option_rows[] = {
	{"lines", OPT_LINES, NULL, CLI_USUAL,
	    "write rows of lines, not of instructions"},
	{"list", OPT_LIST, NULL, CLI_USUAL,
	    "print the processors that LLVM knows; and do nothing else"},
	{"penalty", OPT_PENALTY, "=EVENT:N", CLI_USUAL,
	    "cycles of a miss; L1, LL, Bcm, Bim, D1mw, Dsf or walk [CPU's]"},
	{"quiet", 'q', NULL, CLI_USUAL,
	    "print only warnings that affect the estimate"},
	CLI_OUTPUT_OPTIONS,
	{"cycle-parts", OPT_CYCLE_PARTS, NULL, CLI_RARE,
	    "also write what Cy consists of: CyC, CyB, CyF, Cy2, CyL, CyM, CyT"},
	{"loops", OPT_LOOPS, NULL, CLI_RARE,
	    "also write what limits the core, for `cg-annotate --loops`"},
	{"check", OPT_CHECK, NULL, CLI_RARE,
	    "only look for LLVM's model of CPU; fail if it has none for "
	    "programs of this machine"},
	PARTIAL_OPTION,
	CLI_OPTIONS,
};

/* clang-format on */

const struct cli_program cli_program = {
    .name = "cg-cycles",
    .operands = "[options] CPU [profile]",
    .purpose =
	"Add Cy, the cycles that a processor is estimated to take, to a profile by\n"
	"`cg-collect --cycles=later`. CPU is LLVM's name of the processor, or host for\n"
	"this machine's. Without a profile, or with \"-\", read it from standard input.\n",
    .options = option_rows,
    .failure = CLI_FAILURE,
};

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case OPT_CHECK:
		o->only_checks = true;
		break;
	case OPT_CYCLE_PARTS:
		o->cycles.has_parts = true;
		break;
	case OPT_LINES:
		o->cycles.by_line = true;
		break;
	case OPT_LIST:
		o->lists_cpus = true;
		break;
	case OPT_LOOPS:
		o->cycles.has_parts = o->cycles.has_bounds = true;
		break;
	case OPT_PENALTY:
		penalties_option(&o->cycles.penalties, "--penalty", optarg);
		break;
	case OPT_PARTIAL:
		o->cycles.partial = true;
		break;
	case 'q':
		o->cycles.is_quiet = true;
		break;
	default:
		profile_output_option(&o->cycles.output, c);
	}
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {.cycles.output = PROFILE_OUTPUT};
	int c;

	cli_begin();
	while ((c = cli_next_option(argc, argv)) != -1)
		take_option(&o, c);
	if (o.cycles.has_bounds && o.cycles.by_line)
		cli_usage("--loops and --lines exclude each other");
	if (o.lists_cpus && optind < argc)
		cli_usage(
		    "--list: expected no operand, found \"%s\"", argv[optind]);
	if (o.lists_cpus)
		return o;
	if (optind == argc)
		cli_usage("expected a processor: host, or one of --list");
	o.cycles.cpu = argv[optind++];
	if (o.only_checks && optind < argc)
		cli_usage(
		    "--check: expected no profile, found \"%s\"", argv[optind]);
	return o;
}

int
main(int argc, char **argv)
{
	struct options options = parse_options(argc, argv);
	const char *path;

	if (options.lists_cpus) {
		core_model_list();
		return 0;
	}
	if (options.only_checks) {
		core_model_check(options.cycles.cpu, options.cycles.is_quiet);
		return 0;
	}
	path = cli_input(argc, argv);
	cli_spare_terminal(&options.cycles.output.stream, CLI_PROFILE);
	cycles_profile_write(path, &options.cycles);
	return 0;
}
