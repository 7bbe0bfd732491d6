/* SPDX-License-Identifier: BSD-2-Clause */
/* Paths are checked before any work is done, so that a typo is found early. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "cli.h"
#include "inputs.h"

static void
append(struct inputs *inputs, char *path)
{
	inputs->paths =
	    cli_resize(inputs->paths, inputs->n + 1, sizeof(*inputs->paths));
	inputs->paths[inputs->n++] = path;
}

/* Ends the program if a path cannot be read. */
static void
demand_files(const struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->n; i++) {
		if (strcmp(inputs->paths[i], "-") == 0)
			cli_stdin();
		else if (access(inputs->paths[i], R_OK) < 0)
			cli_die_of_input(errno == ENOENT, "%s: %s",
			    inputs->paths[i], strerror(errno));
	}
}

void
inputs_from_operands(struct inputs *inputs, int argc, char **argv)
{
	*inputs = (struct inputs){.n = 0};
	append(inputs, (char *)cli_first_input(argc, argv));
	for (int i = optind + 1; i < argc; i++)
		append(inputs, argv[i]);
	demand_files(inputs);
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
	demand_files(inputs);
}

char *
inputs_name(const struct inputs *inputs, size_t i)
{
	const char *path = inputs->paths[i];
	size_t size = cg_escape(NULL, 0, path, strlen(path)) + 1;
	char *name = cli_alloc(size, 1);

	cg_escape(name, size, path, strlen(path));
	return name;
}

void
inputs_release(struct inputs *inputs)
{
	for (size_t i = 0; inputs->owned && i < inputs->n; i++)
		free(inputs->paths[i]);
	free(inputs->paths);
}
