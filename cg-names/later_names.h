/* SPDX-License-Identifier: BSD-2-Clause */
/* Names the addresses of a profile by `cg-collect --names=later`. */
#ifndef LATER_NAMES_H
#define LATER_NAMES_H

#include "libnames/object_names.h"
#include "libquery/profile_output.h"

/* Writes the profile at `path` with names, in the form that cg-collect would
 * have given it.  Ends the program on an error. */
void later_names_write(const char *path, const struct names_options *options,
    const struct profile_output *output);

#endif
