/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Renaming of files, functions and objects: Perl's s/// and prefixes of paths,
 * which are files' and objects', applied in the order in which they were given.
 * Nothing is ever evaluated as code.
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
		char *name;   /* what was renamed last; NULL: nothing */
		char *result; /* and what it became; NULL: unchanged */
	} last_object, last_file, last_def_file, last_function,
	    last_called_object, last_called_file, last_called_function;
};

/* clang-format off */

/* the rows of a table of options for a tool that renames */
#define RENAME_OPTIONS                                                         \
	{"mod-filename", required_argument, NULL, RENAME_FILE},                \
	{"mod-funcname", required_argument, NULL, RENAME_FUNCTION},            \
	{"mod-objname", required_argument, NULL, RENAME_OBJECT},               \
	{"strip-prefix", required_argument, NULL, RENAME_STRIP},               \
	{"map-prefix", required_argument, NULL, RENAME_MAP}

/* clang-format on */

enum {
	RENAME_FILE = CLI_FIRST + 1000, /* "s/PATTERN/TEXT/FLAGS" */
	RENAME_FUNCTION,
	RENAME_OBJECT,
	RENAME_STRIP, /* "DIR": paths below it lose it */
	RENAME_MAP,   /* "OLD=NEW": paths below OLD are below NEW */
};

/*
 * Takes the option if it is one of RENAME_OPTIONS.  Ends the program where its
 * argument cannot be understood.  A zeroed struct renames is empty.
 */
void renames_option(struct renames *renames, int option);

/* as --strip-prefix=DIR, behind the renames that are there; dir is copied */
void renames_strip(struct renames *renames, const char *dir);

/*
 * Renames the record, and where it leads, but for what is hidden; its names
 * then live until the next call.
 */
void renames_apply(struct renames *renames, struct cg_record *record);

void renames_release(struct renames *renames);

#endif
