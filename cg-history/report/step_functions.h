/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions that a step changed most, with copies of their names. */
#ifndef STEP_FUNCTIONS_H
#define STEP_FUNCTIONS_H

#include "cg-history/series/function_moves.h"

enum { STEP_FUNCTIONS_MOST = 20 };

/* a function, and those with it that its cost came from or went to */
struct step_function {
	char *file, *function;
	char *note; /* what moved; "": nothing */
	__int128 old, new;
};

/* the largest changes first, and then what only moved */
struct step_functions {
	size_t n, nall; /* how many are here, and how many there are */
	struct step_function *list;
};

void step_functions_take(
    struct step_functions *functions, const struct function_changes *changes);

void step_functions_release(struct step_functions *functions);

#endif
