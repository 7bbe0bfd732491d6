/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds the event Cy, estimated cycles, to a profile of instructions. */
#ifndef CYCLES_PROFILE_H
#define CYCLES_PROFILE_H

#include "cgfmt.h"
#include "penalties.h"

struct cycles_options {
	const char *cpu; /* as LLVM names it, or "host"; NULL: add nothing */
	struct penalties penalties;
	bool is_quiet; /* say what was estimated only if it is little */
};

/*
 * Returns a descriptor of a file without a name that has the profile with Cy.  The profile is
 * read from a descriptor, whose name is `path`, or from the path if fd is -1.  Says which
 * share of it was estimated.  Ends the program on an error.
 */
int cycles_profile_file(
    int fd, const char *path, const struct cycles_options *options);

/*
 * The same with rows of lines instead of instructions, written to `path`.  Messages name it,
 * and the profile is read from a descriptor.  Returns 0, or -1 on an error in writing.
 */
int cycles_profile_write_lines(int fd, const char *path, int gzip_level,
    const struct cycles_options *options, struct cg_error *error);

/* Ends the program if there are penalties without a processor. */
void cycles_check_penalties(const struct cycles_options *options);

/* Ends the program if there is no llvm-mca, or it has no such processor of this machine.  For
 * programs that have work to do before. */
void cycles_check(const struct cycles_options *options);

#endif
