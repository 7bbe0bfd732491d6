/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options: the table of them, from which both helps and the completions of shells
 * are made, what each one says, and what follows from several.  Those that are not in
 * the table are Valgrind's.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conflicts.h"
#include "core_options.h"
#include "libcli/cli.h"
#include "libcli/foreign_options.h"
#include "libexec.h"
#include "memory_models.h"
#include "option_values.h"
#include "options.h"

enum {
	OPT_OF_TOOL = CLI_FIRST, /* of the Valgrind tool, which parses it */
	OPT_CLIENT_STDOUT,
	OPT_ALLOCS,
	OPT_CALLS,
	OPT_COLLECT_JUMPS,
	OPT_CYCLES,
	OPT_LOOPS,
	OPT_PENALTY,
	OPT_CYCLE_PARTS,
	OPT_COMBINE_DUMPS,
	OPT_DATA,
	OPT_DATA_TYPE,
	OPT_TRACE_CHILDREN,
	OPT_REPRODUCIBLE,
	OPT_NAMES,
	OPT_DEBUGINFOD,
	OPT_INLINE,
	OPT_LINE_USE,
	OPT_MISS_KINDS,
	OPT_MEMORY,
	OPT_CORES,
	OPT_SEPARATE_THREADS,
	OPT_SEPARATE_PROCESSES,
	OPT_SHARING,
	OPT_STACKS,
	OPT_STACKS_MEMORY,
	OPT_SCRIPTS,
	OPT_KEEP_ENV,
	OPT_SET_ENV,
	OPT_CLOCK,
	OPT_CPU,
	OPT_DUMP_EVERY,
	OPT_EXPECT_SUCCESS,
	OPT_VALGRIND_PATH,
	OPT_AS,
	OPT_COMPRESS_STRINGS,
	OPT_COMPRESS_POS,
};

/* clang-format off */

