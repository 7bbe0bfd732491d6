/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_FUNCTIONS_H
#define CGCOLLECT_FUNCTIONS_H

#include "pub_tool_basics.h"

/* To be called before the first function_at of a superblock, with the
 * addresses of the first and the last byte of a piece of it. */
void functions_begin_superblock(Addr first, Addr last);

/* The interned name of the function that the instruction at addr is in, as
 * VG_(get_fnname) has it, or "???". */
const HChar *function_at(Addr addr);

#endif
