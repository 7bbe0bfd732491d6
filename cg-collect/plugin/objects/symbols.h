/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SYMBOLS_H
#define CGCOLLECT_SYMBOLS_H

#include "pub_tool_basics.h"

/* Call before the first symbols_function_at of a superblock, with the addresses
 * of the first and the last byte of a contiguous part of it.  True if one
 * symbol has all of that. */
Bool symbols_begin_superblock(Addr first, Addr last);

/* Returns the interned name of the function of the instruction at addr, as
 * VG_(get_fnname) gives it, or "???". */
const HChar *symbols_function_at(Addr addr);

/* Finds the first instruction of the function at addr.  False if there is no
 * symbol, or if the core does not tell. */
Bool symbols_first_of(Addr addr, Addr *first);

/* Returns the interned name without what a compiler adds to that of a clone, as in
 * handle.isra.0: clones are one function, because they call each other. */
const HChar *symbols_plain_name(const HChar *function);

/* True if the pattern, with * and ?, matches the name of a function or object, but no name of a
 * million bytes, which the core refuses to compare. */
Bool symbols_match(const HChar *pattern, const HChar *name);

#endif
