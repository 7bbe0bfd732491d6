/* SPDX-License-Identifier: BSD-2-Clause */
/* Which lines of files changed from one commit of the program to another. */
#ifndef FILE_CHANGES_H
#define FILE_CHANGES_H

#include "libquery/matching/hunks.h"

struct file_change {
	char *path; /* in the new commit */
	struct hunks hunks;
};

struct file_changes {
	size_t n;
	struct file_change *list;
};

void file_changes_read(struct file_changes *changes, const char *old_commit,
    const char *new_commit);

/*
 * Returns the line of the new commit that corresponds to a line of the old one.  The file is named as a
 * compiler does: one of its path and the path in the repository ends with the other.
 */
int64_t file_changes_line(
    const struct file_changes *changes, const char *file, int64_t line);

void file_changes_release(struct file_changes *changes);

#endif
