/* SPDX-License-Identifier: BSD-2-Clause */
/* Maps lines of old source files to lines of the new ones. */
#ifndef LINE_MAP_H
#define LINE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libquery/matching/hunks.h"
#include "libquery/patterns/rename.h"
#include "libquery/source_file.h"

struct line_map {
	const char *old_dir; /* NULL, as new_dir: without sources */
	const char *new_dir;
	size_t n;
	struct versions *list; /* files looked up so far, sorted by name */
	size_t last;           /* index of the file looked up last */
	bool found_any;        /* any file is in both directories */
	/* the directories that sources must be in */
	struct source_roots old_root;
	struct source_roots new_root;
	/* the first file that cannot be a source, and why; NULL: none */
	char *refused;
	size_t nrefused;
};

/*
 * Opens the directories, and adds renames that remove both from the start of
 * names, so that the rest is a path below them.  Each directory is removed as
 * its option names it and with links resolved.  Call once, before the first
 * name is renamed.
 * Ends the program if a directory is missing.
 */
void line_map_strip_directories(struct line_map *map, struct renames *renames);

/*
 * Returns the line of the new version of a file that corresponds to a line of
 * the old version; `file` is a path below the directories.  Returns the same
 * line if either version is missing or cannot be a source, or the line is not
 * known.  Ends the program if a file cannot be read.
 */
int64_t line_map_new_line(struct line_map *map, const char *file, int64_t line);

/*
 * Returns a line of the new version of a file without blanks around it, which the caller
 * frees; NULL if there are no sources, no such file or no such line.
 */
char *line_map_text(struct line_map *map, const char *file, int64_t line);

/* Warns of files that cannot be sources, and if no file was found in both
 * directories: probably they are wrong. */
void line_map_warn(const struct line_map *map);

void line_map_release(struct line_map *map);

#endif
