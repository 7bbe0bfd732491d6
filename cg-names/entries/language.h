/* SPDX-License-Identifier: BSD-2-Clause */
/* The languages whose names have rules of their own. */
#ifndef LANGUAGE_H
#define LANGUAGE_H

#include <elfutils/libdw.h>

enum language {
	LANGUAGE_UNKNOWN,
	LANGUAGE_C,
	LANGUAGE_CXX,
	LANGUAGE_RUST,
	LANGUAGE_OTHER
};

/* Returns the language of the unit that the entry is in.  One that dwz made of what
 * several share does not say. */
enum language language_of(Dwarf_Die *entry);

#endif
