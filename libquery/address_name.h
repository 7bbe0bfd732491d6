/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of functions without symbols.  Such a function is named by its address in its
 * object, as in Callgrind: "0x0000000000001139", or "0x00001139" in a 32-bit object.  The
 * level of a recursion and callers may follow, each after a "'".
 */
#ifndef ADDRESS_NAME_H
#define ADDRESS_NAME_H

#include <stddef.h>

/* Returns the length of the address that the name begins with; 0: it is no address. */
size_t address_name_length(const char *name);

#endif
