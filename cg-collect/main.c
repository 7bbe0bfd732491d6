/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-collect: runs a program under our Valgrind tool and writes its profile.
 *
 *	command/	what the command line says, and the one of Valgrind:
 *	    options		the options, parsed below, and the exit statuses
 *	    conflicts		options that mean nothing together
 *	    program		finds the program to profile
 *	    out_path		expands the path of the output
 *	    core_options	the names of the options of its core
 *	    valgrind		finds Valgrind and the tool, and builds its command line
 *	    libexec		finds the directory of the tool
 *	    memory_models	the processors of --memory
 *	    reproducible	pins addresses and the processor,
 *	    cpu			the levels of x86-64 of --cpu, and
 *	    environment		the variables of a reproducible run, which
 *	client_variables  names for the tool
 *	collect		one collection from start to end:
 *	child		runs Valgrind and waits for all processes,
 *	slowdown	compares its time with what it would be natively
 *	progress	draws the progress line, and asks the tool through
 *	shared_page	a page of memory for profiles before the end
 *	refused_option	how the tool says that it did not start
 *	vgdb		makes processes that sleep look there
 *	profiles/	what the tool leaves:
 *	    spool		the directory in which it leaves profiles, which
 *	    cleanup		removes, even if this process is killed
 *	    processes		finds processes without a profile
 *	    profile_sum		adds up the profiles, names addresses
 *	    sum_rows		finds the part of a row, and names rows of scripts
 *	    sum_output		writes the sum
 *	    estimated_sum	writes the sum with estimated cycles
 *	    not_entered		explains why functions were not entered
 *	data/		misses by data:
 *	    data_profile	writes them with names, from
 *	    raw_data		what the tool leaves of all processes
 *	    named_data		the names of data and fields, which need
 *	    asked_data		variables and types, and
 *	    site		where blocks are allocated
 *	allocation_names  functions that only pass blocks on
 *	compiled/	what the program leaves about code that it compiled:
 *	    compiled_read	reads all of that
 *	    compiled		names its functions, from
 *	    perf_map		a list of them for perf,
 *	    jitdump		files with their lines, and
 *	    compiled_name	what their names say
 *	first_screen	shows the start of the report on a terminal
 *	shim/		the program `valgrind` of --valgrind-path:
 *	    words		options from files and from VALGRIND_OPTS
 *	    translate		what each option is for cg-collect
 *	plugin/		the Valgrind tool; see its main.c
 *
 * This file parses the options and checks, before the program runs, all that
 * can be known to fail.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgfmt.h"
#include "collect.h"
#include "command/conflicts.h"
#include "command/core_options.h"
#include "command/cpu.h"
#include "command/environment.h"
#include "command/libexec.h"
#include "command/memory_models.h"
#include "command/options.h"
#include "command/out_path.h"
#include "command/program.h"
#include "command/reproducible.h"
#include "command/valgrind.h"
#include "core.h"
#include "first_screen.h"
#include "libcli/cli.h"
#include "libcli/foreign_options.h"

/* --- options -------------------------------------------------------------- */

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

/* the limit of the tool */
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

/* the limits of the tool */
#define MOST_MEGABYTES (1 << 20)
#define MOST_CORES 64

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

static void
keep_variable(struct options *o, const char *name)
{
	if (*name == '\0' || strchr(name, '=') != NULL)
		cli_usage("--keep-env: expected NAME, found \"%s\"", name);
	environment_keep(&o->variables, name);
}

static void
set_variable(struct options *o, const char *variable)
{
	if (*variable == '=' || strchr(variable, '=') == NULL)
		cli_usage(
		    "--set-env: expected NAME=VALUE, found \"%s\"", variable);
	environment_set(&o->variables, variable);
}

static void
choose_cpu(struct options *o, const char *name)
{
	if (!cpu_is_known(name))
		cli_usage("--cpu: expected x86-64-v1, x86-64-v2, x86-64-v3 or "
			  "host, found \"%s\"",
		    name);
	o->cpu = name;
}

static void
choose_memory(struct options *o, const char *name)
{
	o->memory = memory_model_find(name);
	o->memory_is_host = strcmp(name, "host") == 0;
}

static void
choose_cores(struct options *o, int64_t n)
{
	if (n > MOST_CORES)
		cli_usage("--cores: expected at most %d, found %lld",
		    MOST_CORES, (long long)n);
	o->cores = n;
}

static void
choose_clock(struct options *o, const char *name)
{
	if (strcmp(name, "counted") != 0 && strcmp(name, "real") != 0)
		cli_usage(
		    "--clock: expected counted or real, found \"%s\"", name);
	o->counted_clock = strcmp(name, "counted") == 0;
}

