/* SPDX-License-Identifier: BSD-2-Clause */
/* What is around an entry of debug information, which says only what is in it. */
#ifndef ENCLOSING_H
#define ENCLOSING_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

/* the units that were asked for; {0}: none yet */
struct enclosing_units {
	struct enclosing *units;
	size_t n;
};

struct enclosing_entry {
	Dwarf_Off offset;
	Dwarf_Die die;
	size_t parent; /* in the same array; the unit itself is the first */
};

/* the namespaces, types and functions of a unit, by their offsets */
struct enclosing {
	Dwarf_CU *unit;
	struct enclosing_entry *entries;
	size_t n;
};

/* Returns the entries of a unit, which is read once. */
const struct enclosing *
enclosing_of(struct enclosing_units *units, Dwarf_CU *unit);

void enclosing_release(struct enclosing_units *units);

/* Returns the namespace, type or function around an entry, or NULL. */
const struct enclosing_entry *
enclosing_find(const struct enclosing *enclosing, Dwarf_Die *die);

/*
 * Returns the entry of the array after `entry` that is in the function, at any depth,
 * or NULL.  The first one follows the function itself; a function of NULL has none.
 */
const struct enclosing_entry *enclosing_next(const struct enclosing *enclosing,
    const struct enclosing_entry *function,
    const struct enclosing_entry *entry);

/* The same as enclosing_find for an entry of the array. */
const struct enclosing_entry *enclosing_parent(
    const struct enclosing *enclosing, const struct enclosing_entry *entry);

#endif
