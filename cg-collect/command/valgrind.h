/* SPDX-License-Identifier: BSD-2-Clause */
/* Valgrind, our tool for it, and the command line that runs both. */
#ifndef VALGRIND_H
#define VALGRIND_H

#include <stdbool.h>

#include "options.h"

/* how the names of vgdb's pipes in the spool begin */
#define VGDB_PIPES "vgdb"

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
 * the directory for profiles, `pipes` the one that puts vgdb's pipes there, and
 * `cpu` the one for the processor; the last two can be NULL.  The caller frees
 * the array; its strings belong to the arguments and static storage.
 */
const char **valgrind_command(const struct options *options, const char *cpu,
    const char *spool, const char *pipes);

/* True if sleeping processes are reached by vgdb, with pipes in the spool. */
bool valgrind_has_pipes(const struct options *options, const char *spool);

#endif
