/* SPDX-License-Identifier: BSD-2-Clause */
/* The programs and libraries that the two profiles have in different builds. */
#ifndef BUILDS_H
#define BUILDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgfmt.h"
#include "libquery/header/build_ids.h"
#include "libquery/matching/pairs.h"

struct build {
	const char *old, *new; /* paths of the object in the profiles */
	__int128 change;       /* of the first event, in its rows */
};

/* zeroed, there are none */
struct builds {
	struct build_ids old, new;
	struct build *list;
	size_t n;
	__int128 change; /* in all rows */
	char *
	    program; /* in both profiles' rows; NULL: it has one build or name */
	char *old_program; /* what it was in the old profile's rows */
};

/* Returns what follows the last slash. */
const char *builds_file_name(const char *path);

/* Finds those that differ.  An object that only one profile has is another
 * build of the only one in the other profile with its file name. */
void builds_compare(struct builds *builds, const struct cg_header *old,
    const struct cg_header *new);

/* Notes that the old program is compared with a new one of another name. */
void
builds_take_program(struct builds *builds, const char *old, const char *new);

/* True if the profiles have other builds of an object in their rows; if rows have no
 * objects, "", of any object. */
bool builds_have(const struct builds *builds, const char *object);

/* Returns how the new profile's rows call an object of the old one's rows, as that
 * is another build; NULL: it is none.  Sets the path that it had in the old profile. */
const char *builds_find(
    const struct builds *builds, const char *object, const char **old_path);

/* Returns the path of the first object of this file name, `len` bytes, that is another build,
 * in the old profile or in the new one; NULL: there is none. */
const char *builds_find_file(
    const struct builds *builds, const char *name, size_t len, bool is_old);

/* Takes a pair of rows of the difference. */
void builds_take(struct builds *builds, const struct pair *pair);

void builds_release(struct builds *builds);

#endif
