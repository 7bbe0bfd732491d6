/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes a sum of profiles with the cycles that cg-cycles estimates. */
#ifndef ESTIMATED_SUM_H
#define ESTIMATED_SUM_H

#include "profile_sum.h"

/* What cg-cycles is asked for. */
struct estimate {
	const char *cpu;        /* NULL: no estimate */
	const char **penalties; /* arguments of --penalty */
	size_t npenalties;
	bool has_parts;
	bool is_quiet;
	char *program; /* the path of cg-cycles; set by estimate_check */
};

/* Ends the program if there will be no estimate: before a long run. */
void estimate_check(struct estimate *estimate);

/*
 * Writes the sum with estimated cycles, and rows of lines.  If there is no estimate, writes
 * the profile of instructions to another file, PATH.instr, says so, and returns -1: a run may
 * have been long.  Sets the error of the sum and returns -1 on an error in writing.
 */
int estimated_sum_write(struct profile_sum *sum, const char *path,
    const struct estimate *estimate, int gzip_level, bool is_reproducible);

void estimate_release(struct estimate *estimate);

#endif
