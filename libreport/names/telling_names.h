/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of functions that would look the same if they were shortened: they differ only in
 * brackets, as instances of a template and overloads do.
 */
#ifndef TELLING_NAMES_H
#define TELLING_NAMES_H

#include <stddef.h>

struct telling_name {
	const char *name; /* not copied */
	/* the name with what tells it apart instead of all that its brackets have, made
	 * so that short_function keeps it; NULL: it needs none.  Freed by the caller. */
	char *alias;
	char *outline; /* private */
};

/*
 * Sorts the names, removes duplicates, and makes aliases.  Returns how many names are
 * left.
 */
size_t
telling_names_make(struct telling_name *list, size_t n, const char *ellipsis);

/* Turns the short form of an alias into what is shown; it does not become longer. */
void telling_name_show(char *form);

#endif
