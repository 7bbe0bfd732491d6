/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_COUNTED_CLOCK_H
#define CGCOLLECT_COUNTED_CLOCK_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/*
 * The clock of --clock=counted: a nanosecond for each instruction.  It starts anew in
 * each program, and goes on in threads and forked children.
 */

/* Takes the option. */
Bool counted_clock_option(const HChar *arg);

/* True if the program is shown this clock. */
Bool counted_clock_is_shown(void);

/* Adds code before the first instruction of the superblock that advances the clock. */
void counted_clock_watch(IRSB *superblock);

/* Replaces the time that a system call has returned, and advances the clock by the time
 * for which the thread has slept.  Call after each system call. */
void counted_clock_pin(
    ThreadId thread, UInt syscall, const UWord *args, SysRes result);

#endif
