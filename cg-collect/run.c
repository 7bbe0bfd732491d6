/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One run: the program under Valgrind, and what becomes of the profiles that
 * the tool leaves in the spool.  Only what was read from there to its end and
 * found to add up goes to the output.  So a collection that fails leaves an
 * existing file alone and a pipe without a profile that looks whole.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect.h"

struct run {
	const struct options *options;
	bool each;        /* a file for each process */
	bool summed;      /* one file for all of them */
	bool made_stdout; /* the file of --client-stdout is a new one */
	bool started;     /* Valgrind could run the program */
	sigset_t signals; /* as they were before */
	struct spool spool;
	struct watch watch;
	struct child child;
};

/* --- the program's standard output ---------------------------------------- */

static void
remove_client_stdout(const struct options *o)
{
	/* of a link that pointed nowhere, not the link itself */
	char *path = realpath(o->client_stdout, NULL);

	if (path != NULL)
		unlink(path);
	free(path);
}

/* true if the profile would go to the same file, by whatever name */
static bool
takes_profile(const struct options *o, int fd)
{
	char *path = target_expand(o->output.path, getpid());
	struct stat output, client;
	int status = strcmp(path, "-") == 0 ? fstat(STDOUT_FILENO, &output)
					    : stat(path, &output);

	free(path);
	return status == 0 && fstat(fd, &client) == 0 &&
	       S_ISREG(client.st_mode) && client.st_dev == output.st_dev &&
	       client.st_ino == output.st_ino;
}

/*
 * Opens what becomes the program's standard output, if it does not keep ours.
 * The tool empties the file when it is sure that the program runs.
 */
