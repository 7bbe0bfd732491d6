/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Renames files, functions and objects: by Perl's s///, or by replacing
 * prefixes of paths, in files and objects.  Renames are applied in the order in
 * which they were added.  Nothing is ever evaluated as code.
 */
#ifndef RENAME_H
#define RENAME_H

#include <stddef.h>

#include "cgfmt.h"
#include "libcli/cli.h"

struct renames {
	size_t n;
	struct rename *list;
	struct renamed {
		char *name;   /* the last one; NULL: none yet */
		char *result; /* its new name; NULL: unchanged */
	} last_object, last_file, last_def_file, last_function, last_host_file,
	    last_host, last_called_object, last_called_file,
	    last_called_function;
};

/* clang-format off */

/* the rows of a table of options for a tool that renames */
#define RENAME_OPTIONS                                                         \
	{"mod-filename", required_argument, NULL, RENAME_FILE},                \
	{"mod-funcname", required_argument, NULL, RENAME_FUNCTION},            \
	{"mod-objname", required_argument, NULL, RENAME_OBJECT},               \
	RENAME_PREFIX_OPTIONS

/* the rows for renaming by prefixes */
#define RENAME_PREFIX_OPTIONS                                                  \
	{"strip-prefix", required_argument, NULL, RENAME_STRIP},               \
	{"map-prefix", required_argument, NULL, RENAME_MAP}

/* clang-format on */

enum {
	RENAME_FILE = CLI_FIRST + 1000, /* "s/PATTERN/TEXT/FLAGS" */
	RENAME_FUNCTION,
	RENAME_OBJECT,
	RENAME_STRIP, /* "DIR" is removed from paths below it */
	RENAME_MAP,   /* "OLD=NEW": paths below OLD are below NEW */
};

/*
 * Takes the option if it is one of RENAME_OPTIONS.  Ends the program if its
 * argument is not valid.  A zeroed struct renames is empty.
 */
void renames_option(struct renames *renames, int option);

/* Adds a rename as --strip-prefix=DIR does; dir is copied. */
void renames_strip(struct renames *renames, const char *dir);

/*
 * Renames the record and its target, except hidden ones.  The names live until
 * the next call.
 */
void renames_apply(struct renames *renames, struct cg_record *record);

/* Returns the new path of a file, to be freed, or NULL if it has no other. */
char *renames_path(const struct renames *renames, const char *path);

void renames_release(struct renames *renames);

#endif
