/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-collect: runs a program under our Valgrind tool and passes its profile on.
 *
 * The tool leaves the profile in a private folder, the spool; only what was
 * read from there to its end and found to add up goes to the output.  So a
 * collection that fails leaves an existing file alone and a pipe without a
 * profile that looks whole.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect.h"

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
	"  -f, --trace-children=yes|no\n"
	"                             programs that the program runs, too [no]\n"
	"Output:\n"
	"  -o, --output=FILE          write to FILE, replaced when complete;\n"
	"      --cachegrind-out-file=FILE\n"
	"                             the same. %p stands for the process (one\n"
	"                             file each), %q{VAR} for a variable, %% "
	"for %\n"
	"  -z, --gzip[=LEVEL]         compress; implied by a FILE in .gz\n"
	"      --client-stdout=FILE   the program's standard output\n"
	"  -q                         no summary, only errors\n"
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
};

static const char letters[] = "+:hfo:z::";

static const struct option long_options[] = {
    CLI_OPTIONS,
    CLI_OUTPUT_OPTIONS,
    {"cachegrind-out-file", required_argument, NULL, 'o'},
    {"client-stdout", required_argument, NULL, OPT_CLIENT_STDOUT},
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

static bool
parse_yes(const char *option, const char *argument)
{
	bool yes = strcmp(argument, "yes") == 0;

	if (!yes && strcmp(argument, "no") != 0)
		cli_usage(
		    "%s: expected yes or no, found \"%s\"", option, argument);
	return yes;
}

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case 'f':
		o->trace_children = true;
		break;
	case OPT_TRACE_CHILDREN:
		o->trace_children = parse_yes("--trace-children", optarg);
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

	o.core = allocate((size_t)argc, sizeof(*o.core));
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
	o.program = argv + optind;
	return o;
}

/* --- before the program runs ---------------------------------------------- */

/*
 * Puts something in the place of standard streams that are closed, or a file
 * opened later would take it.  The program still finds them closed, and writing
 * to standard output still fails.
 */
static void
reserve_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null",
			    (fd == STDERR_FILENO ? O_WRONLY : O_RDONLY) |
				O_CLOEXEC);
}

static void
check_program(const char *name)
{
	char *path = program_find(name);

	if (path == NULL) {
		int status =
		    errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;

		cli_warn("cannot run %s: %s", name, strerror(errno));
		exit(status);
	}
	free(path);
}

/*
 * Ends the program where the output cannot be written: better now than after
 * the run.  What is not a regular file, such as a pipe, is left alone.
 */
static void
check_output(const struct cli_output *output)
{
	char *path = target_expand(output->path, getpid());
	struct cg_error error;
	struct stat st;

	if (strcmp(path, "-") != 0 &&
	    (stat(path, &st) < 0 || S_ISREG(st.st_mode) ||
		S_ISDIR(st.st_mode))) {
		struct cg_output *trial =
		    cg_output_open(path, output->gzip_level, &error);

		if (trial == NULL)
			cli_die("%s", error.text);
		cg_output_abandon(trial);
	}
	free(path);
}

