/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Starts the pager as git does: less gets the options -FRX, unless LESS is set,
 * so that a short report stays on the screen and colours are shown.  A command
 * that needs no shell is executed without one, so that a missing program is
 * noticed before anything is written to it.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "pager.h"

extern char **environ;

/* Returns the command; NULL: no pager. */
static const char *
find_command(void)
{
	const char *command = getenv("CG_PAGER");

	if (!isatty(STDOUT_FILENO) || !cli_has_escapes())
		return NULL;
	if (command == NULL)
		command = getenv("PAGER");
	if (command == NULL)
		command = "less";
	return *command != '\0' && strcmp(command, "cat") != 0 ? command : NULL;
}

/* Splits a command at its blanks, or hands it to a shell.  The caller frees the
 * array and *words, to which it points. */
static char **
split(const char *command, char **words)
{
	size_t n = 0;
	char **argv = cli_alloc(strlen(command) + 4, sizeof(*argv));
	char *p = *words = cli_copy(command, strlen(command));

	if (strpbrk(command, "|&;<>()$`\\\"'*?[#~=%\n") != NULL) {
		static char sh[] = "sh", option[] = "-c";

		argv[n++] = sh;
		argv[n++] = option;
		argv[n++] = p;
		return argv;
	}
	for (p += strspn(p, " \t"); *p != '\0'; p += strspn(p, " \t")) {
		argv[n++] = p;
		p += strcspn(p, " \t");
		if (*p != '\0')
			*p++ = '\0';
	}
	return argv;
}

/* Starts the command with the pipe as its standard input. */
static pid_t
spawn(const char *command, const int ends[2])
{
	posix_spawn_file_actions_t actions;
	pid_t pid;
	char *words;
	char **argv = split(command, &words);
	bool started =
	    argv[0] != NULL && posix_spawn_file_actions_init(&actions) == 0;

	if (started) {
		started = posix_spawn_file_actions_adddup2(
			      &actions, ends[0], STDIN_FILENO) == 0 &&
			  posix_spawnp(&pid, argv[0], &actions, NULL, argv,
			      environ) == 0;
		posix_spawn_file_actions_destroy(&actions);
	}
	free(argv);
	free(words);
	return started ? pid : -1;
}

pid_t
pager_start(int *input)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	const char *command = find_command();
	int ends[2];
	pid_t pid;

	if (command == NULL || pipe(ends) < 0)
		return -1;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	setenv("LESS", "FRX", 0);
	pid = spawn(command, ends);
	close(ends[0]);
	if (pid < 0) {
		close(ends[1]);
		return -1;
	}
	/* the terminal must not go back to the shell before the pager ends */
	sigaction(SIGINT, &ignore, NULL);
	sigaction(SIGQUIT, &ignore, NULL);
	*input = ends[1];
	return pid;
}

void
pager_wait(pid_t pager)
{
	while (waitpid(pager, NULL, 0) < 0 && errno == EINTR)
		;
}
