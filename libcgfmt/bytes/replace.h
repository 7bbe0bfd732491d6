/* SPDX-License-Identifier: BSD-2-Clause */
/* A file that replaces another when it is complete. */
#ifndef REPLACE_H
#define REPLACE_H

#include <stdbool.h>
#include <sys/stat.h>

/* fd is -1 if no file is open, and strings are NULL if there is none */
struct replacement {
	int fd;          /* for writing */
	char *target;    /* the path to replace, with links resolved */
	int directory;   /* of the target */
	char *temporary; /* the name of fd there; NULL: it has none */
	bool in_place;   /* it has taken the target's place */
	bool is_first;   /* set by the caller: a target that exists when the
			    file is committed is not replaced, an error */
};

/* These return 0, or -1 with errno set; call _abandon after either. */

/*
 * Opens a replacement for the file at path, whose status is `old`; NULL: there
 * is no such file.  If another process has replaced that file since, `old`
 * becomes the status of the file that is there now.  The new file gets the
 * permissions of the old one and, as far as the system permits, its owner and
 * group.  Fails if the old file may not be written.
 */
int replacement_open(
    struct replacement *replacement, const char *path, struct stat *old);

/*
 * Syncs the file, gives it the target's name and syncs the directory.  If only
 * the last fails, in_place is true.
 */
int replacement_commit(struct replacement *replacement);

/* Removes the file unless it was committed, and frees the strings. */
void replacement_abandon(struct replacement *replacement);

#endif
