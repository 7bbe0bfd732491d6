/* SPDX-License-Identifier: BSD-2-Clause */
/* A file that takes another's place when it is complete. */
#ifndef REPLACE_H
#define REPLACE_H

#include <stdbool.h>
#include <sys/stat.h>

/* fd is -1 and the strings NULL where there is none */
struct replacement {
	int fd;          /* for writing */
	char *target;    /* what is replaced; links are followed */
	char *temporary; /* what replaces it; NULL: a file without a name */
	bool in_place;   /* it has replaced the target */
};

/* These return 0, or -1 with errno set; abandon is due after either. */

/*
 * Opens a replacement for the file at path, of which `old` is the status, or
 * for a new one if `old` is NULL.  It gets the old file's permissions and, as
 * far as the system lets this process give it away, its owner and group.  A
 * file that may not be written is not replaced.
 */
int replacement_open(
    struct replacement *replacement, const char *path, const struct stat *old);

/*
 * Checks the close, puts the file in its place and makes its name durable.  If
 * only the last fails, in_place is true.
 */
int replacement_commit(struct replacement *replacement);

/* removes the file, unless it was committed, and frees the strings */
void replacement_abandon(struct replacement *replacement);

#endif
