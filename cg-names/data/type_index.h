/* SPDX-License-Identifier: BSD-2-Clause */
/* The types of an object by their names. */
#ifndef TYPE_INDEX_H
#define TYPE_INDEX_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

#include "cg-names/object/object.h"

/* an entry that is no declaration */
struct indexed_type {
	const char *name; /* without what is around it */
	Dwarf_Die die;
};

/* {0}: not read */
struct type_index {
	struct indexed_type *types; /* sorted by name */
	size_t n;
	const char **bases; /* sorted names of types that begin others */
	size_t nbases;
	bool is_read;
};

/*
 * Returns the types with a name, which need not end with NUL; sets how many.  Those
 * of each unit come in their order in it.  All units are read once.
 */
const struct indexed_type *type_index_find(struct type_index *index,
    struct object *object, const char *name, size_t len, size_t *n);

/* True if a structure is a base class or the first member of others, so that what a
 * pointer to it points to may be one of them. */
bool type_index_has_base(struct type_index *index, struct object *object,
    const Dwarf_Die *structure);

void type_index_release(struct type_index *index);

#endif
