/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_TOGGLE_H
#define CGCOLLECT_TOGGLE_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/*
 * What an event of the thread that runs counts: 1, or 0 outside the functions
 * that are to be counted.  Generated code adds it where it would add 1.
 */
extern ULong toggle_weight;

/* Takes a pattern of function names; with one or more, only what happens inside
 * of these functions counts. */
void toggle_add(const HChar *pattern);

Bool toggle_is_used(void);

/* To be called once before the first superblock. */
void toggle_init(void);

/* Adds code before the first instruction of the superblock, that sees functions
 * entered and left. */
void toggle_watch(IRSB *superblock, Addr addr, const VexGuestLayout *layout);

/* Another thread may run now. */
void toggle_switch_thread(ThreadId thread);

/* A thread ends; a forked child has only the one that runs. */
void toggle_end_thread(ThreadId thread);
void toggle_in_child(void);

/* Handlers of signals are outside, whatever they interrupt. */
void toggle_begin_handler(ThreadId thread, Int signal, Bool alternate_stack);
void toggle_end_handler(ThreadId thread, Int signal);

/* Says which patterns no function that was entered has matched. */
void toggle_report(void);

#endif
