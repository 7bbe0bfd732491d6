/* SPDX-License-Identifier: BSD-2-Clause */
/* What entries of types say: sizes, elements and what is pointed to. */
#ifndef TYPE_ENTRY_H
#define TYPE_ENTRY_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/* Sets the type that an entry has, or what it was made from.  False: void. */
bool type_of(Dwarf_Die *entry, Dwarf_Die *type);

/* Removes const and the like; typedefs too if they are not kept.  False: nothing is
 * left, which is void. */
bool type_peel(Dwarf_Die *type, bool keeps_typedefs);

/* Sets a type without typedefs and qualifiers to what it points to, with both.
 * False if it is no pointer, or points to void. */
bool type_pointee(const Dwarf_Die *pointer, Dwarf_Die *type);

/*
 * Sets a type to its element if it is an array, or one of arrays.  Returns the number
 * of elements; 0 if it is none, or if the number is not known.
 */
uint64_t type_element(Dwarf_Die *type);

/* Returns the size in bytes; 0: not known. */
uint64_t type_size(const Dwarf_Die *type);

/* True for a structure, class or union, whose typedefs were removed. */
bool type_is_aggregate(const Dwarf_Die *type);

/* Sets the first type that a template has as an argument.  False if it has none. */
bool type_argument(Dwarf_Die *template, Dwarf_Die *type);

/* True for characters of one byte, which are used for memory of any type. */
bool type_is_char(const Dwarf_Die *type);

/* Returns an attribute that is a number, or `otherwise`. */
uint64_t
type_number(Dwarf_Die *entry, unsigned int attribute, uint64_t otherwise);

/* Returns the line where an entry is declared; 0: not known. */
int64_t type_decl_line(Dwarf_Die *entry);

/* True for a class with virtual functions: a pointer to it can point to what is made
 * from it. */
bool type_is_polymorphic(const Dwarf_Die *type);

/* Sets the last member of a structure if its size is not known: "data[]".  False if there
 * is none; *member is then unchanged. */
bool type_flexible_member(const Dwarf_Die *type, Dwarf_Die *member);

#endif
