/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LOOKUP_H
#define CGCOLLECT_LOOKUP_H

#include "memory/live_blocks.h"
#include "memory/live_ranges.h"

#include "pub_tool_basics.h"

struct datum;

/* The memory in use: blocks, and below them what was mapped. */
extern struct memory {
	struct live_blocks blocks;
	struct live_ranges mapped;
} memory;

/* Returns what the running thread accesses at an address, and where in it.  Of
 * VG_INVALID_THREADID, thread-local variables are not known. */
struct datum *lookup_datum(ThreadId thread, Addr addr, Addr *offset);

/* Finds the memory of a thread's stack and of what the C library has at its end: the
 * thread-local variables. */
void lookup_stack(ThreadId thread, Addr *first, Addr *last);

/* Call when the program starts a thread, whose stack is looked at from then on. */
void lookup_see_thread(void);

/* Call when memory is mapped or unmapped. */
void lookup_see_mapping(void);

#endif
