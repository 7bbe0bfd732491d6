/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_INTERNED_H
#define CGCOLLECT_INTERNED_H

#include "pub_tool_basics.h"

/*
 * Returns the one copy of a name, which is never freed: equal names have equal
 * pointers.  Control characters in it are escaped as by name_escape.
 */
const HChar *name_intern(const HChar *name);

/* The same of a name that was allocated, which it frees. */
const HChar *name_take(HChar *name);

/* Returns the hash of a name, which is the same in each run. */
UWord name_hash(const HChar *text);

/*
 * Returns the text with its control characters written as \n, \t, \r or \x1b,
 * to be freed.
 */
HChar *name_escape(const HChar *text);

#endif
