/* SPDX-License-Identifier: BSD-2-Clause */
/* What changed by line within functions, if profiles with lines are stored. */
#ifndef LINE_CHANGES_H
#define LINE_CHANGES_H

#include "cg-history/store/file_changes.h"
#include "function_moves.h"

struct function_place {
	const char *file, *function;
};

/* a function under the names that both profiles have for it */
struct function_pair {
	struct function_place old, new;
};

/* A line of the new version of a file; lines that are gone count as the line before them. */
struct line_change {
	size_t pair; /* the function */
	int64_t line;
	int64_t old, new;
};

/* by function, and within each the largest change first */
struct line_changes {
	size_t n;
	struct line_change *list;
};

/* True if the profile has lines. */
bool function_rows_have_lines(const struct function_rows *functions);

/* Compares the lines of n functions.  Ends the program if a sum does not fit in 64 bits. */
void
line_changes_find(struct line_changes *changes, const struct function_rows *old,
    size_t old_event, const struct function_rows *new, size_t new_event,
    const struct function_pair *pairs, size_t n,
    const struct file_changes *files);

void line_changes_release(struct line_changes *changes);

#endif
