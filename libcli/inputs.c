/* SPDX-License-Identifier: BSD-2-Clause */
/* Paths are checked before any work is done, so that a typo is found early. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgfmt.h"
#include "cli.h"
#include "inputs.h"

enum {
	LONGEST_PATH = 255, /* that a message has as a whole */
	SHORT_PATH = 60,
};

static void
append(struct inputs *inputs, char *path)
{
	inputs->paths =
	    cli_grow(inputs->paths, inputs->n, sizeof(*inputs->paths));
	inputs->paths[inputs->n++] = path;
}

/* Returns how many bytes of a path a message has.  What is no list of paths, such as a profile, is not
 * printed as a whole. */
static size_t
quoted_length(const struct inputs *inputs, const char *path)
{
	size_t len = strlen(path), n = SHORT_PATH;
	bool is_path = len <= LONGEST_PATH && strchr(path, '\n') == NULL;

	if (!inputs->owned || is_path || len <= SHORT_PATH)
		return len;
	/* not a part of a character */
	while (n > 0 && ((unsigned char)path[n] & 0xc0) == 0x80)
		n--;
	return n;
}

static _Noreturn void
die_of_path(const struct inputs *inputs, const char *path, int error)
{
	size_t len = quoted_length(inputs, path);

	cli_die_of_input(error == ENOENT, "%.*s%s: %s", (int)len, path,
	    path[len] != '\0' ? "..." : "", strerror(error));
}

/* Ends the program if a path cannot be read, or if two are standard input. */
static void
demand_files(const struct inputs *inputs)
{
	cli_demand_one_stdin(inputs->paths, inputs->n);
	for (size_t i = 0; i < inputs->n; i++) {
		if (strcmp(inputs->paths[i], "-") == 0)
			cli_stdin();
		else if (access(inputs->paths[i], R_OK) < 0)
			die_of_path(inputs, inputs->paths[i], errno);
	}
}

static bool
is_empty(const char *path)
{
	struct stat st;

	return strcmp(path, "-") != 0 && stat(path, &st) == 0 &&
	       S_ISREG(st.st_mode) && st.st_size == 0;
}

/*
 * Callgrind leaves a file empty beside those of the threads.  If all files are empty, they
 * stay, and reading them is an error.
 */
static void
leave_out_empty_files(struct inputs *inputs)
{
	size_t n = 0, nempty = 0;

	for (size_t i = 0; i < inputs->n; i++)
		nempty += is_empty(inputs->paths[i]);
	for (size_t i = 0; i < inputs->n; i++) {
		if (nempty < inputs->n && is_empty(inputs->paths[i])) {
			cli_warn("%s: left out, because it is empty",
			    inputs->paths[i]);
			if (inputs->owned)
				free(inputs->paths[i]);
			if (inputs->labels != NULL)
				free(inputs->labels[i]);
			continue;
		}
		if (inputs->labels != NULL)
			inputs->labels[n] = inputs->labels[i];
		inputs->paths[n++] = inputs->paths[i];
	}
	inputs->n = n;
}

/* Ends the program if a path cannot be read, and leaves out empty files. */
static void
check_files(struct inputs *inputs)
{
	demand_files(inputs);
	leave_out_empty_files(inputs);
}

static void
take_operands(struct inputs *inputs, int argc, char **argv)
{
	*inputs = (struct inputs){.n = 0};
	append(inputs, (char *)cli_first_input(argc, argv));
	for (int i = optind + 1; i < argc; i++)
		append(inputs, argv[i]);
}

void
inputs_from_operands(struct inputs *inputs, int argc, char **argv)
{
	take_operands(inputs, argc, argv);
	check_files(inputs);
}

char *
input_take_label(char **operand)
{
	char *path = *operand;
	size_t len = strcspn(path, "=/");

	if (len == 0 || path[len] != '=' || path[len + 1] == '\0' ||
	    access(path, F_OK) == 0)
		return NULL;
	*operand = path + len + 1;
	return cli_copy(path, len);
}

void
inputs_from_labelled_operands(struct inputs *inputs, int argc, char **argv)
{
	take_operands(inputs, argc, argv);
	inputs->labels = cli_alloc(inputs->n, sizeof(*inputs->labels));
	for (size_t i = 0; i < inputs->n; i++)
		inputs->labels[i] = input_take_label(&inputs->paths[i]);
	check_files(inputs);
}

/* Returns the next path, or NULL at the end of the file. */
static char *
read_path(FILE *file, const char *name)
{
	char *path = NULL;
	size_t size = 0;

	if (getdelim(&path, &size, '\0', file) >= 0)
		return path;
	/* without memory, getdelim sets neither end nor error of the file */
	if (!feof(file) || ferror(file))
		cli_die("%s: %s", name, strerror(errno));
	free(path);
	return NULL;
}

void
inputs_from_file(struct inputs *inputs, const char *name)
{
	FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
	char *path;

	*inputs = (struct inputs){.owned = true};
	if (file == NULL)
		cli_die_of_input(
		    errno == ENOENT, "%s: %s", name, strerror(errno));
	while ((path = read_path(file, name)) != NULL)
		append(inputs, path);
	if (file != stdin)
		fclose(file);
	if (inputs->n == 0)
		cli_die("%s: expected the paths of profiles, found none", name);
	check_files(inputs);
}

void
inputs_prepend(struct inputs *inputs, const char *path)
{
	append(inputs, NULL);
	memmove(inputs->paths + 1, inputs->paths,
	    (inputs->n - 1) * sizeof(*inputs->paths));
	inputs->paths[0] =
	    inputs->owned ? cli_copy(path, strlen(path)) : (char *)path;
}

char *
inputs_name(const struct inputs *inputs, size_t i)
{
	bool is_labelled = inputs->labels != NULL && inputs->labels[i] != NULL;
	const char *text = is_labelled ? inputs->labels[i] : inputs->paths[i];
	size_t size = cg_escape(NULL, 0, text, strlen(text)) + 1;
	char *name = cli_alloc(size, 1);

	cg_escape(name, size, text, strlen(text));
	return name;
}

void
inputs_release(struct inputs *inputs)
{
	for (size_t i = 0; inputs->owned && i < inputs->n; i++)
		free(inputs->paths[i]);
	for (size_t i = 0; inputs->labels != NULL && i < inputs->n; i++)
		free(inputs->labels[i]);
	free(inputs->labels);
	free(inputs->paths);
}
