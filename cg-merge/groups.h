/* SPDX-License-Identifier: BSD-2-Clause */
/* Merges profiles in canonical order while they are read. */
#ifndef GROUPS_H
#define GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "profiles.h"

/*
 * Merges n profiles into an output, which the caller closes.  Returns false,
 * with no output open, if they must be merged in memory.  Ends the program on
 * an error.
 */
bool groups_merge(struct profiles *profiles, char *const *paths, size_t n,
    struct revocable_output *output);

#endif
