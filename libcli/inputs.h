/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists of the paths of profiles.  An empty file is left out with a warning, unless all of
 * them are empty.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include <stdbool.h>
#include <stddef.h>

struct inputs {
	size_t n;
	char **paths;
	bool owned;    /* true: the paths are freed with the list */
	char **labels; /* of the inputs, each NULL if it has none; or NULL */
};

/* Takes the operands, or "-" if there are none. */
void inputs_from_operands(struct inputs *inputs, int argc, char **argv);

/*
 * Cuts the label off an operand LABEL=FILE.  Returns it, to be freed; NULL: the operand is a path as a
 * whole, because a file of that name exists or the label would contain a slash.
 */
char *input_take_label(char **operand);

/* The same as inputs_from_operands, but an operand may also be LABEL=FILE. */
void
inputs_from_labelled_operands(struct inputs *inputs, int argc, char **argv);

/*
 * Reads paths that each end with a NUL byte, as `find -print0` writes them,
 * from a file; "-" is standard input.
 */
void inputs_from_file(struct inputs *inputs, const char *path);

/* Puts a path before the others; it must outlive the list. */
void inputs_prepend(struct inputs *inputs, const char *path);

/*
 * Returns an input's label, or else its path, with control bytes escaped.  The
 * caller frees it.
 */
char *inputs_name(const struct inputs *inputs, size_t i);

void inputs_release(struct inputs *inputs);

#endif
