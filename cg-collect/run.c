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
#include <sys/wait.h>
#include <unistd.h>

#include "collect.h"

struct run {
	const struct options *options;
	bool each;        /* a file for each process */
	bool spooled;     /* more than one process may leave a profile */
	sigset_t signals; /* as they were before */
	struct spool spool;
	struct child child;
};

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

static int
run_program(struct run *r, const struct valgrind *valgrind)
{
	char *profile = spool_profile(&r->spool);
	char *quoted = target_quote(profile);
	char *target = r->spooled
			   ? cli_format("--spool=%s", r->spool.path)
			   : cli_format("--cachegrind-out-file=%s", quoted);
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

/*
 * Adds what the process left, or with `others` what all others left.  Where
 * each has a file of its own the last part comes first: a process is called
 * after the program that it became.
 */
static int
add_parts(const struct run *r, pid_t pid, bool others, struct sum *sum)
{
	size_t n = r->spool.nparts;
	int status = 0;

	for (size_t i = 0; i < n && status == 0; i++) {
		const struct part *part =
		    &r->spool.parts[r->each ? n - 1 - i : i];
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
	cli_warn("no profile: Valgrind ended with status %d before the "
		 "program ran, and said why above",
	    code);
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

int
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
