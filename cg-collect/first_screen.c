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
#include <sys/stat.h>
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

bool
first_screen_keep_last(void)
{
	struct stat st;

	return lstat(FIRST_SCREEN_PROFILE, &st) == 0 && S_ISREG(st.st_mode) &&
	       rename(FIRST_SCREEN_PROFILE, FIRST_SCREEN_LAST) == 0;
}

/* the messages at the end: where the profile is, and what to type next */
#define PROFILE_IS "the profile is in " FIRST_SCREEN_PROFILE
#define SHOWS_ALL \
	PROFILE_IS "; \"cg-annotate " FIRST_SCREEN_PROFILE "\" shows all"
#define LAST_IS                              \
	"the last one is " FIRST_SCREEN_LAST \
	": cg-diff --by=function " FIRST_SCREEN_LAST " " FIRST_SCREEN_PROFILE
#define NEXT \
	"next: cg-annotate --format=html -o cg.html " FIRST_SCREEN_PROFILE ";"
#define CALLS "cg-annotate --tree=both " FIRST_SCREEN_PROFILE

/* The command to type after the one for the page: it shows what the options have recorded, or
 * records more. */
static const char *
what_is_next(const struct options *o)
{
	if (o->loops)
		return "cg-annotate --loops " FIRST_SCREEN_PROFILE;
	if (o->data)
		return "cg-annotate --data " FIRST_SCREEN_PROFILE;
	if (!o->calls)
		return "cg-collect --calls, --stacks";
	return o->stacks ? CALLS : CALLS "; cg-collect --stacks";
}

/* the lines of the terminal that a text takes */
static size_t
lines_of(const char *text, size_t width)
{
	return (strlen(text) + width - 1) / width;
}

/* the lines of "next:", whose commands stay whole */
static size_t
next_lines(const char *more, size_t width)
{
	if (strlen(NEXT " ") + strlen(more) <= width)
		return 1;
	return lines_of(NEXT, width) + lines_of(more, width);
}

/* the number of lines that leave room for the messages and for the prompt */
static size_t
screen_lines(const char *more, bool has_last, size_t width)
{
	enum { USUAL = 24, LEAST = 7, PROMPT = 2 };
	size_t lines = USUAL, others;
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0)
		lines = size.ws_row;
	others = PROMPT + lines_of("cg-collect: " SHOWS_ALL, width) +
		 next_lines(more, width);
	if (has_last)
		others += lines_of("cg-collect: " LAST_IS, width);
	return lines < LEAST + others ? LEAST : lines - others;
}

/* starts cg-annotate with the pipe as its standard output */
static pid_t
spawn(const char *cg_annotate, size_t columns, const int ends[2])
{
	const char *no_color = getenv("NO_COLOR");
	bool colored =
	    cli_has_escapes() && (no_color == NULL || *no_color == '\0');
	char *width = cli_format("--width=%zu", columns);
	const char *argv[] = {"cg-annotate", width,
	    colored ? "--color=always" : "--color=never", "--view=function",
	    FIRST_SCREEN_PROFILE, NULL};
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

/* Prints the start of the report, so many lines; true if it has more. */
static bool
print_report(const char *cg_annotate, size_t width, size_t nlines)
{
	int ends[2];
	bool has_more = false;
	pid_t pid;
	FILE *from;

	if (pipe(ends) < 0)
		return false;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	pid = spawn(cg_annotate, width, ends);
	close(ends[1]);
	from = fdopen(ends[0], "r");
	if (from != NULL) {
		has_more = pid > 0 && print_lines(from, nlines);
		fclose(from);
	}
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return has_more;
}

void
first_screen_print(const struct options *options, bool has_last)
{
	const char *more = what_is_next(options);
	size_t width = cli_terminal_width();

	if (options->cg_annotate == NULL) {
		cli_warn(PROFILE_IS "; no report: there is no cg-annotate "
				    "beside this program or along PATH");
		return;
	}
	cli_warn("%s", print_report(options->cg_annotate, width,
			   screen_lines(more, has_last, width))
			   ? SHOWS_ALL
			   : PROFILE_IS);
	if (has_last)
		cli_warn(LAST_IS);
	fprintf(stderr, NEXT "%s%s\n",
	    next_lines(more, width) == 1 ? " " : "\n", more);
}
