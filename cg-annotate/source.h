/* SPDX-License-Identifier: BSD-2-Clause */
/* Source files: where they are found, and their lines. */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

/* folders in which sources are looked for, after the name as it stands */
struct folders {
	size_t n;
	const char **list; /* each ends in '/' */
};

struct source {
	FILE *file; /* NULL: not open */
	char *path;
	const char *folder; /* where it was found; "": as named */
	time_t modified;
	int64_t line; /* number of the last line read, from 1 */
	char *text;   /* of that line, with its newline if it has one */
	size_t len;
	size_t size;        /* of text, for getline */
	char *unreadable;   /* the first place that the search passed because it
			       may not be read, or where it failed; or NULL */
	const char *reason; /* of that */
	bool failed;        /* an error, not a fact, ended the search */
};

/*
 * Opens the first file of that name that can be read.  False if there is none;
 * `failed` then tells whether the search could not go on.  To be closed in any
 * case.
 */
bool source_open(
    struct source *source, const struct folders *folders, const char *name);

/* reads the next line: 1, 0 at the end, -1 on an error, which errno tells */
int source_next(struct source *source);

void source_close(struct source *source);

#endif
