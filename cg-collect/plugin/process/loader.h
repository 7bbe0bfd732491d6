/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LOADER_H
#define CGCOLLECT_LOADER_H

#include "pub_tool_basics.h"

/* Call before the first superblock of a program, which starts at first, while
 * the stack is as the kernel lays it out. */
void loader_start(ThreadId thread, Addr first);

/*
 * True as soon as the program is sure to run: it has reached its first
 * instruction, or a library of it has called the system while it initialised
 * itself.  The first of these is false while ld.so still loads.
 */
Bool loader_is_done(void);

/* Call before a superblock is translated and before a system call. */
void loader_see_superblock(Addr addr);
void loader_see_syscall(ThreadId thread, UInt number, const UWord *args);

/* Returns what ld.so is about to write because the processor lacks something
 * that the program needs, on one line; NULL if it has not refused. */
const HChar *loader_refusal(void);

/* True if the program ended in ld.so, which reports failure. */
Bool loader_failed(void);

#endif
