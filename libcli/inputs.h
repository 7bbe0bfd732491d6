/* SPDX-License-Identifier: BSD-2-Clause */
/* The paths of profiles, of which there may be many. */
#ifndef INPUTS_H
#define INPUTS_H

#include <stdbool.h>
#include <stddef.h>

struct inputs {
	size_t n;
	char **paths;
	bool owned; /* the paths are freed with the list */
};

/* the operands, or "-" where there are none */
void inputs_from_operands(struct inputs *inputs, int argc, char **argv);

/* paths that end in a NUL byte each, from a file; "-" is standard input */
void inputs_from_file(struct inputs *inputs, const char *path);

/*
 * A path as it is printed: paths have any bytes, names no control bytes.  To be
 * freed by the caller.
 */
char *inputs_name(const struct inputs *inputs, size_t i);

void inputs_release(struct inputs *inputs);

#endif
