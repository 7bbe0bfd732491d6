/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A process of its own estimates, because errors in an estimate end the program: LLVM's programs
 * can fail, and code can be gone.  Other profiles are still to be written, or the program that
 * is profiled still runs.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "estimated_sum.h"
#include "libcli/cli.h"

enum outcome { ESTIMATED, NOT_WRITTEN, NOT_ESTIMATED };

static int
set_error(struct profile_sum *sum, const char *place, int number)
{
	snprintf(sum->error.text, sizeof(sum->error.text), "%s: %s", place,
	    strerror(number));
	return -1;
}

/* Estimates the profile in a file without a name, and leaves an error in it. */
static _Noreturn void
run_estimate(int fd, const char *path, int gzip_level,
    const struct cycles_options *options)
{
	struct cg_error error;

	if (cycles_profile_write_lines(fd, path, gzip_level, options, &error) ==
	    0)
		_exit(ESTIMATED);
	_exit(lseek(fd, 0, SEEK_SET) == 0 &&
		      write(fd, &error, sizeof(error)) == sizeof(error)
		  ? NOT_WRITTEN
		  : NOT_ESTIMATED);
}

/* Sets the error if the profile was not written; if there is no estimate, the process has said
 * why. */
static enum outcome
estimate(int fd, const char *path, int gzip_level,
    const struct cycles_options *options, struct cg_error *error)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0)
		run_estimate(fd, path, gzip_level, options);
	if (pid < 0) {
		cli_warn("cannot estimate cycles: %s", strerror(errno));
		return NOT_ESTIMATED;
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return NOT_ESTIMATED;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
		raise(SIGPIPE); /* as it would if this process wrote */
	if (!WIFEXITED(status))
		return NOT_ESTIMATED;
	if (WEXITSTATUS(status) == NOT_WRITTEN &&
	    pread(fd, error, sizeof(*error), 0) == sizeof(*error))
		return NOT_WRITTEN;
	return WEXITSTATUS(status) == 0 ? ESTIMATED : NOT_ESTIMATED;
}

/* Writes what was counted beside the file that was asked for. */
static int
write_instructions(struct profile_sum *sum, const char *path, int gzip_level,
    bool is_reproducible)
{
	bool is_stdout = strcmp(path, "-") == 0;
	char *beside = cli_format("%s.instr", is_stdout ? "cg" : path);
	int status =
	    profile_sum_write(sum, beside, gzip_level, is_reproducible);

	if (status == 0) {
		snprintf(sum->error.text, sizeof(sum->error.text),
		    "the profile without estimated cycles is in %s; cg-filter "
		    "--cycles adds them",
		    beside);
		status = -1;
	}
	free(beside);
	return status;
}

int
estimated_sum_write(struct profile_sum *sum, const char *path,
    const struct cycles_options *options, int gzip_level, bool is_reproducible)
{
	const char *directory = cli_temporary_directory();
	int fd = cli_temporary(), copy = fd < 0 ? -1 : dup(fd), status;
	enum outcome outcome;

	if (copy < 0)
		return set_error(sum, directory, errno);
	status = profile_sum_write_fd(sum, copy, directory, is_reproducible);
	if (status == 0 && lseek(fd, 0, SEEK_SET) < 0)
		status = set_error(sum, directory, errno);
	if (status == 0) {
		outcome = estimate(fd, path, gzip_level, options, &sum->error);
		if (outcome == NOT_ESTIMATED)
			status = write_instructions(
			    sum, path, gzip_level, is_reproducible);
		else
			status = outcome == ESTIMATED ? 0 : -1;
	}
	close(fd);
	return status;
}
