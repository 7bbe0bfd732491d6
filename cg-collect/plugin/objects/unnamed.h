/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_UNNAMED_H
#define CGCOLLECT_UNNAMED_H

#include "pub_tool_basics.h"

/* A function of code without symbols. */
struct unnamed {
	Addr first;      /* its first instruction */
	Bool has_extent; /* all its code is known to be its own */
};

/*
 * Finds the function of the instruction at addr.  It is where the frames for
 * exceptions say that a function begins.  Without these, it is the function
 * that was entered last before addr in the address space; is_call: this is a
 * call of addr, which may enter another one.
 */
void unnamed_find(Addr addr, Bool is_call, struct unnamed *unnamed);

/* Finds only what the frames for exceptions say.  False if they say nothing. */
Bool unnamed_find_in_table(Addr addr, Addr *first);

/*
 * Finds the stub in a linkage table that the instruction at addr is part of,
 * and sets *name to the interned name "function@plt" if it leads to a function
 * by name.
 */
void unnamed_find_stub(Addr addr, Addr *first, const HChar **name);

/* Call when code has been unmapped or changed. */
void unnamed_forget(void);

#endif
