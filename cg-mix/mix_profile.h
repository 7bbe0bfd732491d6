/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds the events of operations to a profile of instructions. */
#ifndef MIX_PROFILE_H
#define MIX_PROFILE_H

#include "libquery/profile_output.h"

struct mix_options {
	bool by_line;  /* write rows of lines, not of instructions */
	bool is_quiet; /* do not speak of less than 1 % of the instructions */
	bool partial;
	struct profile_output output;
};

/* Reads the profile at `path`, and writes it with the events.  Ends the program on an error. */
void mix_profile_write(const char *path, const struct mix_options *options);

#endif
