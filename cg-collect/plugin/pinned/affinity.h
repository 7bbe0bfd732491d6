/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_AFFINITY_H
#define CGCOLLECT_AFFINITY_H

#include "pub_tool_basics.h"

/*
 * Changes the result of a system call so that the first processor is the only
 * one, whichever processors the machine has; a request to run on it succeeds.
 * Call after each system call.
 */
void
affinity_pin(ThreadId thread, UInt syscall, const UWord *args, SysRes result);

#endif
