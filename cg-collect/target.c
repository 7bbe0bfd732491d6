/* SPDX-License-Identifier: BSD-2-Clause */
/* The name of an output file, with the placeholders that Valgrind has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect.h"

/* the value of the variable of %q{VARIABLE}, and what follows it */
static const char *
variable(const char **format)
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

/* puts what the placeholder behind a '%' stands for; what follows it */
static const char *
expand_one(FILE *to, const char *format, pid_t pid)
{
	switch (*format) {
	case 'p':
		fprintf(to, "%ld", (long)pid);
		return format + 1;
	case 'q':
		fputs(variable(&format), to);
		return format;
	case '%':
		putc('%', to);
		return format + 1;
	}
	cli_usage(
	    "--output: expected %%p, %%q{VARIABLE} or %%%%, found \"%%%s\"",
	    format);
}

char *
target_expand(const char *format, pid_t pid)
{
	char *path = NULL;
	size_t size;
	FILE *to = open_memstream(&path, &size);

	if (to == NULL)
		cli_die("out of memory");
	while (*format != '\0') {
		if (*format == '%')
			format = expand_one(to, format + 1, pid);
		else
			putc(*format++, to);
	}
	/* glibc's fclose does not tell that there was no memory */
	if (fclose(to) != 0 || path == NULL)
		cli_die("out of memory");
	return path;
}

bool
target_has_pid(const char *format)
{
	while ((format = strchr(format, '%')) != NULL) {
		if (format[1] == 'p')
			return true;
		format += format[1] == '\0' ? 1 : 2;
	}
	return false;
}
