/* SPDX-License-Identifier: BSD-2-Clause */
/* Expands the path of the output, with the placeholders that Valgrind has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
out_path_has_pid(const char *format)
{
	while ((format = strchr(format, '%')) != NULL) {
		if (format[1] == 'p')
			return true;
		format += format[1] == '\0' ? 1 : 2;
	}
	return false;
}
