/* SPDX-License-Identifier: BSD-2-Clause */
/* The names of types, as users of the language write them. */
#ifndef TYPE_NAME_H
#define TYPE_NAME_H

#include <elfutils/libdw.h>

#include "cg-names/entries/enclosing.h"
#include "cg-names/entries/language.h"

/*
 * Returns the name of a type, to be freed: "struct node", "Edge *", "std::pair<int
 * const, Foo>".  dwz moves types to units without a language, so that is the one of
 * the unit that uses the type.
 */
char *type_name(struct enclosing_units *units, enum language language,
    const Dwarf_Die *type);

#endif
