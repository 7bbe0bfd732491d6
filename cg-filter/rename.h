/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Renaming of files and functions: Perl's s/// and prefixes of paths, applied
 * in the order in which they were given.  Nothing is ever evaluated as code.
 */
#ifndef RENAME_H
#define RENAME_H

#include <stddef.h>

#include "cgfmt.h"

struct renames {
	size_t n;
	struct rename *list;
	struct renamed {
		const char *name; /* what was renamed last; NULL: nothing */
		char *result;     /* and what it became; NULL: unchanged */
	} last_file, last_function;
};

/*
 * These end the program for what they cannot understand, naming the option.  A
 * zeroed struct renames is empty.  The expression is "s/PATTERN/TEXT/FLAGS".
 */
void renames_add_file(struct renames *renames, const char *expression);
void renames_add_function(struct renames *renames, const char *expression);

/* "DIR": paths below it lose it; "OLD=NEW": paths below OLD are below NEW */
void renames_add_strip(struct renames *renames, const char *dir);
void renames_add_map(struct renames *renames, const char *map);

/* renames the record; its names then live until the next call */
void renames_apply(struct renames *renames, struct cg_record *record);

void renames_release(struct renames *renames);

#endif
