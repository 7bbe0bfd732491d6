/* SPDX-License-Identifier: BSD-2-Clause */
/* Valgrind, our tool for it, and the command line that runs both. */
#ifndef VALGRIND_H
#define VALGRIND_H

#include <stdbool.h>

#include "options.h"

struct valgrind {
	char *path; /* of valgrind itself */
	char *lib;  /* the directory of our tool */
};

/*
 * Finds Valgrind and the tool.  Ends the program if one is missing or their
 * versions differ.
 */
void valgrind_find(struct valgrind *valgrind, bool reproducible);
void valgrind_release(struct valgrind *valgrind);

/*
 * Returns the command that runs the program; `spool` is the option that names
 * the directory for profiles, and `cpu` the one for the processor, or NULL.  The
 * caller frees the array; its strings belong to the arguments and static storage.
 */
const char **valgrind_command(
    const struct options *options, const char *cpu, const char *spool);

#endif
