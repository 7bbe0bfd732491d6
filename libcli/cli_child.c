/* SPDX-License-Identifier: BSD-2-Clause */
/* Starts a program without a shell, and reads what it prints. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"

extern char **environ;

/* Puts the pipe in the place of an output, or nothing that keeps what is written. */
static int
set_output(posix_spawn_file_actions_t *actions, int output, int pipe_end)
{
	return pipe_end >= 0
		   ? posix_spawn_file_actions_adddup2(actions, pipe_end, output)
		   : posix_spawn_file_actions_addopen(
			 actions, output, "/dev/null", O_WRONLY, 0);
}

static int
set_files(posix_spawn_file_actions_t *actions, const int ends[2],
    const struct cli_child_files *files)
{
	bool has_output = files->reads != CLI_CHILD_MESSAGES;
	bool has_messages = files->reads != CLI_CHILD_OUTPUT;
	int status = files->input >= 0
			 ? posix_spawn_file_actions_adddup2(
			       actions, files->input, STDIN_FILENO)
			 : posix_spawn_file_actions_addopen(
			       actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);

	if (status == 0)
		status = posix_spawn_file_actions_addclose(actions, ends[0]);
	if (status == 0)
		status = set_output(
		    actions, STDOUT_FILENO, has_output ? ends[1] : -1);
	if (status == 0 && files->reads != CLI_CHILD_OUTPUT_LOUD)
		status = set_output(
		    actions, STDERR_FILENO, has_messages ? ends[1] : -1);
	if (status == 0)
		status = posix_spawn_file_actions_addclose(actions, ends[1]);
	return status;
}

static int
spawn(pid_t *pid, const char *const *argv, const int ends[2],
    const struct cli_child_files *files)
{
	posix_spawn_file_actions_t actions;
	int status = posix_spawn_file_actions_init(&actions);

	if (status != 0)
		return status;
	status = set_files(&actions, ends, files);
	if (status == 0)
		status = posix_spawnp(
		    pid, argv[0], &actions, NULL, (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return status;
}

int
cli_child_start_with(struct cli_child *child, const char *const *argv,
    const struct cli_child_files *files)
{
	int ends[2], status;

	if (pipe(ends) < 0)
		return errno;
	/* of several children, none keeps the pipe of another one open */
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	status = spawn(&child->pid, argv, ends, files);
	close(ends[1]);
	if (status != 0) {
		close(ends[0]);
		return status;
	}
	child->output = fdopen(ends[0], "r");
	if (child->output != NULL)
		return 0;
	status = errno;
	close(ends[0]);
	waitpid(child->pid, NULL, 0);
	return status;
}

int
cli_child_start(struct cli_child *child, const char *const *argv)
{
	const struct cli_child_files files = {.input = -1};

	return cli_child_start_with(child, argv, &files);
}

bool
cli_child_end(struct cli_child *child, int *status)
{
	/* out of memory does not set the error flag of the file */
	bool is_read = feof(child->output) && !ferror(child->output);
	int error = errno;

	/* which can set errno */
	fclose(child->output);
	while (waitpid(child->pid, status, 0) < 0)
		if (errno != EINTR)
			return false;
	errno = error;
	return is_read;
}
