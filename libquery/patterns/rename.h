/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Renames files, functions and objects: by Perl's s///, by replacing
 * prefixes of paths, in files and objects, or by leaving out what tells instances of
 * templates and generics apart.  Renames are applied in the order in
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
	{"mod-filename", RENAME_FILE, "=s/RE/TEXT/[gix]", CLI_RARE,            \
	    "rename files by a Perl substitution"},                            \
	{"mod-funcname", RENAME_FUNCTION, "=s/RE/TEXT/[gix]", CLI_RARE,        \
	    "rename functions"},                                               \
	{"mod-objname", RENAME_OBJECT, "=s/RE/TEXT/[gix]", CLI_RARE,           \
	    "rename programs and libraries"},                                  \
	{"generics", RENAME_GENERICS, "=merge|keep", CLI_RARE,                 \
	    "name instances of templates and generics alike [keep]"},          \
	{"strip-prefix", RENAME_STRIP, "=DIR", CLI_USUAL,                      \
	    "remove DIR from files and objects below it"},                     \
	{"map-prefix", RENAME_MAP, "=OLD=NEW", CLI_USUAL,                      \
	    "replace OLD by NEW in those below OLD"}

/* clang-format on */

enum {
	RENAME_FILE = CLI_FIRST + 1000, /* "s/PATTERN/TEXT/FLAGS" */
	RENAME_FUNCTION,
	RENAME_OBJECT,
	RENAME_STRIP,    /* "DIR" is removed from paths below it */
	RENAME_MAP,      /* "OLD=NEW": paths below OLD are below NEW */
	RENAME_GENERICS, /* "merge" or "keep" */
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
