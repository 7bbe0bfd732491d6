/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ways through the code of a function that were taken, as sequences of instructions.
 *
 * A loop that goes round often is a zone of its own, innermost first; the rest of the function
 * is one, too.  A path goes through a zone again and again, and takes each branch as often as
 * the program did: of two ways that are equally frequent, one and then the other.  Loops
 * that end soon are part of the zone around them, so what follows them overlaps with
 * them as in a real core.
 */
#ifndef CODE_PATHS_H
#define CODE_PATHS_H

#include "libquery/machine_code/machine_code.h"

/* A path through a zone. */
struct code_path {
	size_t *list;     /* numbers of instructions of the code */
	size_t n, njumps; /* jumps that are taken */
};

struct code_paths {
	const struct machine_code *code;
	size_t nzones;           /* the last one is the rest */
	size_t *zones;           /* of each instruction */
	struct code_path *paths; /* of each zone; n is 0 if nothing of it ran */
};

void code_paths_find(struct code_paths *paths, const struct machine_code *code);

/*
 * True for a jump back that was not taken in one of N times, with N the same whole number on
 * average over many loops, and not high.  Processors predict the end of such a loop.
 */
bool code_paths_is_steady(
    const struct machine_code *code, const struct code_instruction *one);

void code_paths_release(struct code_paths *paths);

#endif
