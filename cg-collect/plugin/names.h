/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_NAMES_H
#define CGCOLLECT_NAMES_H

#include "pub_tool_basics.h"

/*
 * The one copy of a name: equal names have equal pointers, for good.  Control
 * characters in it are escaped, so that it can be written on a line.
 */
const HChar *name_intern(const HChar *name);

/*
 * The text with its control characters written as \n, \t, \r or \x1b, in
 * memory that the caller frees.
 */
HChar *name_escape(const HChar *text);

#endif
