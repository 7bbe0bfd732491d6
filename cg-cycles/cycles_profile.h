/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds the event Cy, estimated cycles, to a profile of instructions. */
#ifndef CYCLES_PROFILE_H
#define CYCLES_PROFILE_H

#include "libquery/profile_output.h"
#include "penalties.h"

struct cycles_options {
	const char *cpu; /* as LLVM names it, or "host" */
	struct penalties penalties;
	bool has_parts;  /* write the parts of Cy, too */
	bool has_bounds; /* write what limits the core, too */
	bool by_line;    /* write rows of lines, not of instructions */
	bool is_quiet;   /* say what was estimated only if it is little */
	bool partial;
	struct profile_output output;
};

/*
 * Reads the profile at `path`, and writes it with Cy.  Says which share of it was estimated.
 * Ends the program on an error.
 */
void
cycles_profile_write(const char *path, const struct cycles_options *options);

#endif
