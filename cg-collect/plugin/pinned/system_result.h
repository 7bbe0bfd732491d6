/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Changes what a system call returns.  Call after it. */
#ifndef CGCOLLECT_SYSTEM_RESULT_H
#define CGCOLLECT_SYSTEM_RESULT_H

#include "pub_tool_basics.h"

/* False if this architecture reports failure in a flag, which stays as it is. */
#if defined(VGA_ppc32) || defined(VGA_ppc64be) || defined(VGA_ppc64le) || \
    defined(VGA_mips32) || defined(VGA_mips64)
#define SYSTEM_RESULT_HAS_NO_FLAG False
#else
#define SYSTEM_RESULT_HAS_NO_FLAG True
#endif

void system_result_set(ThreadId thread, UWord result);

/* Makes the call fail with this number of an error, unless there is a flag. */
void system_result_fail(ThreadId thread, UWord error);

#endif
