/* SPDX-License-Identifier: BSD-2-Clause */
/* Interned strings: equal names have the same address. */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* {0} is empty */
struct names {
	struct name *table; /* open addressing */
	size_t size;        /* of table: 0 or a power of two */
	size_t used;
	const struct hash_keys *keys;
	struct chunk *chunks;
	size_t nbytes; /* of all memory */
};

/*
 * Returns the one clean copy of the len bytes, which have no NUL; NULL when out
 * of memory.  It lives until names_release.
 */
const char *names_intern(struct names *names, const char *text, size_t len);

/* strcmp, which is fast if both names are the same pointer. */
static inline int
names_compare(const char *a, const char *b)
{
	return a == b ? 0 : strcmp(a, b);
}

/* The same for names that may be NULL, which comes before any name. */
static inline int
names_compare_optional(const char *a, const char *b)
{
	if (a == NULL || b == NULL)
		return (a != NULL) - (b != NULL);
	return names_compare(a, b);
}

/* Calls no function for "", the object of all rows in Cachegrind's format. */
static inline bool
names_same(const char *a, const char *b)
{
	return a == b || (*a == '\0' ? *b == '\0' : strcmp(a, b) == 0);
}

void names_release(struct names *names);

#endif
