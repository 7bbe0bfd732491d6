/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SHARING_H
#define CGCOLLECT_SHARING_H

#include "pub_tool_basics.h"

struct cost;

/*
 * Accesses to lines that threads share, for --sharing: another thread accesses the line,
 * and one of the two accesses writes.  The order in which the core runs threads does not
 * matter.  What a thread does before it starts another one, and after it has joined
 * that, is not at the same time as what that does.
 */

/* Call once; line_size: of D1. */
void sharing_init(SizeT line_size);

/* Call when a thread starts another one, has joined the one with this thread pointer,
 * and ends. */
void sharing_start_thread(ThreadId thread, ThreadId child);
void sharing_join(ThreadId thread, Addr thread_pointer);
void sharing_end_thread(ThreadId thread);

/* Call when an instruction accesses bytes of a line. */
void sharing_see(
    const struct cost *cost, Bool is_write, Addr line, Addr first, Addr last);

/* Counts the accesses to the memory so far, and forgets them: it is freed. */
void sharing_end_memory(Addr start, SizeT size);

/* Counts the accesses to all memory so far; takes_out: no longer. */
void sharing_count_all(Bool takes_out);

/* Forgets all accesses. */
void sharing_forget(void);

#endif
