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

/* True if the options say that the core follows the process there. */
Bool exec_is_followed(const HChar *program, UInt syscall, const UWord *args);

/*
 * False if Valgrind could not start as the process is by then, in another root
 * folder for example: then the program would not run at all.
 */
Bool exec_can_follow(const HChar *program, UInt syscall, const UWord *args);

/* Keeps the core from following, or lets it again. */
void exec_leave(Bool leave);

#endif