static const struct cli_option option_rows[] = {
	{.help = "What is counted"},
	{"cache-sim", OPT_OF_TOOL, "=yes|no", CLI_USUAL,
	    "count cache misses [yes]; no is much faster"},
	{"branch-sim", OPT_OF_TOOL, "=yes|no", CLI_USUAL,
	    "count branches and mispredictions [no]"},
	{"I1", OPT_OF_TOOL, "=SIZE,ASSOC,LINE", CLI_RARE,
	    "first-level instruction cache"},
	{"D1", OPT_OF_TOOL, "=SIZE,ASSOC,LINE", CLI_RARE,
	    "first-level data cache"},
	{"LL", OPT_OF_TOOL, "=SIZE,ASSOC,LINE", CLI_RARE,
	    "last-level cache [all three: this machine's]"},
	{"memory", OPT_MEMORY, "=MODEL|host", CLI_USUAL,
	    "also simulate L2, TLBs and prefetchers, as this processor has them"},
	{"L2", OPT_OF_TOOL, "=SIZE,ASSOC,LINE", CLI_RARE,
	    "with --memory, the cache between the first and the last level"},
	{"tlb", OPT_OF_TOOL, "=I:D:S[:S]", CLI_RARE,
	    "with --memory, TLBs of both levels, each ENTRIES,WAYS"},
	{"prefetch", OPT_OF_TOOL, "=NAME,...|none", CLI_RARE,
	    "with --memory, D1-next, D1-stream, D1-stride, D1-writes, "
	    "L2-adjacent, L2-stream"},
	{"cores", OPT_CORES, "=N", CLI_RARE,
	    "with --memory, put threads on N cores with caches of their own [1]"},
	{"forwarding", OPT_OF_TOOL, "=yes|no", CLI_RARE,
	    "count reads that wait for what was just written [no]"},
	{"miss-kinds", OPT_MISS_KINDS, "[=yes|no]", CLI_RARE,
	    "tell misses on new data, of capacity and by conflicts apart [no]"},
	{"calls", OPT_CALLS, "[=yes|no]", CLI_USUAL,
	    "also record calls and their costs [no]; in Callgrind's format"},
	{"instr-at-start", OPT_OF_TOOL, "=yes|no", CLI_RARE,
	    "count from the start, not only on request [yes]"},
	{"collect-atstart", OPT_OF_TOOL, "=yes|no", CLI_RARE,
	    "count until the program toggles it [yes]"},
	{"toggle-collect", OPT_OF_TOOL, "=FUNCTION", CLI_USUAL,
	    "count only inside this function"},
	{"zero-before", OPT_OF_TOOL, "=FUNCTION", CLI_RARE,
	    "start at zero when this function is entered"},
	{"dump-before", OPT_OF_TOOL, "=FUNCTION", CLI_RARE,
	    "end a part when this function is entered"},
	{"dump-after", OPT_OF_TOOL, "=FUNCTION", CLI_RARE,
	    "end a part when this function is left"},
	{"names", OPT_NAMES, "=now|later", CLI_RARE,
	    "find files and lines after the run, or leave them to `cg-names` "
	    "[now]"},
	{"inline", OPT_INLINE, "=yes|no", CLI_RARE,
	    "give inlined functions rows of their own [yes]"},
	{"debuginfod", OPT_DEBUGINFOD, NULL, CLI_RARE,
	    "ask DEBUGINFOD_URLS for debug information, too"},
	{NULL, 'f', NULL, CLI_USUAL,
	    "also profile the program's child processes"},
	{"trace-children", OPT_TRACE_CHILDREN, "=yes|no", CLI_RARE,
	    "the same as -f; no: only until the program executes another"},
	{"reproducible", OPT_REPRODUCIBLE, NULL, CLI_USUAL,
	    "get the same counts on every machine; pin the environment"},
	{"keep-env", OPT_KEEP_ENV, "=NAME", CLI_RARE,
	    "with --reproducible, keep this variable"},
	{"set-env", OPT_SET_ENV, "=NAME=VALUE", CLI_RARE,
	    "with --reproducible, set this variable"},
	{"cpu", OPT_CPU, "=x86-64-v1|x86-64-v2|x86-64-v3|host", CLI_RARE,
	    "show the program this processor [host; with --reproducible the "
	    "lowest that ld.so accepts]"},
	{"clock", OPT_CLOCK, "=counted|real", CLI_RARE,
	    "show the program a time that advances by instructions, or the "
	    "real one [real]"},
	{.help = "Calls, with --calls"},
	{"collect-jumps", OPT_COLLECT_JUMPS, "=yes|no", CLI_RARE,
	    "also record jumps inside functions [no]"},
	{"dump-instr", OPT_OF_TOOL, "=yes|no", CLI_RARE,
	    "record costs for each instruction, not line [no]"},
	{"loops", OPT_LOOPS, NULL, CLI_RARE,
	    "record what `cg-annotate --loops` needs: calls, jumps, instructions"},
	{"cycles", OPT_CYCLES, "=CPU|host|later", CLI_RARE,
	    "add Cy, estimated cycles of this processor; later: record what "
	    "`cg-cycles` needs for it"},
	{"penalty", OPT_PENALTY, "=EVENT:N", CLI_RARE,
	    "cycles of a miss; L1, LL, Bcm, Bim, D1mw, Dsf or walk [CPU's]"},
	{"cycle-parts", OPT_CYCLE_PARTS, NULL, CLI_RARE,
	    "also add what Cy consists of: CyC, CyB, CyF, Cy2, CyL, CyM, CyT"},
	{"stacks", OPT_STACKS, "[=PCT|all|no]", CLI_USUAL,
	    "count by the whole call stack, with calls; fold stacks below PCT % [0.001]"},
	{"stacks-memory", OPT_STACKS_MEMORY, "=MB", CLI_RARE,
	    "fold the coldest stacks when they need more memory [64]"},
	{"separate-recs", OPT_OF_TOOL, "=N", CLI_RARE,
	    "separate levels of recursion, up to N [2]"},
	{"separate-callers", OPT_OF_TOOL, "=N", CLI_RARE,
	    "separate functions by their last N callers [0]"},
	{"separate-processes", OPT_SEPARATE_PROCESSES, "=yes|no", CLI_RARE,
	    "with -f, write a part for each program of each process [no]"},
	{"separate-threads", OPT_SEPARATE_THREADS, "=yes|no", CLI_RARE,
	    "write a part for each thread [no]"},
	{"scripts", OPT_SCRIPTS, "[=yes|no|only]", CLI_USUAL,
	    "functions and lines of Python, Perl, PHP; only: no C below"},
	{"fn-skip", OPT_OF_TOOL, "=FUNCTION", CLI_RARE,
	    "count it as part of its callers"},
	{"obj-skip", OPT_OF_TOOL, "=FILE", CLI_RARE,
	    "the same for all functions of a file"},
	{"skip-plt", OPT_OF_TOOL, "=yes|no", CLI_RARE,
	    "let stubs of shared libraries call nothing [yes]"},
	{.help = "Data"},
	{"data", OPT_DATA, "[=FILE]", CLI_USUAL,
	    "count cache misses by data, not by code; FILE: write that "
	    "beside the code's profile"},
	{"line-use", OPT_LINE_USE, "[=yes|no]", CLI_RARE,
	    "with --data, count the bytes used of lines [no]"},
	{"sharing", OPT_SHARING, "[=yes|no]", CLI_RARE,
	    "with --data, count accesses to lines that threads share [no]"},
	{"allocs", OPT_ALLOCS, "[=yes|no]", CLI_RARE,
	    "count allocations and their bytes by code [no]"},
	{"alloc-fn", OPT_OF_TOOL, "=FUNCTION[:N]", CLI_RARE,
	    "it passes on blocks, or allocates by itself and has the size as "
	    "argument N"},
	{"free-fn", OPT_OF_TOOL, "=FUNCTION[:N]", CLI_RARE,
	    "it frees the block in its argument N [1]"},
	{"data-type", OPT_DATA_TYPE, "=SITE=TYPE", CLI_RARE,
	    "the type that FUNCTION or FILE:LINE allocates"},
	{.help = "Output"},
	CLI_OUTPUT_OPTIONS,
	{"cachegrind-out-file", 'o', "=FILE", CLI_RARE,
	    "the same; %p is the process ID (one file per process), %c its "
	    "program, %q{VAR} a variable, %% is %"},
	{"combine-dumps", OPT_COMBINE_DUMPS, "=yes|no", CLI_RARE,
	    "write parts that were dumped to FILE, not to FILE.1, FILE.2, ... "
	    "[yes]"},
	{"client-stdout", OPT_CLIENT_STDOUT, "=FILE", CLI_USUAL,
	    "write the program's standard output to FILE"},
	{"dump-every", OPT_DUMP_EVERY, "=SECONDS", CLI_RARE,
	    "also write the profile so far to FILE"},
	{"expect-success", OPT_EXPECT_SUCCESS, NULL, CLI_USUAL,
	    "write no profile if the program fails"},
	{"quiet", 'q', NULL, CLI_USUAL, "print errors only, no summary"},
	{"valgrind-path", OPT_VALGRIND_PATH, NULL, CLI_RARE,
	    "print the directory of a `valgrind` for PATH that runs "
	    "cg-collect"},
	{"as", OPT_AS, "=TOOL", CLI_HIDDEN, ""},
	{"compress-pos", OPT_COMPRESS_POS, "=yes|no", CLI_HIDDEN, ""},
	{"instr-atstart", OPT_OF_TOOL, "=yes|no", CLI_HIDDEN, ""},
	{"compress-strings", OPT_COMPRESS_STRINGS, "=yes|no", CLI_HIDDEN, ""},
	CLI_OPTIONS,
};

