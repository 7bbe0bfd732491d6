/* SPDX-License-Identifier: BSD-2-Clause */
/* Expands the path of the output, with the placeholders that Valgrind has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "libquery/header/command.h"
#include "out_path.h"

/* returns the value of %q{VARIABLE} and moves *format after it */
static const char *
expand_variable(const char **format)
{
	const char *start = *format + strlen("q{");
	size_t len = strcspn(start, "}");
	char *name;
	const char *value;

	if ((*format)[1] != '{' || start[len] == '\0' || len == 0)
		cli_usage("--output: expected %%q{VARIABLE}, found \"%%%s\"",
		    *format);
	name = cli_format("%.*s", (int)len, start);
	value = getenv(name);
	if (value == NULL)
		cli_usage("--output: %%q{%s}: the variable is not set", name);
	free(name);
	*format = start + len + 1;
	return value;
}

static void
put_name(FILE *to, const char *command)
{
	char *name = command_name(command);

	fputs(name, to);
	free(name);
}

/* expands the placeholder after a '%' and returns the rest of the format */
static const char *
expand_one(FILE *to, const char *format, pid_t pid, const char *command)
{
	switch (*format) {
	case 'p':
		fprintf(to, "%ld", (long)pid);
		return format + 1;
	case 'c':
		put_name(to, command);
		return format + 1;
	case 'q':
		fputs(expand_variable(&format), to);
		return format;
	case '%':
		putc('%', to);
		return format + 1;
	}
	cli_usage(
	    "--output: expected %%c, %%p, %%q{VARIABLE} or %%%%, found \"%%%s\"",
	    format);
}

char *
out_path_expand(const char *format, pid_t pid, const char *command)
{
	char *path = NULL;
	size_t size;
	FILE *to = open_memstream(&path, &size);

	if (to == NULL)
		cli_die("out of memory");
	while (*format != '\0') {
		if (*format == '%')
			format = expand_one(to, format + 1, pid, command);
		else
			putc(*format++, to);
	}
	/* if there was no memory, glibc's fclose does not fail */
	if (fclose(to) != 0 || path == NULL)
		cli_die("out of memory");
	return path;
}

bool
out_path_is_of_process(const char *format, bool follows)
{
	while ((format = strchr(format, '%')) != NULL) {
		if (format[1] == 'p' || (follows && format[1] == 'c'))
			return true;
		format += format[1] == '\0' ? 1 : 2;
	}
	return false;
}

/* --- comparison ------------------------------------------------------------ */

static bool
is_same_inode(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* True if both exist, even under several names, and are regular. */
static bool
is_same_file(const char *a, const char *b)
{
	struct stat first, second;

	return out_path_stat(a, &first) == 0 &&
	       out_path_stat(b, &second) == 0 && S_ISREG(first.st_mode) &&
	       is_same_inode(&first, &second);
}

/* True if the paths have the same name in the same directory. */
static bool
is_same_name(const char *a, const char *b)
{
	const char *first = strrchr(a, '/'), *second = strrchr(b, '/');
	char *directories[2];
	struct stat found[2];
	bool is_same;

	if (strcmp(first != NULL ? first + 1 : a,
		second != NULL ? second + 1 : b) != 0)
		return false;
	directories[0] =
	    cli_format("%.*s.", first != NULL ? (int)(first - a) + 1 : 0, a);
	directories[1] =
	    cli_format("%.*s.", second != NULL ? (int)(second - b) + 1 : 0, b);
	is_same = stat(directories[0], &found[0]) == 0 &&
		  stat(directories[1], &found[1]) == 0 &&
		  is_same_inode(&found[0], &found[1]);
	free(directories[0]);
	free(directories[1]);
	return is_same;
}

int
out_path_stat(const char *path, struct stat *st)
{
	return strcmp(path, "-") == 0 ? fstat(STDOUT_FILENO, st)
				      : stat(path, st);
}

bool
out_path_is_same(const char *a, const char *b)
{
	bool a_is_stdout = strcmp(a, "-") == 0,
	     b_is_stdout = strcmp(b, "-") == 0;
	struct stat st;

	if (a_is_stdout && b_is_stdout)
		return true;
	if (is_same_file(a, b))
		return true;
	return !a_is_stdout && !b_is_stdout && stat(a, &st) < 0 &&
	       is_same_name(a, b);
}
