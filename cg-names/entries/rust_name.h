/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of Rust's older mangling, "_ZN3foo3bar17h0123456789abcdefE".  The last part is a hash,
 * which is left out when the name is demangled: it alone tells functions apart that were
 * made of one generic function, and the closures of a function.
 */
#ifndef RUST_NAME_H
#define RUST_NAME_H

#include "enclosing.h"

enum { RUST_HASH_DIGITS = 16 };

/* Returns the digits of the hash, or NULL if it is no such name. */
const char *rust_name_hash(const char *symbol);

/* Returns the name with what the debug information says of a function: the numbers of
 * closures and the arguments of generic functions.  The caller frees it.  NULL: it says
 * nothing. */
char *rust_name_build(
    const char *symbol, struct enclosing_units *units, Dwarf_Die *function);

/* Returns the name as demanglers write it; the caller frees it. */
char *rust_name_plain(const char *symbol);

#endif
