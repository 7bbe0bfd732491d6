/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opens the source files that profiles name.  A profile may come from anywhere,
 * and its names lead anywhere: a source is a regular file of at most
 * SOURCE_FILE_MOST bytes, and not on a file system that the kernel makes up.
 */
#ifndef SOURCE_FILE_H
#define SOURCE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

enum { SOURCE_FILE_MOST = 64 << 20 /* bytes */ };

/* The directories that all sources must be in; without any, they may be
 * anywhere.  Zeroed, there is none. */
struct source_roots {
	const char *outside; /* the reason against files that are in none;
				NULL: they are not in --sources */
	size_t n;
	struct source_root {
		char *path; /* without links, ends in '/' */
		int fd;
	} * list;
};

/* Adds a directory.  Ends the program if it cannot be opened. */
void source_roots_add(
    struct source_roots *roots, const char *option, const char *dir);

void source_roots_release(struct source_roots *roots);

struct source_file {
	int fd; /* -1: not open */
	struct stat st;
	const char *reason; /* why not; NULL: there is no such file */
	int error; /* errno of the call that failed; 0: the file is none that
		      can be a source */
};

/* Opens a source for reading.  Returns false if that fails. */
bool source_file_open(struct source_file *file, const char *path,
    const struct source_roots *roots);

#endif
