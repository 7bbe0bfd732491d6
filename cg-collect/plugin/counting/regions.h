/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_REGIONS_H
#define CGCOLLECT_REGIONS_H

#include "pub_tool_basics.h"

/*
 * The regions that the program names.  Each thread is in one region or in none;
 * a region within another one has a path, as in "outer;inner".  A region that is
 * entered within itself is not entered again.
 */
struct region {
	struct region *next; /* in the table */
	UWord hash;
	struct region *outer; /* NULL: none */
	const HChar *name;    /* interned, and escaped as in a profile */
	const HChar *path;
	UInt number; /* from 1 on */
	ULong entries;
	UInt text_profile; /* the last profile in which entries were written */
};

/*
 * Enters a region.  If a longjmp or an exception leaves the function that is at
 * the top of the stack now, the thread leaves the region with it, but only if
 * that is_in_frame: the function could be one that enters regions for others.
 */
void regions_enter(ThreadId thread, const HChar *name, Bool is_in_frame);

/* Leaves the region of the name, and those entered in it; NULL: the innermost
 * one. */
void regions_leave(ThreadId thread, const HChar *name);

/* Sets how often regions were entered to zero. */
void regions_clear(void);

/* A new thread is in the region of the thread that made it. */
void regions_begin_thread(ThreadId maker, ThreadId thread);
void regions_end_thread(ThreadId thread);

/* Call in a forked child, which is in the region of its parent. */
void regions_in_child(ThreadId thread);

/* Call when a signal handler begins and ends.  It begins in the region that it
 * interrupts, which it cannot leave. */
void regions_begin_handler(ThreadId thread, Bool alternate_stack);
void regions_end_handler(ThreadId thread);

#endif
