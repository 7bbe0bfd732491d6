/* SPDX-License-Identifier: BSD-2-Clause */
/* The commits of the program's own history, each before its parents. */
#ifndef COMMITS_H
#define COMMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "objects.h"

struct commit {
	const char *id;
	size_t nparents;
	const size_t *parents; /* their indices; SIZE_MAX: the clone lacks it */
	bool is_in_range;
};

struct commits {
	size_t n;
	struct commit *list;
	size_t *by_id; /* indices in the order of the names of commits */
	size_t *parents;
	char *text; /* memory for the names */
};

/* Returns the name of the commit that the text means, to be freed.  Ends the program if it means
 * none. */
char *commit_resolve(const char *text);

/* What is shown of a commit. */
struct commit_text {
	char date[11]; /* when it was made, in its time zone: YYYY-MM-DD */
	int64_t time;
	char *subject; /* control bytes are escaped; to be freed */
};
void
commit_read(struct commit_text *text, struct objects *objects, const char *id);

/*
 * Reads all that the end of a range of commits has for ancestors, and marks what is in the range;
 * the range is as for `git log`.
 */
void commits_read(struct commits *commits, const char *range);

/* Returns the index of a commit; SIZE_MAX: it is none of them. */
size_t commits_find(const struct commits *commits, const char *id);

void commits_release(struct commits *commits);

#endif
