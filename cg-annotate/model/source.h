/* SPDX-License-Identifier: BSD-2-Clause */
/* Source files: their names, the folders they are found in, their lines. */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "libquery/rename.h"

/* The names are not copied. */
struct source_names {
	size_t n;
	const char **list;
};

/* Sorts the names and leaves each once. */
void source_names_sort(struct source_names *names);

/* True if the name is one of them, which are sorted. */
bool source_names_have(const struct source_names *names, const char *name);

/* A file that the user named by the end of its path in the profile. */
struct source_alias {
	const char *name; /* in the profile */
	const char *path; /* as the user named it */
};

/* Where sources are looked for. */
struct source_folders {
	size_t n;
	char **list; /* each ends in '/' */
	struct renames renames;
	size_t naliases;
	struct source_alias *aliases;
};

/* Returns the last component of a path. */
const char *source_base_name(const char *path);

struct annotated_source {
	FILE *file;
	char *path;
	const char *folder; /* in which it was found; "": as named */
	time_t modified;
	int64_t line; /* number of the line read last, from 1; 0: none */
	char *text;   /* of that line, with its newline if it has one */
	size_t len;
	size_t size; /* of text, for getline */
	/* the first path that exists and cannot be opened, or the one at which
	 * the search failed; NULL: there is none */
	char *unreadable;
	const char *reason; /* why it cannot be opened */
	bool failed;        /* the search met an error and ended */
};

/*
 * Opens the first file of that name that can be read: by its alias, by its new
 * name, or by its own; each of them as named, then in each folder.  Of an
 * absolute path a folder may have the end only; the longest one is taken.
 * Returns false if there is none, or if the search failed.  Close the
 * source in any case; name and folders must outlive it.
 */
bool source_open(struct annotated_source *source,
    const struct source_folders *folders, const char *name);

/* Reads the next line: 1, 0 at the end, -1 on an error that errno names. */
int source_next(struct annotated_source *source);

void source_close(struct annotated_source *source);

#endif
