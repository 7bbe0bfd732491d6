/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs cg-annotate with its output in a pipe and the options that it would have on
 * the terminal, and passes on as many lines as the terminal has.  A pager would
 * wait for a key after a command that had nothing to do with reports before.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "first_screen.h"
#include "libcli/cli.h"

extern char **environ;

bool
first_screen_fits(void)
{
	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
	       isatty(STDERR_FILENO);
}

/* the number of lines that leave room for our last line and for the prompt */
static size_t
screen_lines(void)
{
	enum { USUAL = 24, LEAST = 10, OTHERS = 3 };
	struct winsize size;
	size_t lines = USUAL;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0)
		lines = size.ws_row;
	return lines < LEAST ? LEAST - OTHERS : lines - OTHERS;
}

/* starts cg-annotate with the pipe as its standard output */
static pid_t
spawn(const char *cg_annotate, const char *profile, const int ends[2])
{
	const char *no_color = getenv("NO_COLOR");
	bool colored =
	    cli_has_escapes() && (no_color == NULL || *no_color == '\0');
	char *width = cli_format("--width=%zu", cli_terminal_width());
	const char *argv[] = {"cg-annotate", width,
	    colored ? "--color=always" : "--color=never", "--view=function",
	    profile, NULL};
	posix_spawn_file_actions_t actions;
	pid_t pid = -1;

	if (posix_spawn_file_actions_init(&actions) == 0) {
		if (posix_spawn_file_actions_adddup2(
			&actions, ends[1], STDOUT_FILENO) != 0 ||
		    posix_spawn(&pid, cg_annotate, &actions, NULL,
			(char *const *)argv, environ) != 0)
			pid = -1;
		posix_spawn_file_actions_destroy(&actions);
	}
	free(width);
	return pid;
}

/* Prints the first lines of the stream; true if there are more. */
static bool
print_lines(FILE *from, size_t nlines)
{
	int c = EOF;

	while (nlines > 0 && (c = getc(from)) != EOF) {
		putchar(c);
		nlines -= c == '\n';
	}
	fflush(stdout);
	return c != EOF && getc(from) != EOF;
}

/* Prints the start of the report; true if it has more lines. */
static bool
print_report(const char *cg_annotate, const char *profile)
{
	int ends[2];
	bool has_more = false;
	pid_t pid;
	FILE *from;

	if (pipe(ends) < 0)
		return false;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	pid = spawn(cg_annotate, profile, ends);
	close(ends[1]);
	from = fdopen(ends[0], "r");
	if (from != NULL) {
		has_more = pid > 0 && print_lines(from, screen_lines());
		fclose(from);
	}
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return has_more;
}

void
first_screen_print(const char *cg_annotate, const char *profile)
{
	if (cg_annotate == NULL)
		cli_warn("the profile is in %s; no report: there is no "
			 "cg-annotate beside this program or along PATH",
		    profile);
	else if (print_report(cg_annotate, profile))
		cli_warn("the profile is in %s; \"cg-annotate %s\" shows all",
		    profile, profile);
	else
		cli_warn("the profile is in %s", profile);
}
