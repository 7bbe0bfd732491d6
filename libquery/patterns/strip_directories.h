/* SPDX-License-Identifier: BSD-2-Clause */
/* Paths below directories, made relative. */
#ifndef STRIP_DIRECTORIES_H
#define STRIP_DIRECTORIES_H

#include <stddef.h>

#include "rename.h"

/*
 * Adds renames that remove the directories from paths below them, the longest first.  Each is removed by
 * its name without links, and by the one that compilers write that were started in the working directory
 * as the shell calls it.  Ends the program if a directory is missing.
 */
void renames_strip_directories(
    struct renames *renames, const char *const *dirs, size_t n);

#endif