/* what becomes the program's standard output; -1: it keeps ours */
static int
open_client_stdout(const struct options *o)
{
	int fd;

	if (o->client_stdout == NULL)
		return strcmp(o->output.path, "-") == 0 ? STDERR_FILENO : -1;
	fd = open(
	    o->client_stdout, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		cli_die(
		    "%s: cannot write: %s", o->client_stdout, strerror(errno));
	return fd;
}

/* --- the run -------------------------------------------------------------- */

struct run {
	const struct options *options;
	bool each;        /* a file for each process */
	bool spooled;     /* more than one process may leave a profile */
	sigset_t signals; /* as they were before */
	struct spool spool;
	struct child child;
};

static int
run_program(struct run *r, const struct valgrind *valgrind)
{
	char *profile = spool_profile(&r->spool);
	char *quoted = target_quote(profile);
	char *target = r->spooled
			   ? format_text("--spool=%s", r->spool.path)
			   : format_text("--cachegrind-out-file=%s", quoted);
	int status;

	r->child.valgrind = valgrind;
	r->child.command = valgrind_command(r->options, target);
	r->child.descendants = r->spooled;
	status = child_run(&r->child, &r->signals);
	if (status < 0)
		cli_warn("cannot run %s: %s", valgrind->path, strerror(errno));
	free(r->child.command);
	free(target);
	free(quoted);
	free(profile);
	return status;
}

static bool
is_there(const struct run *r, pid_t pid)
{
	for (size_t i = 0; i < r->spool.nparts; i++)
		if (r->spool.parts[i].pid == pid)
			return true;
	return false;
}

/* adds what the process left, or with `others` what all others left */
static int
add_parts(const struct run *r, pid_t pid, bool others, struct sum *sum)
{
	int status = 0;

	for (size_t i = 0; i < r->spool.nparts && status == 0; i++) {
		const struct part *part = &r->spool.parts[i];
		char *path;

		if ((part->pid == pid) == others)
			continue;
		path = spool_part(&r->spool, part);
		status = sum_add(sum, path);
		free(path);
	}
	return status;
}

/* The program's own profile comes first: the header is its. */
static int
write_sum(struct run *r, pid_t pid)
{
	const struct cli_output *output = &r->options->output;
	char *path = target_expand(output->path, pid);
	struct sum sum = {0};
	int status = add_parts(r, pid, false, &sum);

	if (status == 0 && !r->each)
		status = add_parts(r, pid, true, &sum);
	if (!r->each) {
		/* a closed pipe may end us from here on */
		spool_remove(&r->spool);
		sigprocmask(SIG_SETMASK, &r->signals, NULL);
	}
	if (status == 0)
		status = sum_write(&sum, path, output->gzip_level);
	if (status < 0)
		cli_warn("%s", sum.error.text);
	sum_release(&sum);
	free(path);
	return status;
}

static int
write_each(struct run *r)
{
	int status = 0;

	for (size_t i = 0; i < r->spool.nparts; i++) {
		pid_t pid = r->spool.parts[i].pid;

		if ((i == 0 || pid != r->spool.parts[i - 1].pid) &&
		    write_sum(r, pid) < 0)
			status = -1;
	}
	return status;
}

/* where Valgrind cannot run the program it says so with env's statuses */
static int
explain_missing(int status)
{
	int code = WEXITSTATUS(status);

	if (WIFSIGNALED(status)) {
		cli_warn(
		    "no profile: signal %d ended Valgrind", WTERMSIG(status));
		return EXIT_FAILED;
	}
	cli_warn("no profile: Valgrind ended with status %d", code);
	return code == EXIT_NOT_FOUND || code == EXIT_NOT_EXECUTABLE
		   ? code
		   : EXIT_FAILED;
}

/* the exit status that the program's end, and ours, come to */
static int
pass_on(struct run *r)
{
	int status = r->child.status;

	if ((!r->spooled && spool_rename(&r->spool, r->child.pid) < 0) ||
	    spool_list(&r->spool) < 0) {
		cli_warn("%s: %s", r->spool.path, strerror(errno));
		return EXIT_FAILED;
	}
	if (r->each && write_each(r) < 0)
		return EXIT_FAILED;
	if (!is_there(r, r->child.pid))
		return explain_missing(status);
	if (!r->each && write_sum(r, r->child.pid) < 0)
		return EXIT_FAILED;
	return WIFSIGNALED(status) ? EXIT_SIGNAL + WTERMSIG(status)
				   : WEXITSTATUS(status);
}

static int
collect(const struct options *options, const struct valgrind *valgrind)
{
	struct run r = {.options = options};
	int status = EXIT_FAILED;

	r.each = target_has_pid(options->output.path);
	r.spooled = r.each || options->trace_children;
	r.child.output = open_client_stdout(options);
	signals_hold(&r.signals);
	spool_make(&r.spool);
	if (run_program(&r, valgrind) == 0)
		status = pass_on(&r);
	spool_remove(&r.spool);
	return status;
}

int
main(int argc, char **argv)
{
	struct options options;
	struct valgrind valgrind;
	int status;

	reserve_standard_streams();
	options = parse_options(argc, argv);
	check_program(options.program[0]);
	check_output(&options.output);
	valgrind_find(&valgrind);
	status = collect(&options, &valgrind);
	valgrind_release(&valgrind);
	free(options.core);
	return status;
}
