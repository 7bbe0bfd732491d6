/* SPDX-License-Identifier: BSD-2-Clause */
/* What git says on standard error goes to a temporary file, so that reading what it prints never
 * waits for the other. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "git_child.h"
#include "libcli/cli.h"

extern char **environ;

/* before the arguments of each command */
static const char *const settings[] = {
    "git",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.quotePath=false",
    "-c",
    "gc.auto=0",
    "-c",
    "maintenance.auto=false",
};

enum { NSETTINGS = sizeof(settings) / sizeof(*settings) };

static void
set_environment(void)
{
	static const char *const variables[][2] = {
	    {"GIT_AUTHOR_NAME", "cg-history"},
	    {"GIT_AUTHOR_EMAIL", "cg-history@localhost"},
	    {"GIT_COMMITTER_NAME", "cg-history"},
	    {"GIT_COMMITTER_EMAIL", "cg-history@localhost"},
	    {"GIT_OPTIONAL_LOCKS", "0"},
	    {"LC_ALL", "C"},
	};

	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++)
		if (setenv(variables[i][0], variables[i][1], 1) < 0)
			cli_die("out of memory");
}

/* Returns the arguments with git's name and the settings before them, to be freed. */
static const char **
make_arguments(const char *const *arguments)
{
	size_t n = 0;
	const char **all;

	while (arguments[n] != NULL)
		n++;
	all = cli_alloc(NSETTINGS + n + 1, sizeof(*all));
	memcpy(all, settings, sizeof(settings));
	memcpy(all + NSETTINGS, arguments, n * sizeof(*all));
	return all;
}

/* Makes a descriptor of git, which `fd` becomes or, if that is -1, /dev/null. */
static int
set_descriptor(posix_spawn_file_actions_t *actions, int descriptor, int fd)
{
	return fd >= 0
		   ? posix_spawn_file_actions_adddup2(actions, fd, descriptor)
		   : posix_spawn_file_actions_addopen(
			 actions, descriptor, "/dev/null", O_RDWR, 0);
}

