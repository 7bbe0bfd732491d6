/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LINE_USERS_H
#define CGCOLLECT_LINE_USERS_H

#include "pub_tool_basics.h"

struct cost;
struct datum;

/* A part of the run of a thread.  It is never freed. */
struct segment_of_thread {
	UInt thread; /* numbers of threads that were joined are used again */
	UInt number; /* of the segment, from 1 on */
	UInt nclock;
	UInt
	    clock[]; /* by number of thread: the last segment before this one */
};

/* Accesses of an instruction to the same bytes, by a segment. */
struct access_count {
	struct access_count *next_in_bucket; /* of memory in use */
	Addr line;
	const struct segment_of_thread *segment;
	const struct cost *cost;
	ULong bytes;   /* a bit for each */
	ULong n;       /* of these, when its memory had ended: */
	ULong counted; /* they share truly, and are counted */
	ULong apart;   /* they share falsely, and are not counted yet */
	Bool is_write;
	struct access_count *next; /* of the user of the line */
	struct datum *datum;
	Addr offset;
};

struct line_user {
	struct line_user *next;
	const struct segment_of_thread *segment;
	ULong
	    retired; /* the bytes of the line that the memory had; 0: it is in use */
	ULong read, written;
	struct access_count *counts;
};

struct used_line {
	struct used_line *next;
	UWord line;
	struct line_user *users; /* those that are retired come last */
};

/* True if the first segment has ended before the second one began. */
static inline Bool
is_before(const struct segment_of_thread *a, const struct segment_of_thread *b)
{
	return a->thread < b->nclock && b->clock[a->thread] >= a->number;
}

static inline Bool
are_at_once(
    const struct segment_of_thread *a, const struct segment_of_thread *b)
{
	return a->thread != b->thread && !is_before(a, b) && !is_before(b, a);
}

/* True if the second user uses the line at the same time as the first one and in
 * conflict with its reads, or its writes: one of both writes.  Of retired users, only
 * neighbours do: they had other bytes. */
static inline Bool
is_in_conflict(
    const struct line_user *u, const struct line_user *v, Bool writes)
{
	ULong bytes = writes ? v->read | v->written : v->written;

	return (u->retired & v->retired) == 0 && (bytes & ~u->retired) != 0 &&
	       are_at_once(u->segment, v->segment);
}

#endif
