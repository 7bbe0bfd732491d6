/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names that interpreters have for functions and files. */
#ifndef CGCOLLECT_SCRIPT_NAMES_H
#define CGCOLLECT_SCRIPT_NAMES_H

#include "pub_tool_basics.h"

/* Writes a character as UTF-8, which is no more than four bytes, and returns its end. */
HChar *script_put_character(HChar *to, UInt c);

/* Returns the interned name of a file of this name: one that says that none is known, or that
 * could be an address, is in the current directory. */
const HChar *script_file_name(const HChar *name);

#endif
