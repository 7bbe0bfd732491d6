/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds the event Cy, estimated cycles, to a profile of instructions. */
#ifndef CYCLES_PROFILE_H
#define CYCLES_PROFILE_H

#include "penalties.h"

struct cycles_options {
	const char *cpu; /* as LLVM names it, or "host"; NULL: add nothing */
	struct penalties penalties;
};

/*
 * Returns a descriptor of a file without a name that has the profile with Cy.  The profile is
 * read from a descriptor, whose name is `path`, or from the path if fd is -1.  Says which
 * share of it was estimated.  Ends the program on an error.
 */
int cycles_profile_file(
    int fd, const char *path, const struct cycles_options *options);

#endif
