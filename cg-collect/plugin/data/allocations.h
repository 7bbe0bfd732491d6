/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_ALLOCATIONS_H
#define CGCOLLECT_ALLOCATIONS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Call once. */
void allocations_init(void);

/* Adds code before the first instruction of the superblock if an allocation function
 * begins or returns there. */
void
allocations_watch(IRSB *superblock, Addr addr, const VexGuestLayout *layout);

/* Call when memory is mapped and unmapped. */
void allocations_see_mapping(Addr start, SizeT size);
void allocations_see_unmapping(Addr start, SizeT size);

/* Call before the thread runs. */
void allocations_run(ThreadId thread);

/* Call when a signal handler begins and ends, when a thread ends, and in a forked child,
 * which has only this thread. */
void allocations_begin_handler(ThreadId thread, Bool alternate_stack);
void allocations_end_handler(ThreadId thread);
void allocations_end_thread(ThreadId thread);
void allocations_in_child(ThreadId thread);

#endif