static void
open_client_stdout(struct run *r)
{
	const struct options *o = r->options;
	struct stat st;
	int fd;

	r->child.output = -1;
	if (o->client_stdout == NULL) {
		if (strcmp(o->output.path, "-") == 0)
			r->child.output = STDERR_FILENO;
		return;
	}
	r->made_stdout = stat(o->client_stdout, &st) < 0;
	fd = open(o->client_stdout, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		cli_die(
		    "%s: cannot write: %s", o->client_stdout, strerror(errno));
	if (takes_profile(o, fd)) {
		if (r->made_stdout)
			remove_client_stdout(o);
		cli_usage("--client-stdout: expected another file than that of "
			  "the profile, found \"%s\"",
		    o->client_stdout);
	}
	r->child.output = fd;
}

/* --- profiles ------------------------------------------------------------- */

static int
write_sum(const struct run *r, pid_t pid, struct sum *sum)
{
	const struct cli_output *output = &r->options->output;
	char *path = target_expand(output->path, pid);
	int status = sum_write(sum, path, output->gzip_level);

	free(path);
	return status;
}

static int
write_each(const struct run *r)
{
	int status = 0;

	for (size_t i = 0; i < r->spool.nparts; i++) {
		pid_t pid = r->spool.parts[i].pid;
		struct sum sum = {0};

		if ((i > 0 && pid == r->spool.parts[i - 1].pid) ||
		    !process_is_there(&r->spool, pid))
			continue;
		if (sum_add_process(&sum, &r->spool, pid) < 0 ||
		    write_sum(r, pid, &sum) < 0) {
			cli_warn("%s", sum.error.text);
			status = -1;
		}
		sum_release(&sum);
	}
	return status;
}

static int
add_up(const struct run *r, struct sum *sum, size_t nprocesses)
{
	int status = sum_add_all(sum, &r->spool, r->child.pid);

	if (status == 0 && r->summed)
		sum_describe(
		    sum, cli_format("Processes:        %zu", nprocesses));
	return status;
}

static int
list_spool(struct run *r)
{
	int status = spool_list(&r->spool);

	if (status < 0)
		cli_warn("%s: cannot list the profiles: %s", r->spool.path,
		    strerror(errno));
	return status;
}

static void
write_so_far(void *run)
{
	struct run *r = run;
	struct sum sum = {0};
	size_t nprocesses;

	if (list_spool(r) < 0)
		return;
	nprocesses = processes_count(&r->spool, false);
	if (nprocesses == 0)
		return;
	if (r->each) {
		write_each(r);
		return;
	}
	if (add_up(r, &sum, nprocesses) < 0 ||
	    write_sum(r, r->child.pid, &sum) < 0)
		cli_warn("%s", sum.error.text);
	sum_release(&sum);
}

static void
tell_totals(const struct sum *sum)
{
	int64_t *totals = sum_totals(sum);

	/* writing the sum will say which one does not fit */
	if (totals != NULL)
		summary_print(&sum->header, totals);
	free(totals);
}

/* a closed pipe may end us from here on, but no wish that comes too late */
static void
let_go(struct run *r)
{
	signal(SIGUSR1, SIG_IGN);
	spool_remove(&r->spool);
	sigprocmask(SIG_SETMASK, &r->signals, NULL);
}

static int
write_all(struct run *r)
{
	struct sum sum = {0};
	int status = add_up(r, &sum, processes_count(&r->spool, true));

	if (status == 0 && r->summed && !r->options->quiet)
		tell_totals(&sum);
	if (status == 0 && r->summed && cg_profile_len(sum.profile) == 0)
		cli_warn("nothing was counted in any of the processes");
	let_go(r);
	if (status == 0)
		status = write_sum(r, r->child.pid, &sum);
	if (status < 0)
		cli_warn("%s", sum.error.text);
	sum_release(&sum);
	return status;
}

/* --- the run -------------------------------------------------------------- */

static int
run_program(struct run *r, const struct valgrind *valgrind)
{
	char *spool = cli_format("--spool=%s", r->spool.path);
	int status;

	r->child.valgrind = valgrind;
	if (r->options->reproducible)
		r->child.variables = &r->options->variables;
	r->child.command = valgrind_command(r->options, spool);
	r->child.descendants = r->each || r->summed;
	r->child.watch = &r->watch;
	status = child_run(&r->child, &r->signals);
	free(r->child.command);
	free(spool);
	return status;
}

static int
run_watched(struct run *r, const struct valgrind *valgrind)
{
	int status = watch_start(&r->watch, r->options, &r->spool);

	r->watch.write_profiles = write_so_far;
	r->watch.run = r;
	if (status == 0) {
		status = run_program(r, valgrind);
		if (status < 0)
			cli_warn("cannot run %s: %s", valgrind->path,
			    strerror(errno));
	}
	watch_stop(&r->watch);
	return status;
}

/* --- the end -------------------------------------------------------------- */

/* where Valgrind cannot run the program it says so with env's statuses */
static int
explain_missing(const struct run *r)
{
	int status = r->child.status, code = WEXITSTATUS(status);

	if (r->started && !WIFSIGNALED(status)) {
		processes_tell_missing(&r->spool, r->watch.nlost);
		return EXIT_FAILED;
	}
	if (WIFSIGNALED(status)) {
		cli_warn(
		    "no profile: signal %d ended Valgrind", WTERMSIG(status));
		return EXIT_FAILED;
	}
	cli_warn("no profile: Valgrind ended with status %d, and said why "
		 "above",
	    code);
	return code == EXIT_NOT_FOUND || code == EXIT_NOT_EXECUTABLE
		   ? code
		   : EXIT_FAILED;
}

/*
 * True if the program became one that was not followed: most likely it was
 * asked for, and what was profiled is a wrapper such as env or a script's
 * interpreter.
 */
static bool
went_on(const struct run *r)
{
	const struct options *o = r->options;
	char *next = o->trace_children
			 ? NULL
			 : process_next_program(&r->spool, r->child.pid);

	if (next == NULL)
		return false;
	if (o->up_to_exec)
		cli_warn("the program went on as %s, which is not in the "
			 "profile (-f follows it)",
		    next);
	else
		cli_warn("no profile: the program went on as %s, which was not "
			 "followed (-f follows it, --trace-children=no gives "
			 "the profile up to there)",
		    next);
	free(next);
	return !o->up_to_exec;
}

/* the exit status that the program's end, and ours, come to */
static int
pass_on(struct run *r)
{
	int status = r->child.status;

	if (list_spool(r) < 0) {
		r->started = true; /* for all we know */
		return EXIT_FAILED;
	}
	r->started = r->spool.nparts > 0 || r->watch.nlost > 0;
	if (processes_count(&r->spool, false) == 0)
		return explain_missing(r);
	processes_tell_missing(&r->spool, r->watch.nlost);
	if (went_on(r))
		return EXIT_FAILED;
	if ((r->each ? write_each(r) : write_all(r)) < 0)
		return EXIT_FAILED;
	return WIFSIGNALED(status) ? EXIT_SIGNAL + WTERMSIG(status)
				   : WEXITSTATUS(status);
}

int
collect(const struct options *options, const struct valgrind *valgrind)
{
	struct run r = {.options = options};
	int status = EXIT_FAILED;

	r.each = target_has_pid(options->output.path);
	r.summed = options->trace_children && !r.each;
	open_client_stdout(&r);
	signals_hold(&r.signals);
	if (spool_make(&r.spool) == 0 && run_watched(&r, valgrind) == 0)
		status = pass_on(&r);
	spool_remove(&r.spool);
	if (r.made_stdout && !r.started)
		remove_client_stdout(options);
	return status;
}
