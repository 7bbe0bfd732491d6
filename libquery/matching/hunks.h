/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the differences of two versions of a text file. */
#ifndef HUNKS_H
#define HUNKS_H

#include <stddef.h>
#include <stdint.h>

/* Lines of one version.  If there are none, first is the line after them. */
struct line_range {
	int64_t first;
	int64_t len;
};

struct hunk {
	struct line_range old;
	struct line_range new;
};

/* A zeroed struct hunks has no differences. */
struct hunks {
	size_t n;
	struct hunk *list; /* in order of lines */
};

/*
 * Compares two files by diff(1).  Ends the program if diff cannot be run or
 * fails.  `hunks` must be zeroed or released.
 */
void
hunks_read(struct hunks *hunks, const char *old_path, const char *new_path);

/* Adds a hunk by its header in the unified format, "@@ -3,2 +4 @@".  Returns it.  Ends the program if
 * the line is none. */
const struct hunk *hunks_add(struct hunks *hunks, const char *line);

/*
 * Returns the line of the new version that corresponds to a line of the old
 * one, >= 1.  A changed line corresponds to the line of its replacement that is
 * at the same distance from the start, or to the last one; a removed line, to
 * the line before it.
 */
int64_t hunks_line(const struct hunks *hunks, int64_t line);

/* Frees and zeroes. */
void hunks_release(struct hunks *hunks);

#endif
