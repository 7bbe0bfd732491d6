/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds out if the profiles have files in common. */
#ifndef MATCHES_H
#define MATCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "libquery/matching/pairs.h"

/* zeroed: nothing is found yet */
struct matches {
	struct side_files {
		bool in_old; /* one that only the old profile has, or both */
		bool in_new;
		bool in_both;
	} files, absolute; /* all with a name; those with an absolute path */
	/* of the last rows; file NULL before the first */
	char *object;
	char *file;
	bool in_old;
	bool in_new;
};

/* Takes the next pair.  Pairs come in canonical order; zeros are the counts of
 * a row that a profile lacks. */
void matches_take(
    struct matches *matches, const struct pair *pair, const int64_t *zeros);

/*
 * Returns the name of what both profiles have but not in common, for a message;
 * NULL if there is nothing of that kind.  Frees the memory; call it once, after
 * the last pair.
 */
const char *matches_lack(struct matches *matches);

/* Frees the memory if pairs were taken in vain. */
void matches_release(struct matches *matches);

#endif
