/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of C++, spelled as the demangler of libiberty spells them. */
#ifndef CXX_NAME_H
#define CXX_NAME_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

#include "enclosing.h"

/* a name that is being built; {0} is empty */
struct cxx_name {
	struct enclosing_units *units;
	char *text;
	size_t len, room;
	Dwarf_Die
	    *generic; /* a lambda with "auto" in these parameters, or NULL */
	int nautos;   /* the number of the last one */
	int depth;    /* of types in types */
	unsigned int steps; /* all of them */
	bool is_too_long;   /* nothing more is added */
};

void cxx_name_add(struct cxx_name *name, const char *text);

/* Adds a type; NULL: void. */
void cxx_name_add_type(struct cxx_name *name, Dwarf_Die *type);

/*
 * Adds the name of a type, namespace or function with all scopes around it.  A
 * function has its parameters, and, if it is a template and the return type is wanted,
 * its return type.
 */
void cxx_name_add_qualified(
    struct cxx_name *name, Dwarf_Die *die, bool wants_return);

/* Returns the linkage name of a function or of what it was made from, or NULL. */
const char *cxx_name_linkage(Dwarf_Die *function);

/* Returns what the entry was made from: its declaration. */
Dwarf_Die cxx_name_origin(const Dwarf_Die *die);

#endif