/* clang-format on */

const struct cli_program cli_program = {
    .name = "cg-collect",
    .operands = "[options] [--] program [argument...]",
    .purpose =
	"Run a program under Valgrind and write its profile to standard output; at a\n"
	"terminal, keep it as cg.out and show the start of the report. The exit status\n"
	"is the program's.\n",
    .options = option_rows,
    .runs_command = true,
    .footer = "Other options are passed to Valgrind.\n",
    .origin = "Valgrind tool for the core of Valgrind " CG_VALGRIND_VERSION
	      " on " CG_VALGRIND_PLATFORM "\n"
	      "Licence: BSD-2-Clause; of the Valgrind tool: GPL-2.0-or-later\n",
    .failure = EXIT_FAILED,
};

/* --- one option ----------------------------------------------------------- */

static _Noreturn void
print_valgrind_path(void)
{
	char *lib = libexec_directory();
	int printed = printf("%s/path\n", lib);

	free(lib);
	if (printed < 0 || fclose(stdout) != 0)
		cli_die("(stdout): cannot write: %s", strerror(errno));
	exit(0);
}

/* Takes an option about data or calls, or one of the output. */
static void
take_option_of_kinds(struct options *o, int c)
{
	switch (c) {
	case OPT_ALLOCS:
		o->allocs = cli_yes_no("--allocs", optarg);
		break;
	case OPT_DATA:
		o->data = true;
		o->data_file =
		    optarg == NULL ? NULL : cli_path("--data", optarg);
		break;
	case OPT_DATA_TYPE:
		option_add_data_type(o, optarg);
		break;
	case OPT_SHARING:
		o->sharing = cli_yes_no("--sharing", optarg);
		break;
	case OPT_LINE_USE:
		o->line_use = cli_yes_no("--line-use", optarg);
		break;
	case OPT_MISS_KINDS:
		o->miss_kinds = cli_yes_no("--miss-kinds", optarg);
		break;
	case OPT_CALLS:
		o->calls = cli_yes_no("--calls", optarg);
		break;
	case OPT_COLLECT_JUMPS:
		o->collect_jumps = cli_yes_no("--collect-jumps", optarg);
		break;
	case OPT_CYCLES:
		option_choose_cycles(o, optarg);
		break;
	case OPT_LOOPS:
		o->loops = true;
		break;
	case OPT_PENALTY:
		option_add_penalty(o, optarg);
		break;
	case OPT_CYCLE_PARTS:
		o->estimate.has_parts = true;
		break;
	case OPT_SEPARATE_THREADS:
		o->separate_threads = cli_yes_no("--separate-threads", optarg);
		break;
	case OPT_SEPARATE_PROCESSES:
		o->separate_processes =
		    cli_yes_no("--separate-processes", optarg);
		break;
	case OPT_STACKS:
		option_choose_stacks(o, optarg);
		break;
	case OPT_SCRIPTS:
		option_choose_scripts(o, optarg);
		break;
	case OPT_STACKS_MEMORY:
		option_limit_stacks(o, cli_int("--stacks-memory", optarg, 1));
		break;
	default:
		cli_output_option(&o->output, c);
	}
}

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case 'f':
		o->trace_children = true;
		break;
	case 'q':
		o->quiet = true;
		break;
	case OPT_DUMP_EVERY:
		o->dump_every = cli_int("--dump-every", optarg, 1);
		break;
	case OPT_DEBUGINFOD:
		o->names.debuginfod = true;
		break;
	case OPT_INLINE:
		o->inline_given = true;
		o->names.inlined = cli_yes_no("--inline", optarg);
		break;
	case OPT_NAMES:
		option_choose_names(o, optarg);
		break;
	case OPT_AS:
		option_choose_tool(o, optarg);
		break;
	case OPT_VALGRIND_PATH:
		print_valgrind_path();
	case OPT_COMPRESS_STRINGS:
		o->uncompressed_names =
		    !cli_yes_no("--compress-strings", optarg);
		break;
	case OPT_COMPRESS_POS:
		o->compressed_positions = cli_yes_no("--compress-pos", optarg);
		break;
	case OPT_EXPECT_SUCCESS:
		o->expect_success = true;
		break;
	case OPT_COMBINE_DUMPS:
		o->separate_dumps = !cli_yes_no("--combine-dumps", optarg);
		break;
	case OPT_REPRODUCIBLE:
		o->reproducible = true;
		break;
	case OPT_KEEP_ENV:
		o->names_variables = true;
		option_keep_variable(o, optarg);
		break;
	case OPT_SET_ENV:
		o->names_variables = true;
		option_set_variable(o, optarg);
		break;
	case OPT_CLOCK:
		option_choose_clock(o, optarg);
		break;
	case OPT_CPU:
		option_choose_cpu(o, optarg);
		break;
	case OPT_MEMORY:
		option_choose_memory(o, optarg);
		break;
	case OPT_CORES:
		option_choose_cores(o, cli_int("--cores", optarg, 1));
		break;
	case OPT_TRACE_CHILDREN:
		o->trace_children = cli_yes_no("--trace-children", optarg);
		o->up_to_exec = !o->trace_children;
		break;
	case OPT_CLIENT_STDOUT:
		o->client_stdout = optarg;
		break;
	default:
		take_option_of_kinds(o, c);
	}
}

