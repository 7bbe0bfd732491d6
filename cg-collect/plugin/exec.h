/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_EXEC_H
#define CGCOLLECT_EXEC_H

#include "pub_tool_basics.h"

/* Whether the system call makes another program of the process. */
Bool exec_is(UInt syscall);

/*
 * The path of the program that the process is about to become; NULL where it
 * will stay what it is.  It lies in the program's memory.
 */
const HChar *exec_program(UInt syscall, const UWord *args);

#endif
