/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * valgrind: runs cg-collect in the place of Cachegrind and Callgrind, for
 * harnesses that start `valgrind` from PATH.  All else goes to the next
 * valgrind along PATH.
 *
 *	words		options from files and from VALGRIND_OPTS
 *	translate	what each option is for cg-collect
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cg-collect/command/program.h"
#include "libcli/cli.h"
#include "translate.h"
#include "words.h"

const struct cli_program cli_program = {
    .name = "valgrind (cg-tools)",
    .failure = 1,
};

/* the tool that the command line names, as the launcher finds it; sets *rest to
 * the program */
static const char *
find_tool(char **argv, char ***rest)
{
	const char *tool = "memcheck";
	char **word = argv + 1;

	for (; *word != NULL && **word == '-'; word++) {
		if (strcmp(*word, "--") == 0) {
			word++;
			break;
		}
		if (strncmp(*word, "--tool=", strlen("--tool=")) == 0)
			tool = *word + strlen("--tool=");
		else if (strcmp(*word, "--tool") == 0 && word[1] != NULL)
			tool = *++word;
	}
	*rest = word;
	return tool;
}

/* true if the options ask for a text of Valgrind */
static bool
asks_valgrind(char **argv, char **rest)
{
	for (char **word = argv + 1; word < rest; word++)
		if (strcmp(*word, "-h") == 0 ||
		    strcmp(*word, "--version") == 0 ||
		    strncmp(*word, "--help", strlen("--help")) == 0)
			return true;
	return *rest == NULL;
}

/* Returns the path of this program. */
static char *
own_path(void)
{
	char *path = cli_own_path();

	if (path == NULL)
		cli_die("/proc/self/exe: cannot find this program");
	return path;
}

static _Noreturn void
run_valgrind(char **argv)
{
	char *own = own_path();
	char *path = program_find_other("valgrind", own);

	if (path == NULL)
		cli_die("expected another valgrind along PATH, found none");
	cli_signals_restore();
	argv[0] = path;
	execv(path, argv);
	cli_die("cannot run %s: %s", path, strerror(errno));
}

/* DIR/bin/cg-collect if this program is DIR/libexec/cg-tools/path/valgrind, or
 * else the installed one */
static char *
find_collect(void)
{
	static const char suffix[] = "/libexec/cg-tools/path/valgrind";
	char *own = own_path(), *path = NULL;
	size_t len = strlen(own), end = strlen(suffix);

	if (len > end && strcmp(own + len - end, suffix) == 0)
		path = cli_format("%.*s/bin/cg-collect", (int)(len - end), own);
	if (path != NULL && access(path, X_OK) < 0) {
		free(path);
		path = NULL;
	}
	free(own);
	return path != NULL ? path : cli_format("%s/cg-collect", CG_BINDIR);
}

static _Noreturn void
run_collect(char **argv, char **rest, bool callgrind)
{
	struct words options = {0}, command = {0};
	bool only_these = false;
	char *path = find_collect();

	for (char **word = argv + 1; word < rest; word++)
		only_these |= strcmp(*word, "--command-line-only=yes") == 0;
	if (!only_these)
		words_add_settings(&options);
	for (char **word = argv + 1; word < rest; word++)
		if (strcmp(*word, "--tool") == 0)
			word++;
		else if (strcmp(*word, "--") != 0)
			words_add(&options, *word);
	translate_defaults(callgrind, &command);
	for (size_t i = 0; i < options.n; i++)
		translate(options.list[i], callgrind, &command);
	words_add(&command, cli_copy("--", 2));
	for (; *rest != NULL; rest++)
		words_add(&command, *rest);
	cli_signals_restore();
	execv(path, command.list);
	cli_die("cannot run %s: %s", path, strerror(errno));
}

int
main(int argc, char **argv)
{
	char **rest;
	const char *tool;
	bool callgrind;

	(void)argc;
	cli_begin();
	tool = find_tool(argv, &rest);
	callgrind = strcmp(tool, "callgrind") == 0;
	if (asks_valgrind(argv, rest) ||
	    (!callgrind && strcmp(tool, "cachegrind") != 0))
		run_valgrind(argv);
	run_collect(argv, rest, callgrind);
}
