/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SKIP_H
#define CGCOLLECT_SKIP_H

#include "pub_tool_basics.h"

/*
 * The functions that the call graph skips, as Callgrind's --fn-skip and
 * --obj-skip do: what they cost belongs to the instruction that called them, and
 * what they call is called from there.
 */

/* Takes one of these options. */
Bool skip_option(const HChar *arg);

/* Skips the functions of the object from now on.  Its path is a pattern, or the
 * path itself. */
void skip_object(const HChar *path);

/* True if the function is skipped. */
Bool skip_has(const HChar *function, const HChar *path);

/* Prints the options that match no function that ran. */
void skip_report(void);

#endif
