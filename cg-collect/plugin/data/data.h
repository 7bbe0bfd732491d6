/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_DATA_H
#define CGCOLLECT_DATA_H

#include "events.h"

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

struct cost;
struct datacache;

/*
 * Misses by the data that they are on, for --data, and allocations as events, for
 * --allocs.  The program keeps its own allocator, so its addresses and all counts
 * are what they would be without.
 */

/* Takes one of the options. */
Bool data_option(const HChar *arg);

/* Call once before the first superblock; D1: the cache that is simulated, which must
 * stay where it is, or NULL. */
void data_init(struct datacache *D1);

/* Adds code before the first instruction of the superblock if an allocation function
 * begins or returns there. */
void data_watch(IRSB *superblock, Addr addr, const VexGuestLayout *layout);

/* Call when the call at an address is translated, with the address of the next
 * instruction. */
void data_see_call(Addr call, Addr next);

/* Finds what an instruction misses in D1 at an address, and counts the miss; event: Dr or
 * Dw.  with_last: it missed in LL, too. */
void data_miss(const struct cost *cost, Addr addr);
void data_count_miss(enum event event, Bool with_last);

/* Counts the kind of that miss: the event from D1mnew to DLmconf. */
void data_count_kind(enum event event);

/* An instruction that reads and writes the same bytes is one write here. */
enum access_kind {
	ACCESS_READS,
	ACCESS_WRITES,
	ACCESS_BEGINS, /* a read; the write is an access of its own */
};

/* Then call for the line, or both lines, of each access to the bytes from `first` to
 * `last`, after data_miss if it has missed in D1. */
void data_see_line(const struct cost *cost, enum access_kind kind, Addr line,
    Bool missed, Addr first, Addr last);

/* Call before a core runs, if there are several with a D1 of its own. */
void data_change_core(UInt core);

/* Call when memory is mapped and unmapped. */
void data_see_mapping(Addr start, SizeT size);
void data_see_unmapping(Addr start, SizeT size);

/* Call when a thread starts another one. */
void data_begin_thread(ThreadId thread, ThreadId child);

/* Call when a signal handler begins and ends, and when a thread ends. */
void data_begin_handler(ThreadId thread, Bool alternate_stack);
void data_end_handler(ThreadId thread);
void data_end_thread(ThreadId thread);

/* Sets all counts to zero.  What is in memory stays. */
void data_clear(void);

/* Says which options named no function that was called. */
void data_report(void);

/* Call before the thread runs, and in a forked child, where counts start at zero. */
void data_run(ThreadId thread);
void data_in_child(ThreadId thread);

#endif
