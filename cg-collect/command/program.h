/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the program to profile. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>

/*
 * Returns the path of the program that the shell would run for `name`, to be
 * freed; NULL with errno set if there is none.
 */
char *program_find(const char *name);

/*
 * Returns the path of the first program `name` along PATH that is not the file
 * `not`, to be freed; NULL with errno set if there is none.
 */
char *program_find_other(const char *name, const char * not );

/*
 * True if Valgrind must be given the path `found` instead of `name`, because
 * its own search would not find it: Valgrind has no default for PATH and skips
 * empty entries.
 */
bool program_needs_path(const char *name, const char *found);

#endif
