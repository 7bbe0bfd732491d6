/* SPDX-License-Identifier: BSD-2-Clause */
/* A file that takes another's place when it is complete. */
#ifndef REPLACE_H
#define REPLACE_H

/* fd is -1 and the strings NULL where there is none */
struct replacement {
	int fd;          /* for writing */
	char *target;    /* what is replaced; links are followed */
	char *temporary; /* what replaces it; NULL: a file without a name */
};

/* These return 0, or -1 with errno set; abandon is due after either. */
int replacement_open(struct replacement *replacement, const char *path);

/* checks the close, then puts the file in its place */
int replacement_commit(struct replacement *replacement);

/* removes the file, unless it was committed, and frees the strings */
void replacement_abandon(struct replacement *replacement);

#endif
