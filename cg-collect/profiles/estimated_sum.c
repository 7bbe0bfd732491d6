/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-cycles reads the profile of instructions from a file without a name and says what is
 * wrong with it.  Its output is copied, so that errors in writing are those of a sum without
 * an estimate.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "estimated_sum.h"

/* --- cg-cycles ------------------------------------------------------------ */

/* Returns its command line with one option more, in new memory. */
static const char **
new_command(const struct estimate *e, const char *option)
{
	size_t n = 0;
	const char **argv = cli_alloc(2 * e->npenalties + 7, sizeof(*argv));

	argv[n++] = e->program;
	argv[n++] = option;
	/* a warning comes with the estimate */
	if (e->is_quiet || strcmp(option, "--check") == 0)
		argv[n++] = "--quiet";
	if (e->has_parts)
		argv[n++] = "--cycle-parts";
	for (size_t i = 0; i < e->npenalties; i++) {
		argv[n++] = "--penalty";
		argv[n++] = e->penalties[i];
	}
	argv[n++] = "--";
	argv[n] = e->cpu;
	return argv;
}

/* Starts it with this input; false after a message. */
static bool
start(struct cli_child *child, const struct estimate *e, const char *option,
    int input)
{
	const struct cli_child_files files = {input, CLI_CHILD_OUTPUT_LOUD};
	const char **argv = new_command(e, option);
	int error = cli_child_start_with(child, argv, &files);

	if (error != 0)
		cli_warn("cannot run %s: %s", e->program, strerror(error));
	free(argv);
	return error == 0;
}

/* True if it ended well.  If not, it has said why, unless a signal ended it. */
static bool
finish(struct cli_child *child)
{
	int status;
	bool is_read = cli_child_end(child, &status);

	if (!is_read)
		cli_warn("cg-cycles: %s", strerror(errno));
	else if (WIFSIGNALED(status))
		cli_warn("signal %d (%s) ended cg-cycles", WTERMSIG(status),
		    strsignal(WTERMSIG(status)));
	return is_read && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void
estimate_check(struct estimate *e)
{
	struct cli_child child;

	if (e->cpu == NULL)
		return;
	e->program = cli_program_beside("cg-cycles");
	if (e->program == NULL)
		cli_die("--cycles needs cg-cycles, of the package cg-tools: %s",
		    strerror(errno));
	if (!start(&child, e, "--check", -1))
		exit(cli_program.failure);
	while (getc(child.output) != EOF)
		;
	if (!finish(&child))
		exit(cli_program.failure);
}

void
estimate_release(struct estimate *e)
{
	free(e->penalties);
	free(e->program);
}

/* --- writing -------------------------------------------------------------- */

enum outcome { ESTIMATED, NOT_WRITTEN, NOT_ESTIMATED };

/* Copies what cg-cycles writes to the output, and waits for it. */
static enum outcome
copy(struct cli_child *child, char *block, size_t size, size_t n,
    struct cg_output *output)
{
	int status = 0, ended;

	for (; n > 0 && status == 0; n = fread(block, 1, size, child->output))
		status = cg_output_write(output, block, n);
	if (status < 0)
		cli_child_end(child, &ended);
	else if (!finish(child))
		status = 1;
	if (status == 0)
		return cg_output_close(output) == 0 ? ESTIMATED : NOT_WRITTEN;
	cg_output_abandon(output);
	return status < 0 ? NOT_WRITTEN : NOT_ESTIMATED;
}

/*
 * Sets the error if the profile was not written.  Opens nothing before cg-cycles writes, which
 * it does when it has estimated everything.
 */
static enum outcome
write_estimate(int fd, const char *path, int gzip_level,
    const struct estimate *e, struct cg_error *error)
{
	char block[1 << 16];
	struct cg_output *output;
	struct cli_child child;
	int ended;
	size_t n;

	if (!start(&child, e, "--lines", fd))
		return NOT_ESTIMATED;
	n = fread(block, 1, sizeof(block), child.output);
	if (n == 0) {
		finish(&child);
		return NOT_ESTIMATED;
	}
	output = cg_output_open(path, gzip_level, error);
	if (output != NULL)
		return copy(&child, block, sizeof(block), n, output);
	cli_child_end(&child, &ended);
	return NOT_WRITTEN;
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
		    "the profile without estimated cycles is in %s; cg-cycles "
		    "adds them",
		    beside);
		status = -1;
	}
	free(beside);
	return status;
}

/* Returns a descriptor of a file without a name, at the beginning of the profile of
 * instructions; -1 after a message. */
static int
write_input(struct profile_sum *sum, bool is_reproducible)
{
	const char *directory = cli_temporary_directory();
	int fd = cli_temporary(), copy_fd = fd < 0 ? -1 : dup(fd);
	bool is_written = copy_fd >= 0 && profile_sum_write_fd(sum, copy_fd,
					      directory, is_reproducible) == 0;

	if (is_written && lseek(fd, 0, SEEK_SET) == 0)
		return fd;
	if (copy_fd >= 0 && !is_written)
		cli_warn("%s", sum->error.text);
	else
		cli_warn("%s: %s", directory, strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
}

int
estimated_sum_write(struct profile_sum *sum, const char *path,
    const struct estimate *estimate, int gzip_level, bool is_reproducible)
{
	int fd = write_input(sum, is_reproducible);
	enum outcome outcome = NOT_ESTIMATED;

	if (fd >= 0) {
		outcome =
		    write_estimate(fd, path, gzip_level, estimate, &sum->error);
		close(fd);
	}
	if (outcome == NOT_ESTIMATED)
		return write_instructions(
		    sum, path, gzip_level, is_reproducible);
	return outcome == ESTIMATED ? 0 : -1;
}
