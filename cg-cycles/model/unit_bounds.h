/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a round of a body takes if the units, or the front end, alone limit it: from what
 * llvm-mca prints of its simulation, with -resource-pressure.
 *
 *	unit_bounds_init(&u, codes, bodies, n);
 *	for each line: unit_bounds_take(&u, line);
 *	unit_bounds_complete(&u);
 */
#ifndef UNIT_BOUNDS_H
#define UNIT_BOUNDS_H

#include "core_model.h"

/* What llvm-mca says of a body. */
struct unit_use {
	double width; /* entries of the front end in a cycle */
	double rounds;
	double least;  /* cycles of a round without any dependency */
	double *units; /* how long each instruction has each unit */
	size_t nlines; /* of the instructions that were read */
};

struct unit_bounds {
	const struct core_code *codes;
	struct core_body *bodies;
	size_t n;
	struct unit_use *uses; /* of each body */
	size_t body;           /* the one that is read; n: none yet */
	size_t nunits;
	bool *has_memory; /* units that move data from and to memory */
	bool is_table;
	bool is_second; /* the first line of an instruction was read */
};

void unit_bounds_init(struct unit_bounds *u, const struct core_code *codes,
    struct core_body *bodies, size_t n);

void unit_bounds_take(struct unit_bounds *u, const char *line);

/* Sets the bounds of all bodies that want them.  False if lines were missing. */
bool unit_bounds_complete(struct unit_bounds *u);

void unit_bounds_release(struct unit_bounds *u);

#endif
