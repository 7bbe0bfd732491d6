/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: substitution [FILE]
 *
 * With a file, applies the expression at the start of each line to the names
 * after it, which are separated by tabs, and prints the expression and after
 * each name its result.  If the expression is refused, prints the message.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "libquery/patterns/substitution.h"
#include "ok.h"

const struct cli_program cli_program = {.name = "s", .failure = CLI_FAILURE};

enum { LONGEST = 1 << 16 };

/* Prints a line of the table; ends if the expression is refused. */
static void
apply_to_names(char *line)
{
	static char clean[LONGEST];
	struct substitution sub;
	const char *name;

	dup2(STDOUT_FILENO, STDERR_FILENO);
	substitution_init(&sub, "-", strtok(line, "\t"));
	printf("%s", line);
	while ((name = strtok(NULL, "\t")) != NULL) {
		char *result = substitution_apply(&sub, name);
		const char *new = result != NULL ? result : name;

		cg_escape(clean, sizeof(clean), new, strlen(new));
		printf("\t%s\t%s", name, clean);
		free(result);
	}
	printf("\n");
	substitution_release(&sub);
}

/* A child that ends may move the place in an open file, so all is read before. */
static void
apply_table(char *rest)
{
	char *line;

	while ((line = strtok_r(rest, "\n", &rest)) != NULL) {
		fflush(stdout);
		if (fork() == 0) {
			apply_to_names(line);
			exit(0);
		}
		wait(NULL);
	}
}

/* Replaces each of n bytes by `times` bytes. */
static void
test_length(size_t n, size_t times)
{
	char *name = calloc(n + 1, 1), *text = calloc(2 * times + 1, 1);
	char *expression, *result;
	struct substitution sub;

	memset(name, 'a', n);
	for (size_t i = 0; i < times; i++)
		strcat(text, "$&");
	expression = cli_format("s/a/%s/g", text);
	substitution_init(&sub, "-", expression);
	result = substitution_apply(&sub, name);
	ok(result != NULL && strlen(result) == times * n &&
		strspn(result, "a") == times * n,
	    "results of any length");
	free(result);
	substitution_release(&sub);
	free(expression);
	free(text);
	free(name);
}

int
main(int argc, char **argv)
{
	static char table[LONGEST];

	if (argc > 1) {
		FILE *file = fopen(argv[1], "r");

		if (file == NULL ||
		    fread(table, 1, sizeof(table) - 1, file) == 0)
			return 1;
		fclose(file);
		apply_table(table);
		return 0;
	}
	for (size_t times = 1; times <= 1000; times *= 10)
		test_length(1000, times);
	return failures > 0;
}
