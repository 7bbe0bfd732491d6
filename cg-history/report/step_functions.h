/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions that a step changed most, with copies of their names. */
#ifndef STEP_FUNCTIONS_H
#define STEP_FUNCTIONS_H

#include "cg-history/series/line_changes.h"
#include "cg-history/series/steps.h"

enum { STEP_FUNCTIONS_MOST = 20, STEP_LINES_MOST = 5 };

/* a function, and those with it that its cost came from or went to */
struct step_function {
	char *file, *function;
	char *note; /* what moved; "": nothing */
	__int128 old, new;
	size_t nlines;             /* 0: they are not known, or none changed */
	struct line_change *lines; /* those that changed most */
};

/* the largest changes first, and then what only moved */
struct step_functions {
	size_t n, nall; /* how many are here, and how many there are */
	struct step_function *list;
};

void step_functions_take(
    struct step_functions *functions, const struct function_changes *changes);

/* Sets the lines, from the profiles of the changes and the commits that these are of, if both have
 * lines. */
void step_functions_take_lines(struct step_functions *functions,
    const struct function_changes *changes, const struct function_rows *old,
    size_t old_event, const struct function_rows *new, size_t new_event,
    const struct step *step);

/* Returns the line that changed most of a function; 0: it is not known. */
int64_t step_functions_line(const struct step_functions *functions,
    const struct function_change *change);

void step_functions_release(struct step_functions *functions);

#endif
