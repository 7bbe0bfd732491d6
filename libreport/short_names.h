/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short forms of names, found once for each name: a report repeats the names of
 * callers and callees, and names of generated code can have any length.
 */
#ifndef SHORT_NAMES_H
#define SHORT_NAMES_H

#include <stddef.h>

/* of short_name.h, or a function like these */
typedef size_t
shortener(char *to, const char *name, size_t width, const char *ellipsis);

/* Zeroed, it is empty. */
struct short_names {
	size_t n;
	size_t capacity; /* of the table, a power of two */
	struct short_form *list;
	char *brief; /* the last one of a name that is not worth keeping */
};

/*
 * Returns the short form of a name, which lives until the next call, and sets
 * *used to its width; used may be NULL.  The ellipsis must always be the same.
 */
const char *short_names_find(struct short_names *names, shortener *shorten,
    const char *name, size_t width, const char *ellipsis, size_t *used);

void short_names_release(struct short_names *names);

#endif
