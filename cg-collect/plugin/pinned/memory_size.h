/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_MEMORY_SIZE_H
#define CGCOLLECT_MEMORY_SIZE_H

#include "pub_tool_basics.h"

/*
 * Replaces what sysinfo returned: a machine with 8 GiB of memory, half of it free, that
 * has just started.  Call after each system call.
 */
void memory_size_pin(UInt syscall, const UWord *args, SysRes result);

#endif
