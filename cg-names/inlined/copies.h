/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The symbols of functions that were inlined and also have code of their own, or a part of them
 * has: then the compiler has named them.
 *
 *	copies_add(&copies, &units, &function);
 *	copies_find(&copies, object);
 *	symbol = copies_symbol(&copies, &function);
 */
#ifndef COPIES_H
#define COPIES_H

#include <elfutils/libdw.h>
#include <stddef.h>
#include <stdint.h>

#include "cg-names/entries/enclosing.h"
#include "cg-names/object/object.h"

struct function_copy {
	const void *origin; /* where the entry is that it was made from */
	uint64_t address;
	char *symbol; /* without what follows a dot, or NULL */
};

/* zeroed, there are none */
struct copies {
	Dwarf_CU **read; /* units */
	size_t nread;
	struct function_copy *list;
	size_t n;
};

/* Looks for copies in the units of a function and of the entry that it was made from. */
void copies_add(
    struct copies *copies, struct enclosing_units *units, Dwarf_Die *function);

/* Finds the symbols of the copies. */
void copies_find(struct copies *copies, const struct object *object);

/* Returns the symbol of C++ of a function, which lives as long as the copies; NULL: it has no
 * copy. */
const char *copies_symbol(const struct copies *copies, Dwarf_Die *function);

void copies_release(struct copies *copies);

#endif