/* --- options of Valgrind -------------------------------------------------- */

/* true for an option that is not parsed here; ours cannot be abbreviated */
static bool
is_core_option(const char *argument)
{
	int value = cli_option_value(argument);

	if (argument[0] != '-' || argument[1] == '\0' ||
	    strcmp(argument, "--") == 0)
		return false;
	return value == 0 || value == OPT_OF_TOOL;
}

/* Ends the program if the next option, which would be passed on, is another program's, is
 * misspelt, or lacks a value. */
static void
check_core_option(int argc, char **argv)
{
	const char *option = argv[optind], *meant;
	char *name = cli_copy(option, strcspn(option, "="));

	foreign_options_check_next(argc, argv);
	if (cli_option_value(option) == OPT_OF_TOOL) {
		if (strchr(option, '=') == NULL)
			cli_usage("option %s needs an argument", option);
	} else if (!core_options_have(name)) {
		foreign_options_answer(option);
		meant = core_options_meant(name);
		if (meant != NULL)
			cli_usage("unknown option %s: did you mean %s?", option,
			    meant);
		meant = cli_option_meant(option);
		if (meant != NULL)
			cli_usage("unknown option %s: did you mean --%s?",
			    option, meant);
	}
	free(name);
}

/* --- all options ---------------------------------------------------------- */

