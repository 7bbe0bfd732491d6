/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arguments of templates as the compiler spells them in a name: "Map<add, const int*>".
 * They are used where the debug information does not have the arguments themselves.
 */
#ifndef CXX_SPELLED_H
#define CXX_SPELLED_H

#include <elfutils/libdw.h>
#include <stddef.h>

struct cxx_name;

/* one or several arguments in the name of an entry, which ends somewhere behind them */
struct spelled {
	const char *next;
	size_t len; /* 0: none */
};

/* Returns all arguments in the name of an entry. */
struct spelled spelled_arguments(Dwarf_Die *entry);

/* Takes the next one. */
struct spelled spelled_take(struct spelled *arguments);

/* Adds one as the demangler spells it, as far as it can be seen: "const T*" is "T const*". */
void spelled_add(struct cxx_name *name, struct spelled text);

/* Adds the function or variable that is the value of an argument: gcc writes "f", "(& x)"
 * or "x". */
void spelled_add_referred(
    struct cxx_name *name, Dwarf_Die *argument, struct spelled text);

#endif
