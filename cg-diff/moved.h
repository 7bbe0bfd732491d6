/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds functions that only one profile has in one file, and only the other one in another
 * file: probably the file or its directory has another name. */
#ifndef MOVED_H
#define MOVED_H

#include "libquery/matching/pairs.h"

struct moved_function {
	char *name;
	char *file;
};

struct moved_list {
	size_t n;
	struct moved_function *list;
};

/* zeroed: nothing is found yet */
struct moved {
	struct moved_list gone;
	struct moved_list new;
	/* of the last rows; room 0 before the first */
	struct moved_text {
		char *text;
		size_t room;
	} file, name;
	bool in_old;
	bool in_new;
	char *message; /* made by moved_find; NULL: there is nothing to say */
};

/* Takes the next pair, as matches_take. */
void
moved_take(struct moved *moved, const struct pair *pair, const int64_t *zeros);

/* Finds them.  Call once, after the last pair and before the output is closed, because
 * memory may be short. */
void moved_find(struct moved *moved);

/* Says so, and how to compare them, if any were found. */
void moved_warn(const struct moved *moved);

void moved_release(struct moved *moved);

#endif
