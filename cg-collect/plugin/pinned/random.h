/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_RANDOM_H
#define CGCOLLECT_RANDOM_H

#include "pub_tool_basics.h"

/*
 * Replaces the bytes that getrandom returned by the next ones of a fixed sequence.
 * Children go on with it where their parent was.  Call after each system call.
 */
void random_pin(UInt syscall, const UWord *args, SysRes result);

#endif
