/* SPDX-License-Identifier: BSD-2-Clause */
/* The environment variables of a reproducible run. */
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#include <stddef.h>

struct valgrind;

/* variables, sorted by name */
struct environment {
	char **list; /* "NAME=VALUE"; ends with NULL */
	size_t n;
};

/* Starts with the variables that every reproducible run has. */
void environment_init(struct environment *environment);
void environment_release(struct environment *environment);

/* Sets a variable, given as "NAME=VALUE". */
void environment_set(struct environment *environment, const char *variable);

/* Gives a variable the value that it has in this process, or unsets it. */
void environment_keep(struct environment *environment, const char *name);

/*
 * Replaces the environment of this process, which is about to execute the
 * command, by one from which our tool gives the program these variables.
 */
void environment_become(const struct environment *clients,
    const char *const *command, const struct valgrind *valgrind);

#endif
