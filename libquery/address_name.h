/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of functions without symbols.  Such a function is named by the file of its object
 * and its address there, "libfoo.so.1:0x1139", or, as in Callgrind, only by its address:
 * "0x0000000000001139".  In a profile without objects, the code of unknown functions is
 * "libfoo.so.1:???".  The level of a recursion and callers may follow, each after a "'".
 */
#ifndef ADDRESS_NAME_H
#define ADDRESS_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* what such a name begins with */
struct address_name {
	size_t nobject; /* the length of "libfoo.so.1"; 0: there is none */
	size_t n; /* the length of the object, ":" and the address or "???" */
};

/* Returns false if the function has another name; a mere "???" is one. */
bool address_name_parse(struct address_name *parts, const char *name);

#endif
