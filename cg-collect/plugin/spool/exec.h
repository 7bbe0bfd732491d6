/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_EXEC_H
#define CGCOLLECT_EXEC_H

#include "pub_tool_basics.h"

/* True if the system call is execve or execveat. */
Bool exec_is(UInt syscall);

/*
 * Returns the path of the program that the system call executes; NULL if it is
 * no exec or sure to fail.  The path is in the client's memory.
 */
const HChar *exec_program(UInt syscall, const UWord *args);

/* True if the options tell the core to run that program under Valgrind. */
Bool exec_is_followed(const HChar *program, UInt syscall, const UWord *args);

/*
 * False if Valgrind could not start in this process, because of another root
 * directory for example, so that the program would not run at all.
 */
Bool exec_can_follow(const HChar *program, UInt syscall, const UWord *args);

/* Gives the next program an option of ours, such as "--spool-after=", with this
 * value. */
void exec_pass_option(const HChar *option, const HChar *value);

/* If leave is true, keeps the core from running the next program under
 * Valgrind; if false, follows the options again. */
void exec_leave(Bool leave);

#endif
