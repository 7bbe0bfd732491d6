/* SPDX-License-Identifier: BSD-2-Clause */
/* The two versions of the source files. */
#ifndef SOURCES_H
#define SOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "hunks.h"
#include "rename.h"

struct sources {
	const char *old_dir; /* both or neither are NULL */
	const char *new_dir;
	const char *file; /* the one that hunks are of; NULL: none yet */
	struct hunks hunks;
	bool found_any; /* file that is in both folders */
};

/*
 * Makes names in the profiles paths below the folders: those that are below
 * either, wherever its links lead, lose it.  To be called once, before the
 * first name is renamed; ends the program where a folder is missing.
 */
void sources_resolve(struct sources *sources, struct renames *renames);

/*
 * The line of the new version where a line of the old version of `file`, a path
 * below the folders, is found.  Where either version is missing, and for lines
 * that are not known, it is the same.  Fast for runs of one file, whose name
 * must live until the next call.
 */
int64_t sources_line(struct sources *sources, const char *file, int64_t line);

/* says so where no file was found in both folders: a mistake, most likely */
void sources_warn(const struct sources *sources);

void sources_release(struct sources *sources);

#endif
