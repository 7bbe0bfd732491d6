/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a list of paths for --files0-from, and takes the same paths as operands
 * that may have labels.  All paths of a list that is accepted are there, and no
 * label or path can forge a line of a report.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "libcli/inputs.h"
#include "target.h"

enum { MOST_OPERANDS = 16 };

/* Returns the name of a file with these bytes. */
static const char *
write_list(const uint8_t *data, size_t size)
{
	static char name[64];
	static int fd = -1;

	if (fd < 0)
		fd = cli_temporary();
	demand(fd >= 0 && pwrite(fd, data, size, 0) == (ssize_t)size &&
		   ftruncate(fd, (off_t)size) == 0,
	    "the list is written");
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	return name;
}

/* The paths end with NUL bytes; the last one may lack it. */
static void
check_paths(const struct inputs *inputs, const uint8_t *data, size_t size)
{
	const char *p = (const char *)data, *end = p + size;

	for (size_t i = 0; i < inputs->n; i++) {
		size_t len = strnlen(p, (size_t)(end - p));

		demand(strlen(inputs->paths[i]) == len &&
			   memcmp(inputs->paths[i], p, len) == 0,
		    "a path is as the list has it");
		p += len + (p + len < end);
	}
	demand(p == end, "no path is lost");
}

static void
check_names(const struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->n; i++) {
		char *name = inputs_name(inputs, i);

		for (const char *p = name; *p != '\0'; p++)
			demand((unsigned char)*p >= 0x20 && *p != 0x7f,
			    "a name has no control bytes");
		free(name);
	}
}

static void
run_list(const uint8_t *data, size_t size)
{
	struct inputs inputs;

	inputs_from_file(&inputs, write_list(data, size));
	check_paths(&inputs, data, size);
	check_names(&inputs);
	inputs_prepend(&inputs, "first");
	demand(strcmp(inputs.paths[0], "first") == 0, "a path comes first");
	inputs_release(&inputs);
}

static void
run_operands(const uint8_t *data, size_t size)
{
	char *argv[MOST_OPERANDS + 1], *text = text_copy(data, size);
	char *rest = text;
	struct inputs inputs;
	int argc = 1;

	while (argc < MOST_OPERANDS &&
	       (argv[argc] = text_take_line(&rest)) != NULL)
		argc++;
	argv[argc] = NULL;
	optind = 1;
	inputs_from_labelled_operands(&inputs, argc, argv);
	demand((int)inputs.n == argc - 1, "each operand is an input");
	check_names(&inputs);
	inputs_release(&inputs);
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	attempt(data[0] == '+' ? run_operands : run_list, data + 1, size - 1);
	return 0;
}