/* Says which stacks are kept apart: all, or those above a part of the costs. */
static void
choose_stacks(struct options *o, const char *word)
{
	struct cli_percent percent;
	uint64_t billionths = 0;

	o->stacks = word == NULL || strcmp(word, "no") != 0;
	if (word == NULL || strcmp(word, "no") == 0 || strcmp(word, "yes") == 0)
		return;
	if (strcmp(word, "all") != 0) {
		if (*word < '0' || *word > '9')
			cli_usage("--stacks: expected yes, no, all or a "
				  "percentage, found \"%s\"",
			    word);
		percent = cli_percent("--stacks", word, 100);
		billionths = (uint64_t)((unsigned __int128)percent.value *
					10000000 / percent.scale);
	}
	free(o->stacks_least);
	o->stacks_least =
	    cli_format("--stacks-least=%llu", (unsigned long long)billionths);
}

static void
limit_stacks(struct options *o, int64_t megabytes)
{
	if (megabytes > MOST_MEGABYTES)
		cli_usage("--stacks-memory: expected at most %d, found %lld",
		    MOST_MEGABYTES, (long long)megabytes);
	free(o->stacks_memory);
	o->stacks_memory =
	    cli_format("--stacks-memory=%lld", (long long)megabytes);
}

static void
choose_tool(struct options *o, const char *name)
{
	if (strcmp(name, "cachegrind") != 0 && strcmp(name, "callgrind") != 0)
		cli_usage(
		    "--as: expected cachegrind or callgrind, found \"%s\"",
		    name);
	o->as = name;
}

static void
add_data_type(struct options *o, const char *text)
{
	const char *equals = strchr(text, '=');

	if (equals == NULL || equals == text || equals[1] == '\0')
		cli_usage("--data-type: expected FUNCTION=TYPE or "
			  "FILE:LINE=TYPE, found \"%s\"",
		    text);
	o->data_types =
	    cli_grow(o->data_types, o->ndata_types, sizeof(*o->data_types));
	o->data_types[o->ndata_types++] = text;
}

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

/* Takes --cycles=CPU, or --cycles=later, which leaves the estimate to cg-cycles. */
static void
take_cycles(struct options *o, const char *cpu)
{
	o->for_cycles = true;
	o->estimate.cpu = strcmp(cpu, "later") == 0 ? NULL : cpu;
}

static void
add_penalty(struct estimate *e, const char *text)
{
	e->penalties =
	    cli_grow(e->penalties, e->npenalties, sizeof(*e->penalties));
	e->penalties[e->npenalties++] = text;
}

static void
choose_scripts(struct options *o, const char *which)
{
	static const char *const forms[] = {
	    "--scripts=yes", "--scripts=no", "--scripts=only"};

	if (which == NULL)
		which = "yes";
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (strcmp(forms[i] + strlen("--scripts="), which) == 0) {
			o->scripts = forms[i];
			return;
		}
	cli_usage("--scripts: expected yes, no or only, found \"%s\"", which);
}

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

