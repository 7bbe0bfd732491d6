/* SPDX-License-Identifier: BSD-2-Clause */
/* The two versions of the source files. */
#ifndef LINE_MAP_H
#define LINE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hunks.h"
#include "libquery/rename.h"

struct line_map {
	const char *old_dir; /* both or neither are NULL */
	const char *new_dir;
	size_t n;
	struct versions *list; /* of the files so far, by name */
	size_t last;           /* the one found last */
	bool found_any;        /* file that is in both folders */
};

/*
 * Makes names in the profiles paths below the folders: those that are below
 * either, as it is given or wherever its links lead, lose it.  To be called
 * once, before the first name is renamed; ends the program where a folder is
 * missing.
 */
void
line_map_strip_folders(const struct line_map *map, struct renames *renames);

/*
 * The line of the new version where a line of the old version of `file`, a path
 * below the folders, is found.  Where either version is missing, and for lines
 * that are not known, it is the same.  Ends the program if a file cannot be
 * read.
 */
int64_t line_map_new_line(struct line_map *map, const char *file, int64_t line);

/* says so where no file was found in both folders: a mistake, most likely */
void line_map_warn(const struct line_map *map);

void line_map_release(struct line_map *map);

#endif
