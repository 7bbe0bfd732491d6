/* SPDX-License-Identifier: BSD-2-Clause */
/* What an entry of debug information says about itself. */
#ifndef ENTRY_H
#define ENTRY_H

#include <elfutils/libdw.h>
#include <stdbool.h>

/* compilers nest far less; a hostile file would fill the stack */
enum { ENTRY_MOST_DEPTH = 2000 };

/* True if there can be functions in entries with the tag, other than functions.
 * There are some in types only if a compiler puts their code there: rustc does. */
bool entry_has_functions(int tag);

/* True if it has the flag. */
bool entry_has(Dwarf_Die *entry, unsigned int flag);

/* Follows an attribute to another entry.  False: there is none. */
bool entry_refer(Dwarf_Die *entry, unsigned int attribute, Dwarf_Die *other);

/* Returns what the entry was made from: its declaration. */
Dwarf_Die entry_origin(const Dwarf_Die *entry);

/* Returns the linkage name of a function or of what it was made from, or NULL. */
const char *entry_linkage_name(Dwarf_Die *function);

#endif
