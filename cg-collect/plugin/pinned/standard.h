/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_STANDARD_H
#define CGCOLLECT_STANDARD_H

#include "pub_tool_basics.h"

/* Call once.  passed is the list that the program before an exec passed on; NULL
 * for the first program. */
void standard_init(const HChar *passed);

/* Returns the list for the next program, in static memory. */
const HChar *standard_list(void);

/* Make a system call find standard output and standard error to be pipes, and a
 * terminal as standard input to be a device that is none.  Call before and after
 * each. */
void standard_before(UInt syscall, const UWord *args);
void
standard_pin(ThreadId thread, UInt syscall, const UWord *args, SysRes result);

#endif