/* A profile with calls has functions of scripts, unless an option says no or excludes them. A
 * harness that starts Callgrind expects the interpreter's. */
static void
settle_scripts(struct options *o)
{
	if (o->scripts == NULL && o->calls && o->as == NULL &&
	    options_exclude_scripts(o) == NULL)
		o->scripts = "--scripts=auto";
	else if (o->scripts != NULL && strcmp(o->scripts, "--scripts=no") == 0)
		o->scripts = NULL;
	else if (o->scripts != NULL)
		o->calls = true;
}

/* The last level of the cores is as large as their shares together. */
static void
settle_cores(struct options *o)
{
	if (o->cores <= 1)
		return;
	o->cores_option = cli_format("--cores=%lld", (long long)o->cores);
	o->last_level = memory_model_last_level(o->memory, (int)o->cores);
}

/* Debug information is searched where Valgrind searches for symbols. */
static void
find_directories(struct options *o)
{
	static const char path[] = "--extra-debuginfo-path=";

	for (size_t i = 0; i < o->ncore; i++) {
		if (strncmp(o->core[i], path, strlen(path)) != 0)
			continue;
		o->directories = cli_grow(o->directories, o->names.ndirectories,
		    sizeof(*o->directories));
		o->directories[o->names.ndirectories++] =
		    o->core[i] + strlen(path);
	}
	o->names.directories = o->directories;
}

/* Records what loops are found from, and paths through code. */
static void
record_jumps(struct options *o)
{
	static char instructions[] = "--dump-instr=yes";

	o->calls = o->collect_jumps = true;
	o->core[o->ncore++] = instructions;
}

/* Records mispredictions, which an estimate of cycles needs, unless an option says no. */
static void
record_mispredictions(struct options *o)
{
	static char branches[] = "--branch-sim=yes";

	o->estimate.is_quiet = o->quiet;
	if (!options_core_has(o, "--branch-sim"))
		o->core[o->ncore++] = branches;
}

struct options
options_parse(int argc, char **argv)
{
	struct options o = {.output = CLI_OUTPUT, .names.inlined = true};
	int c;

	environment_init(&o.variables);
	o.core = cli_alloc((size_t)argc + 2, sizeof(*o.core));
	for (;;) {
		if (optind < argc && is_core_option(argv[optind])) {
			check_core_option(argc, argv);
			o.core[o.ncore++] = argv[optind++];
			continue;
		}
		c = cli_next_option(argc, argv);
		if (c == -1)
			break;
		take_option(&o, c);
	}
	if (optind >= argc)
		cli_usage("expected a program to run");
	if (o.for_cycles)
		record_mispredictions(&o);
	if (o.for_cycles || o.loops)
		record_jumps(&o);
	o.calls = o.calls || o.stacks;
	settle_scripts(&o);
	options_check(&o);
	settle_cores(&o);
	find_directories(&o);
	o.program = argv + optind;
	return o;
}

void
options_release(struct options *o)
{
	environment_release(&o->variables);
	free(o->core);
	free(o->cores_option);
	free(o->last_level);
	free(o->stacks_memory);
	free(o->stacks_least);
	estimate_release(&o->estimate);
	free(o->data_types);
	free(o->directories);
	free(o->cg_annotate);
}
