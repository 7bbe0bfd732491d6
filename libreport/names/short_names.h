/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short forms of names, found once for each name: a report repeats the names of
 * callers and callees, and names of generated code can have any length.  Functions that a
 * report lists have short forms that tell them apart.
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
	struct short_form **list;
	char *brief; /* the last one of a name that is not worth keeping */
	/* functions that are told apart, and their short forms so far, in tables of
	 * powers of two */
	size_t nlisted, listed_capacity;
	struct listed_name *listed;
	size_t nshown, shown_capacity;
	const struct short_form **shown;
};

/*
 * Tells n functions of a report apart, those with names of more than `least` bytes: from
 * now on, none gets the same short form as another.  Call at most once, before the names
 * are shown.  Names need not outlive it.
 */
void short_names_list(struct short_names *names, const char *const *functions,
    size_t n, size_t least, const char *ellipsis);

/*
 * Returns the short form of a name, which lives until the next call, and sets
 * *used to its width; used may be NULL.  The ellipsis must always be the same.  A
 * listed function that has no other form which fits is wider than it should be.
 */
const char *short_names_find(struct short_names *names, shortener *shorten,
    const char *name, size_t width, const char *ellipsis, size_t *used);

void short_names_release(struct short_names *names);

#endif
