/* SPDX-License-Identifier: BSD-2-Clause */
/* What a difference says of other builds of programs and libraries. */
#ifndef BUILD_CHANGES_H
#define BUILD_CHANGES_H

#include <stdbool.h>

#include "libquery/matching/builds.h"

/* Warns of them in one line, with their shares of the change unless the rows
 * have no objects. */
void build_changes_warn(
    const struct builds *builds, const char *event, bool has_objects);

#endif