/* Takes an option about data or calls, or one of the output. */
static void
take_option_of_kinds(struct options *o, int c)
{
	switch (c) {
	case OPT_ALLOCS:
		o->allocs = optarg == NULL || cli_yes_no("--allocs", optarg);
		break;
	case OPT_DATA:
		o->data = true;
		o->data_file =
		    optarg == NULL ? NULL : cli_path("--data", optarg);
		break;
	case OPT_DATA_TYPE:
		add_data_type(o, optarg);
		break;
	case OPT_SHARING:
		o->sharing = optarg == NULL || cli_yes_no("--sharing", optarg);
		break;
	case OPT_LINE_USE:
		o->line_use =
		    optarg == NULL || cli_yes_no("--line-use", optarg);
		break;
	case OPT_MISS_KINDS:
		o->miss_kinds =
		    optarg == NULL || cli_yes_no("--miss-kinds", optarg);
		break;
	case OPT_CALLS:
		o->calls = optarg == NULL || cli_yes_no("--calls", optarg);
		break;
	case OPT_COLLECT_JUMPS:
		o->collect_jumps = cli_yes_no("--collect-jumps", optarg);
		break;
	case OPT_CYCLES:
		take_cycles(o, optarg);
		break;
	case OPT_LOOPS:
		o->loops = true;
		break;
	case OPT_PENALTY:
		add_penalty(&o->estimate, optarg);
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
		choose_stacks(o, optarg);
		break;
	case OPT_SCRIPTS:
		choose_scripts(o, optarg);
		break;
	case OPT_STACKS_MEMORY:
		limit_stacks(o, cli_int("--stacks-memory", optarg, 1));
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
		if (strcmp(optarg, "now") != 0 && strcmp(optarg, "later") != 0)
			cli_usage("--names: expected now or later, found "
				  "\"%s\"",
			    optarg);
		o->names_later = strcmp(optarg, "later") == 0;
		break;
	case OPT_AS:
		choose_tool(o, optarg);
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
		keep_variable(o, optarg);
		break;
	case OPT_SET_ENV:
		o->names_variables = true;
		set_variable(o, optarg);
		break;
	case OPT_CLOCK:
		choose_clock(o, optarg);
		break;
	case OPT_CPU:
		choose_cpu(o, optarg);
		break;
	case OPT_MEMORY:
		choose_memory(o, optarg);
		break;
	case OPT_CORES:
		choose_cores(o, cli_int("--cores", optarg, 1));
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

static struct options
parse_options(int argc, char **argv)
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

/* refuses options that this version of the core cannot do: see plugin/core-has
 */
static void
check_core(const struct options *o)
{
	const char *option = NULL;

	if (o->dump_every > 0 && !CORE_SHARES_PAGES)
		option = "--dump-every";
	if (o->reproducible && !CORE_PINS)
		option = "--reproducible";
	if (cpu_is_level(o->cpu) && !CORE_PINS)
		option = "--cpu";
	if (option != NULL)
		cli_die("%s: not possible with valgrind %s", option,
		    CG_VALGRIND_VERSION);
	if (cpu_is_level(o->cpu) && cpu_first() == NULL)
		cli_die("--cpu=%s needs a processor of x86-64", o->cpu);
}

/* --- before the program runs ---------------------------------------------- */

static void
check_program(char **program)
{
	const char *name = *program;
	char *path = program_find(name);

	if (path == NULL) {
		int status =
		    errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;

		cli_warn("cannot run %s: %s", name, strerror(errno));
		exit(status);
	}
	if (program_needs_path(name, path))
		*program = path; /* in use until the end */
	else
		free(path);
}

/* Ends the program if the file cannot be opened for writing; adds the hint. */
static void
check_opens(const struct options *o, const char *path, const char *hint)
{
	struct cg_error error;
	struct cg_output *trial =
	    cg_output_open(path, o->output.gzip_level, &error);

	if (trial == NULL)
		cli_die("%s%s", error.text, hint);
	cg_output_abandon(trial);
}

/* Without -o at a terminal, keeps the profile and shows the report. */
static void
choose_output(struct options *o)
{
	o->at_terminal = !o->output.is_given && first_screen_fits();
	if (o->at_terminal) {
		o->output.path = FIRST_SCREEN_PROFILE;
		o->cg_annotate = cli_program_beside("cg-annotate");
	} else {
		cli_spare_terminal(&o->output, CLI_PROFILE);
	}
}

/* Opening a pipe or a device could have an effect, so these are not checked.  True if
 * the file will be replaced. */
static bool
check_file(const struct options *o, const char *path, const char *hint)
{
	struct stat st;
	bool is_file = strcmp(path, "-") != 0;
	bool exists = is_file && stat(path, &st) == 0;
	bool replaceable = is_file && (!exists || S_ISREG(st.st_mode));

	if (replaceable || (exists && S_ISDIR(st.st_mode)))
		check_opens(o, path, hint);
	return replaceable;
}

/* Checks the file of --data=FILE.  The other one is the path of the profile. */
static void
check_data_file(const struct options *o, const char *other)
{
	char *path;
	bool replaceable;

	if (o->data_file == NULL)
		return;
	path = out_path_expand(o->data_file, getpid(), *o->program);
	if (out_path_is_of_process(o->data_file, o->trace_children) !=
	    out_path_is_of_process(o->output.path, o->trace_children))
		cli_usage("--data=FILE: expected %%p as in -o FILE: in both or "
			  "in neither");
	if (out_path_is_same(path, other))
		cli_usage("--data=FILE: must not be the file of the profile");
	replaceable = check_file(o, path, "");
	if (o->dump_every > 0 && !replaceable)
		cli_usage("--dump-every needs --data=FILE, a regular file");
	free(path);
}

static void
check_output(struct options *o)
{
	char *path = out_path_expand(o->output.path, getpid(), *o->program);

	o->replaceable = check_file(
	    o, path, o->at_terminal ? " (-o FILE writes to another file)" : "");
	if (o->dump_every > 0 && !o->replaceable)
		cli_usage("--dump-every needs -o FILE, a regular file");
	/* a pipe or a device gets all parts, as it must */
	if (o->as != NULL && !o->replaceable)
		o->separate_dumps = false;
	if (o->separate_dumps && !o->replaceable)
		cli_usage("--combine-dumps=no needs -o FILE, a regular file");
	check_data_file(o, path);
	free(path);
}

/* --- main ----------------------------------------------------------------- */

int
main(int argc, char **argv)
{
	struct options options;
	struct valgrind valgrind;
	int status;

	cli_begin();
	options = parse_options(argc, argv);
	choose_output(&options);
	check_core(&options);
	check_program(options.program);
	if (options.memory_is_host && !options.quiet)
		cli_warn("--memory=host: simulating %s, with %s of the last "
			 "level",
		    options.memory->name,
		    options.cores > 1 ? "these cores' share"
				      : "one core's share");
	check_output(&options);
	estimate_check(&options.estimate);
	valgrind_find(&valgrind, options.reproducible);
	if (options.reproducible)
		reproducible_pin_addresses();
	status = collect(&options, &valgrind);
	valgrind_release(&valgrind);
	environment_release(&options.variables);
	free(options.core);
	free(options.cores_option);
	free(options.last_level);
	free(options.stacks_memory);
	free(options.stacks_least);
	estimate_release(&options.estimate);
	free(options.data_types);
	free(options.directories);
	free(options.cg_annotate);
	return status;
}
