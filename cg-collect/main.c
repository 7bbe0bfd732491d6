/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-collect: runs a program under our Valgrind tool and passes its profile on.
 * Whatever can be known to fail fails here, before the program runs.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect.h"
#include "core.h"

const struct cli_program cli_program = {
    .name = "cg-collect",
    .usage =
	"usage: cg-collect [options] [--] program [argument...]\n"
	"\n"
	"Run a program under Valgrind and write its Cachegrind profile. On\n"
	"standard output unless -o says otherwise; the program's own output\n"
	"then goes to standard error. The exit status is the program's.\n"
	"\n"
	"What is counted:\n"
	"  --cache-sim=yes|no         cache misses too [yes]\n"
	"  --branch-sim=yes|no        branches and mispredictions too [no]\n"
	"  --I1=SIZE,ASSOC,LINE       first-level instruction cache\n"
	"  --D1=SIZE,ASSOC,LINE       first-level data cache\n"
	"  --LL=SIZE,ASSOC,LINE       last-level cache [all three: this "
	"machine's]\n"
	"  --instr-at-start=yes|no    count before the program asks for it "
	"[yes]\n"
	"  --toggle-collect=FUNCTION  count only inside of it\n"
	"  -f, --trace-children=yes|no\n"
	"                             programs that the program runs, too [no]\n"
	"      --reproducible         the same counts wherever it runs, "
	"with these\n"
	"                             variables and a few fixed ones:\n"
	"      --keep-env=NAME        one as it is here\n"
	"      --set-env=NAME=VALUE   one of that value\n"
	"Output:\n"
	"  -o, --output=FILE          write to FILE, replaced when complete;\n"
	"      --cachegrind-out-file=FILE\n"
	"                             the same. %p stands for the process (one\n"
	"                             file each), %q{VAR} for a variable, %% "
	"for %\n"
	"  -z, --gzip[=LEVEL]         compress; implied by a FILE in .gz\n"
	"      --client-stdout=FILE   the program's standard output\n"
	"      --dump-every=SECONDS   write the profile so far to FILE, too\n"
	"  -q, --quiet                no summary, only errors\n"
	"  -h, --help\n"
	"      --version\n"
	"\n"
	"Other options are handed to Valgrind as they are.\n",
    .failure = EXIT_FAILED,
};

/* --- options -------------------------------------------------------------- */

enum {
	OPT_CLIENT_STDOUT = CLI_FIRST,
	OPT_TRACE_CHILDREN,
	OPT_REPRODUCIBLE,
	OPT_KEEP_ENV,
	OPT_SET_ENV,
	OPT_DUMP_EVERY,
};

static const char letters[] = "+:hfo:qz::";

static const struct option long_options[] = {
    CLI_OPTIONS,
    CLI_OUTPUT_OPTIONS,
    {"cachegrind-out-file", required_argument, NULL, 'o'},
    {"client-stdout", required_argument, NULL, OPT_CLIENT_STDOUT},
    {"dump-every", required_argument, NULL, OPT_DUMP_EVERY},
    {"keep-env", required_argument, NULL, OPT_KEEP_ENV},
    {"quiet", no_argument, NULL, 'q'},
    {"reproducible", no_argument, NULL, OPT_REPRODUCIBLE},
    {"set-env", required_argument, NULL, OPT_SET_ENV},
    {"trace-children", required_argument, NULL, OPT_TRACE_CHILDREN},
    {NULL, 0, NULL, 0},
};

/* an option, but none of ours; abbreviations are not ours either */
static bool
is_core_option(const char *argument)
{
	size_t len = strcspn(argument, "=");

	if (argument[0] != '-' || argument[1] == '\0')
		return false;
	if (argument[1] != '-')
		return strchr(letters, argument[1]) == NULL;
	for (const struct option *o = long_options; o->name != NULL; o++)
		if (strlen(o->name) + 2 == len &&
		    strncmp(o->name, argument + 2, len - 2) == 0)
			return false;
	return argument[2] != '\0';
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
	case OPT_TRACE_CHILDREN:
		o->trace_children = cli_yes_no("--trace-children", optarg);
		o->up_to_exec = !o->trace_children;
		break;
	case OPT_CLIENT_STDOUT:
		o->client_stdout = optarg;
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

	environment_init(&o.variables);
	o.core = cli_alloc((size_t)argc, sizeof(*o.core));
	for (;;) {
		if (optind < argc && is_core_option(argv[optind])) {
			o.core[o.ncore++] = argv[optind++];
			continue;
		}
		c = cli_option(argc, argv, letters, long_options);
		if (c == -1)
			break;
		take_option(&o, c);
	}
	if (optind >= argc)
		cli_usage("expected a program to run");
	if (o.names_variables && !o.reproducible)
		cli_usage("--keep-env and --set-env: expected --reproducible, "
			  "too");
	o.program = argv + optind;
	return o;
}

/* What the core must have for an option, and may lack: see plugin/core-has. */
static void
check_core(const struct options *o)
{
	const char *option = NULL;

	if (o->dump_every > 0 && !CORE_SHARES_PAGES)
		option = "--dump-every";
	if (o->reproducible && !CORE_PINS)
		option = "--reproducible";
	if (option != NULL)
		cli_die("%s: valgrind %s lacks what this takes", option,
		    CG_VALGRIND_VERSION);
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
	if (program_must_be_named(name, path))
		*program = path; /* in use until the end */
	else
		free(path);
}

/* ends the program where it cannot: better now than after the run */
static void
check_opens(const char *path, int gzip_level)
{
	struct cg_error error;
	struct cg_output *trial = cg_output_open(path, gzip_level, &error);

	if (trial == NULL)
		cli_die("%s", error.text);
	cg_output_abandon(trial);
}

/* What is neither a file nor a folder, such as a pipe, is left alone. */
static void
check_output(struct options *o)
{
	char *path = target_expand(o->output.path, getpid());
	struct stat st;

	if (strcmp(path, "-") != 0) {
		bool exists = stat(path, &st) == 0;

		o->replaceable = !exists || S_ISREG(st.st_mode);
		if (o->replaceable || S_ISDIR(st.st_mode))
			check_opens(path, o->output.gzip_level);
	}
	if (o->dump_every > 0 && !o->replaceable)
		cli_usage("--dump-every: expected -o FILE, a regular one");
	free(path);
}

/* --- the whole ------------------------------------------------------------ */

int
main(int argc, char **argv)
{
	struct options options;
	struct valgrind valgrind;
	int status;

	cli_begin();
	options = parse_options(argc, argv);
	cli_spare_terminal(&options.output, false);
	check_core(&options);
	check_program(options.program);
	check_output(&options);
	valgrind_find(&valgrind, options.reproducible);
	if (options.reproducible)
		reproducible_pin_addresses();
	status = collect(&options, &valgrind);
	valgrind_release(&valgrind);
	environment_release(&options.variables);
	free(options.core);
	return status;
}
