/* SPDX-License-Identifier: BSD-2-Clause */
/* The differences of two versions of a text file. */
#ifndef HUNKS_H
#define HUNKS_H

#include <stddef.h>
#include <stdint.h>

/* zeroed, it says that the versions are the same */
struct hunks {
	size_t n;
	struct hunk *list; /* in order of lines */
};

/*
 * Has diff(1) compare two files.  Ends the program where it cannot be run or
 * fails.  `hunks` must be zeroed or released.
 */
void
hunks_read(struct hunks *hunks, const char *old_path, const char *new_path);

/*
 * The line of the new version where a line of the old one, >= 1, is found.  One
 * that was changed is found in its replacement, at the same distance from the
 * start or on the last line; one that was removed, on the line before.
 */
int64_t hunks_line(const struct hunks *hunks, int64_t line);

/* frees and zeroes */
void hunks_release(struct hunks *hunks);

#endif
