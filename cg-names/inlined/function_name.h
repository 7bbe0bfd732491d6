/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The names of functions that debug information describes.
 *
 * Most have a linkage name, which is demangled.  gcc writes none for functions
 * that no other file can call: static functions, everything in anonymous namespaces,
 * lambdas, and templates of these.  Unless a copy has a symbol, their names are built
 * from the scopes around them and the types of their parameters, as the demangler would
 * spell them, so that a function has one name whether it was inlined or not.
 */
#ifndef FUNCTION_NAME_H
#define FUNCTION_NAME_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "cg-names/entries/enclosing.h"
#include "cg-names/reply/reply.h"

/* Adds the name of a function to the reply.  Returns its number, or 0 if it has
 * none. */
uint32_t function_name(
    struct reply *reply, struct enclosing_units *units, Dwarf_Die *die);

/* True if the name of a function must be built, or is the symbol of a copy of it. */
bool function_name_is_built(Dwarf_Die *die);

#endif
