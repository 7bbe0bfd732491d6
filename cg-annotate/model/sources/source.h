/* SPDX-License-Identifier: BSD-2-Clause */
/* Source files: their names, directories and lines. */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "libquery/patterns/rename.h"
#include "libquery/source_file.h"

/* most unreadable sources that are named on standard error */
enum { MAX_SOURCE_WARNINGS = 10 };

/* The names are not copied. */
struct source_names {
	size_t n;
	const char **list;
};

/* Sorts the names and removes duplicates. */
void source_names_sort(struct source_names *names);

/* True if the name is one of the names, which must be sorted. */
bool source_names_have(const struct source_names *names, const char *name);

/* A file that the user named by the end of its path in the profile. */
struct source_alias {
	const char *name; /* in the profile */
	const char *path; /* as the user named it */
};

struct fetched_sources;

/* Where sources are looked for. */
struct source_directories {
	size_t n;
	char **list; /* each ends in '/' */
	struct renames renames;
	struct source_roots roots; /* that all sources must be in */
	size_t naliases;
	struct source_alias *aliases;
	/* the servers, which are asked last; NULL: nothing is fetched */
	struct fetched_sources *fetched;
};

struct annotated_source {
	bool is_open;
	char *path;
	const char *directory; /* in which it was found; "": as named */
	bool is_fetched;       /* from a server, and is the build's own */
	time_t modified;
	char *content; /* all of it */
	size_t size;
	size_t next;      /* where the next line starts in it */
	int64_t line;     /* number of the line read last, from 1; 0: none */
	const char *text; /* of that line, with its newline if it has one */
	size_t len;
	/* the first path that exists but cannot be read, or the path at which
	 * the search failed; NULL: there is none */
	char *unreadable;
	const char *reason; /* why it cannot be read */
	bool failed;        /* the search met an error and ended */
};

/*
 * Reads the first readable file among these: the alias of the name, its renamed
 * form, the name itself.  The alias and absolute paths are looked for as they
 * are, then in each directory; other paths in each directory, then as they are.
 * For an absolute path, a directory may contain only its end; the longest end is
 * taken.  If there is none, fetches the name, or its renamed form if only that
 * is absolute.  Returns false if there is no source, or if the search failed.
 * Close the source in any case.  Name and directories must outlive it.
 */
bool source_open(struct annotated_source *source,
    const struct source_directories *directories, const char *name);

/* Goes to the next line; returns false at the end. */
bool source_next(struct annotated_source *source);

void source_close(struct annotated_source *source);

#endif
