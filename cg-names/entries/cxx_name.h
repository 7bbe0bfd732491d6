/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of C++, spelled as the demangler of libiberty spells them.  Compilers spell
 * types in their own way ("long int", "main()::<lambda(int)>", default arguments of
 * templates left out), so nothing but the last component of a name is copied from the
 * debug information, unless it has no entry for an argument of a template.
 *
 * All but cxx_text call one another in a circle, because a name has types, types have
 * arguments, and arguments have names.  This is the header of them all.
 */
#ifndef CXX_NAME_H
#define CXX_NAME_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

#include "enclosing.h"

/* what hostile debug information could exceed */
enum { CXX_MOST_DEPTH = 200, CXX_MOST_STEPS = 20000 };

/* a name that is being built; {.units = ...} is empty */
struct cxx_name {
	struct enclosing_units *units;
	char *text;
	size_t len, room;
	Dwarf_Die
	    *generic; /* a lambda with "auto" in these parameters, or NULL */
	int nautos;   /* the number of the last one, from 1 */
	int depth;    /* of types in types */
	unsigned int steps; /* all of them */
	bool is_too_long;   /* nothing more is added */
};

void cxx_name_add(struct cxx_name *name, const char *text);
void cxx_name_add_some(struct cxx_name *name, const char *text, size_t len);

/* Ends a list of arguments of a template: "> >". */
void cxx_name_add_closing(struct cxx_name *name);

/*
 * Adds the name of a type, namespace or function with all scopes around it.  A
 * function has its parameters, and, if it is a template and the return type is wanted,
 * its return type.
 */
void cxx_name_add_qualified(
    struct cxx_name *name, Dwarf_Die *die, bool wants_return);

/* Adds a type; NULL: void. */
void cxx_name_add_type(struct cxx_name *name, Dwarf_Die *type);

/* Adds the bounds of an array: "[3][4]". */
void cxx_name_add_bounds(struct cxx_name *name, Dwarf_Die *array);

/* Adds the name of an integer type that compilers spell in another way: "long int".
 * False: it is none. */
bool cxx_name_add_base(struct cxx_name *name, const char *plain, size_t len);

/* Adds the type that an entry has: of a parameter or argument, or that is returned. */
void cxx_name_add_type_of(struct cxx_name *name, Dwarf_Die *entry);

/* Adds the types of a function's parameters, and its qualifiers: " const". */
void cxx_name_add_parameters(struct cxx_name *name, Dwarf_Die *function);
void cxx_name_add_qualifiers(struct cxx_name *name, Dwarf_Die *function);

/* True for a function or type that was made from a template. */
bool cxx_is_template(Dwarf_Die *entry);

/* Adds the value of an argument of a template.  Returns false, and adds nothing, if the
 * debug information has none. */
bool cxx_name_add_value(struct cxx_name *name, Dwarf_Die *argument);

/* Returns the length of a template's name without its arguments: "f<int>". */
size_t cxx_length_without_arguments(const char *plain);

/* Adds its arguments: "<int, 3>". */
void cxx_name_add_arguments(struct cxx_name *name, Dwarf_Die *entry);

/* Adds the name of a type without one: a typedef's, or "{unnamed type#1}". */
void cxx_name_add_unnamed(struct cxx_name *name, Dwarf_Die *type);

/* True if an argument before it in the entry has its name: gcc writes the parameters of
 * generic lambdas twice. */
bool cxx_is_repeated(Dwarf_Die *entry, Dwarf_Die *argument);

/* Sets the call operator of a lambda.  False if the entry is not a lambda's type:
 * that has no name, or "<lambda(int)>". */
bool cxx_lambda_find(Dwarf_Die *die, Dwarf_Die *call);

/* Adds "{lambda(int)#1}". */
void
cxx_name_add_lambda(struct cxx_name *name, Dwarf_Die *die, Dwarf_Die *call);

/* Adds "auto:1" if that is the type, which is the one of an instance: the number of the
 * parameter of the lambda's template. */
bool cxx_name_add_auto(struct cxx_name *name, const Dwarf_Die *type);

#endif
