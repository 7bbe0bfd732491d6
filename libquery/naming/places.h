/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The addresses of a naming and what is at them, for naming.c, which finds them, and
 * named_rows.c, which gives rows their names.
 */
#ifndef NAMING_PLACES_H
#define NAMING_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "naming.h"

/* the addresses of one object */
struct naming_object {
	char *path;
	uint64_t *addresses;
	size_t n;
	size_t nsorted;   /* that were there when they were sorted last */
	bool has_symbols; /* functions of it have names */
	int64_t unnamed;  /* the cost of those without */
};

/* contexts, by number */
struct seen {
	bool *numbers;
	size_t n;
};

struct naming {
	const struct build_ids *ids;
	struct naming_object *objects;
	size_t nobjects;
	struct names_object *asked; /* the same objects, after naming_find */
	struct object_names *answers;
	struct seen seen;     /* whose calls were taken */
	int64_t without_line; /* the cost */
};

/* an object's answers, and where the last one was */
struct address_search {
	const struct names_object *object; /* NULL: there are no answers */
	const char *path;
	size_t index; /* of the object */
	size_t next;
	bool has_symbols;
};

/* Lets the search be in an object whose addresses were taken. */
void naming_search(const struct naming *naming, struct address_search *search,
    const char *path);

/* Finds the place of an address, which is all zero if nothing is known.  Addresses mostly
 * come in their order. */
const struct names_place *
naming_find_place(struct address_search *search, uint64_t address);

/* The first instruction of a function stands for its file or, if it has no symbol, for its
 * name.  0: neither. */
uint64_t naming_first(const char *file, const char *function);

/* False if the code is not of a file. */
bool naming_is_object(const char *path);

#endif
