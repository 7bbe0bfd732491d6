/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_AFFINITY_H
#define CGCOLLECT_AFFINITY_H

#include "pub_tool_basics.h"

/*
 * Makes the answer to a system call name the first processor as the only one,
 * whichever one the program runs on and however many the machine has; asking to
 * run there succeeds.  To be called after each system call.
 */
void
affinity_pin(ThreadId thread, UInt syscall, const UWord *args, SysRes result);

#endif