/* Returns 0 or the number of an error. */
static int
spawn(struct git_child *child, const char *const *argv, int input, int output)
{
	posix_spawn_file_actions_t actions;
	int status = posix_spawn_file_actions_init(&actions);

	if (status != 0)
		return status;
	status = set_descriptor(&actions, STDIN_FILENO, input);
	if (status == 0)
		status = set_descriptor(&actions, STDOUT_FILENO, output);
	if (status == 0)
		status =
		    set_descriptor(&actions, STDERR_FILENO, child->messages);
	if (status == 0)
		status = posix_spawnp(&child->pid, argv[0], &actions, NULL,
		    (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return status;
}

static void
make_pipe(int ends[2])
{
	if (pipe(ends) < 0)
		cli_die("git: cannot make a pipe: %s", strerror(errno));
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
}

void
git_start_with(struct git_child *child, const char *const *arguments, int input)
{
	const char **argv = make_arguments(arguments);
	int output[2], status;

	set_environment();
	make_pipe(output);
	child->messages = cli_temporary();
	child->lost_by = errno;
	status = spawn(child, argv, input, output[1]);
	free(argv);
	if (status != 0)
		cli_die("git: cannot be started: %s", strerror(status));
	if (input >= 0)
		close(input);
	close(output[1]);
	child->to = -1;
	child->from = output[0];
}

void
git_start(struct git_child *child, const char *const *arguments)
{
	int input[2];

	make_pipe(input);
	git_start_with(child, arguments, input[0]);
	child->to = input[1];
}

/* A git that has ended must not end this program without a message. */
bool
git_send(struct git_child *child, const void *bytes, size_t len)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
	const char *p = bytes;

	sigaction(SIGPIPE, &ignore, &before);
	while (len > 0) {
		ssize_t n = write(child->to, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			break;
		p += n;
		len -= (size_t)n;
	}
	sigaction(SIGPIPE, &before, NULL);
	return len == 0;
}

int
git_end(struct git_child *child)
{
	int status;

	if (child->to >= 0)
		close(child->to);
	close(child->from);
	while (waitpid(child->pid, &status, 0) < 0)
		if (errno != EINTR)
			cli_die("git: cannot wait for it: %s", strerror(errno));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Returns the text after one of the words with which git begins a message; NULL: there is none. */
static const char *
after_word(const char *line)
{
	static const char *const words[] = {
	    "fatal: ", "error: ", "remote: error: ", "remote: fatal: "};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strncmp(line, words[i], strlen(words[i])) == 0)
			return line + strlen(words[i]);
	return NULL;
}

/* Returns the first line that says what is wrong, or else the last one. */
static char *
choose_line(FILE *file)
{
	char *line = NULL, *chosen = NULL;
	size_t size = 0;
	ssize_t len;

	while ((len = getline(&line, &size, file)) > 0) {
		const char *text = after_word(line);
		bool is_it = text != NULL;

		if (line[len - 1] == '\n')
			line[--len] = '\0';
		if (len == 0)
			continue;
		free(chosen);
		text = is_it ? text : line;
		chosen = cli_copy(text, strlen(text));
		if (is_it)
			break;
	}
	free(line);
	return chosen;
}

char *
git_message(struct git_child *child)
{
	char *chosen = NULL;
	FILE *file;

	if (child->messages < 0)
		return cli_format("failed, and its message is lost: "
				  "%s: cannot make a temporary file: %s",
		    cli_temporary_directory(), strerror(child->lost_by));
	file = fdopen(child->messages, "r");
	if (file != NULL) {
		rewind(file);
		chosen = choose_line(file);
		fclose(file);
	}
	child->messages = -1;
	return chosen != NULL ? chosen : cli_copy("failed", strlen("failed"));
}

_Noreturn void
git_die(struct git_child *child)
{
	cli_die("git: %s", git_message(child));
}

/* Reads what it prints to the end, with a NUL after it. */
static char *
read_all(const struct git_child *child, size_t *len)
{
	size_t room = 4096;
	char *text = cli_alloc(room, 1);

	*len = 0;
	for (;;) {
		ssize_t n = read(child->from, text + *len, room - *len - 1);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			cli_die("git: cannot read what it prints: %s",
			    strerror(errno));
		if (n == 0)
			break;
		*len += (size_t)n;
		if (room - *len < 2)
			text = cli_resize(text, room *= 2, 1);
	}
	text[*len] = '\0';
	return text;
}

static void
forget_messages(struct git_child *child)
{
	if (child->messages >= 0)
		close(child->messages);
	child->messages = -1;
}

char *
git_ask(const char *const *arguments, size_t *len)
{
	struct git_child child;
	char *text;
	int status;

	git_start_with(&child, arguments, -1);
	text = read_all(&child, len);
	status = git_end(&child);
	if (status > 1)
		git_die(&child);
	forget_messages(&child);
	if (status == 0)
		return text;
	free(text);
	return NULL;
}

char *
git_ask_line(const char *const *arguments)
{
	size_t len;
	char *text = git_ask(arguments, &len);

	if (text != NULL && len > 0 && text[len - 1] == '\n')
		text[len - 1] = '\0';
	return text;
}

char *
git_find_top(bool *is_inside)
{
	static const char *const arguments[] = {
	    "rev-parse", "--is-inside-work-tree", "--show-cdup", NULL};
	char *answer = git_ask_line(arguments), *line = NULL, *top = NULL;

	if (answer != NULL)
		line = strchr(answer, '\n');
	if (line != NULL) {
		*line++ = '\0';
		top = cli_format("%s", *line != '\0' ? line : ".");
	}
	*is_inside = answer != NULL && strcmp(answer, "true") == 0;
	free(answer);
	return top;
}

int
git_do(const char *const *arguments, char **message)
{
	struct git_child child;
	size_t len;
	int status;

	git_start_with(&child, arguments, -1);
	free(read_all(&child, &len));
	status = git_end(&child);
	if (message != NULL)
		*message = git_message(&child);
	forget_messages(&child);
	return status;
}
