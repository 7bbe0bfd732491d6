// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Each line has its users: the segments of threads that have accessed it, with the
 * bytes that they have read and written.  A segment of a thread lasts until it starts
 * or joins another one.  Its clock says which segments came before it: of each thread,
 * the number of its last one.  These are vector clocks, by Fidge and Mattern.
 */
#include "sharing.h"
#include "callstack.h"
#include "simulate.h"
#include "toggle.h"
#include "allocators.h"
#include "lookup.h"
#include "misses.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

#define MOST_BITS 64
#define RECENT 4096

/* what of a thread comes before, if it has been joined */
#define ALL (~(UInt)0)

/* A part of the run of a thread.  It is never freed. */
struct segment_of_thread {
	UInt thread; /* its number, in the order in which they were started */
	UInt number; /* of the segment, from 1 on */
	UInt nclock;
	UInt clock[]; /* by number of thread: the segments before this one */
};

/* Accesses of an instruction to the same bytes. */
struct access_count {
	struct access_count *next;
	const struct cost *cost;
	ULong bytes; /* a bit for each */
	ULong n;
	Bool is_write;
};

struct line_user {
	struct line_user *next;
	const struct segment_of_thread *segment;
	ULong read, written;
	struct access_count *counts;
};

struct used_line {
	struct used_line *next;
	UWord line;
	struct line_user *users; /* the last one first */
};

static struct {
	VgHashTable *lines; /* NULL: sharing is not counted */
	struct used_line *recent[RECENT];
	struct segment_of_thread **running; /* of each thread of the core */
	XArray *ended;                      /* struct ended_thread */
	UInt nthreads;
	UInt bit_size; /* bytes for each bit */
} sharing;

/* A thread that nobody has joined yet. */
struct ended_thread {
	Addr pointer;
	const struct segment_of_thread *last;
};

void
sharing_init(void)
{
	ULong size = simulation.D1.line_size;

	sharing.lines = VG_(HT_construct)("cgcollect.sharing");
	sharing.running = VG_(calloc)(
	    "cgcollect.sharing.running", VG_N_THREADS, sizeof *sharing.running);
	sharing.ended = VG_(newXA)(VG_(malloc), "cgcollect.sharing.ended",
	    VG_(free), sizeof(struct ended_thread));
	sharing.bit_size = size > MOST_BITS ? (UInt)(size / MOST_BITS) : 1;
}

/* --- threads -------------------------------------------------------------- */

/* Makes a segment after up to two others, of which the first may be NULL. */
static struct segment_of_thread *
new_segment(UInt thread, const struct segment_of_thread *before,
    const struct segment_of_thread *other)
{
	UInt n = thread + 1;
	struct segment_of_thread *segment;

	if (before && before->nclock > n)
		n = before->nclock;
	if (other && other->nclock > n)
		n = other->nclock;
	segment = VG_(perm_malloc)(
	    sizeof *segment + n * sizeof *segment->clock, sizeof(ULong));
	segment->thread = thread;
	segment->nclock = n;
	for (UInt i = 0; i < n; i++) {
		UInt a = before && i < before->nclock ? before->clock[i] : 0;
		UInt b = other && i < other->nclock ? other->clock[i] : 0;

		segment->clock[i] = a > b ? a : b;
	}
	segment->number = segment->clock[thread] + 1;
	segment->clock[thread]++;
	return segment;
}

static struct segment_of_thread *
segment_of(ThreadId thread)
{
	if (!sharing.running[thread])
		sharing.running[thread] =
		    new_segment(sharing.nthreads++, NULL, NULL);
	return sharing.running[thread];
}

void
sharing_start_thread(ThreadId thread, ThreadId child)
{
	struct segment_of_thread *parent;

	if (!sharing.lines || thread == VG_INVALID_THREADID)
		return;
	parent = segment_of(thread);
	sharing.running[child] = new_segment(sharing.nthreads++, parent, NULL);
	sharing.running[thread] = new_segment(parent->thread, parent, NULL);
}

void
sharing_end_thread(ThreadId thread)
{
	struct ended_thread ended;

	if (!sharing.lines || !sharing.running[thread])
		return;
	ended.pointer = argument_thread_pointer(thread);
	ended.last = sharing.running[thread];
	VG_(addToXA)(sharing.ended, &ended);
	sharing.running[thread] = NULL;
}

void
sharing_join(ThreadId thread, Addr pointer)
{
	Word n = sharing.lines ? VG_(sizeXA)(sharing.ended) : 0;

	for (Word i = n - 1; i >= 0; i--) {
		const struct ended_thread *ended =
		    VG_(indexXA)(sharing.ended, i);
		const struct segment_of_thread *own = segment_of(thread);

		if (ended->pointer != pointer)
			continue;
		sharing.running[thread] =
		    new_segment(own->thread, own, ended->last);
		sharing.running[thread]->clock[ended->last->thread] = ALL;
		VG_(removeIndexXA)(sharing.ended, i);
		return;
	}
}

/* True if the first segment has ended before the second one began. */
static Bool
is_before(const struct segment_of_thread *a, const struct segment_of_thread *b)
{
	return a->thread < b->nclock && b->clock[a->thread] >= a->number;
}

/* True if one of them writes to the line, and they may run at the same time. */
static Bool
are_in_conflict(const struct line_user *a, const struct line_user *b)
{
	return (a->written | b->written) != 0 &&
	       a->segment->thread != b->segment->thread &&
	       !is_before(a->segment, b->segment) &&
	       !is_before(b->segment, a->segment);
}

/* --- accesses ------------------------------------------------------------- */

static struct used_line *
find_line(Addr line)
{
	struct used_line **recent =
	    &sharing.recent[(line / simulation.D1.line_size) % RECENT];
	struct used_line *found = *recent;

	if (found && found->line == line)
		return found;
	found = VG_(HT_lookup)(sharing.lines, line);
	if (!found) {
		found = VG_(malloc)("cgcollect.sharing.line", sizeof *found);
		*found = (struct used_line){.line = line};
		VG_(HT_add_node)(sharing.lines, found);
	}
	return *recent = found;
}

static struct line_user *
find_user(struct used_line *line, const struct segment_of_thread *segment)
{
	struct line_user *user = line->users;

	while (user && user->segment != segment)
		user = user->next;
	if (user)
		return user;
	user = VG_(malloc)("cgcollect.sharing.user", sizeof *user);
	*user = (struct line_user){.next = line->users, .segment = segment};
	return line->users = user;
}

static struct access_count *
find_count(
    struct line_user *user, const struct cost *cost, ULong bytes, Bool is_write)
{
	struct access_count *count = user->counts;

	while (count && (count->cost != cost || count->bytes != bytes ||
			    count->is_write != is_write))
		count = count->next;
	if (count)
		return count;
	count = VG_(malloc)("cgcollect.sharing.count", sizeof *count);
	*count = (struct access_count){
	    .next = user->counts,
	    .cost = cost,
	    .bytes = bytes,
	    .is_write = is_write,
	};
	return user->counts = count;
}

/* Returns a bit for each of the bytes that is in the line. */
static ULong
bits_of(Addr line, Addr first, Addr last)
{
	Addr end = line + simulation.D1.line_size - 1;
	UInt from = first > line ? (UInt)(first - line) / sharing.bit_size : 0;
	UInt to = (UInt)((last < end ? last : end) - line) / sharing.bit_size;

	return ~(ULong)0 >> (MOST_BITS - 1 - (to - from)) << from;
}

/* While there is one thread, all that it does is before what others do. */
void
sharing_see(
    const struct cost *cost, Bool is_write, Addr line, Addr first, Addr last)
{
	struct line_user *user;
	ULong bytes;

	if (!sharing.lines || sharing.nthreads < 2)
		return;
	bytes = bits_of(line, first, last);
	user = find_user(find_line(line), segment_of(VG_(get_running_tid)()));
	if (is_write)
		user->written |= bytes;
	else
		user->read |= bytes;
	find_count(user, cost, bytes, is_write)->n += toggle_counting;
}

/* --- counts --------------------------------------------------------------- */

/* Adds the accesses of a user, who shares the line with others: what they use and
 * write is given. */
static void
count_user(const struct used_line *line, const struct line_user *user,
    ULong used, ULong written, Bool takes_out)
{
	for (const struct access_count *c = user->counts; c; c = c->next) {
		ULong others = c->is_write ? used | written : written;
		UInt first = (UInt)__builtin_ctzll(c->bytes) * sharing.bit_size;
		Addr offset;
		struct datum *datum = lookup_datum(
		    VG_INVALID_THREADID, line->line + first, &offset);
		struct miss_place place = misses_at(datum, c->cost, offset);
		struct miss_counts *counts = miss_counts_at(&place);
		ULong n = takes_out ? -c->n : c->n;

		if (c->bytes & others)
			counts->truly_shared += n;
		else
			counts->falsely_shared += n;
	}
}

static void
count_line(const struct used_line *line, Bool takes_out)
{
	for (const struct line_user *u = line->users; u; u = u->next) {
		ULong used = 0, written = 0;
		Bool is_shared = False;

		for (const struct line_user *v = line->users; v; v = v->next) {
			if (!are_in_conflict(u, v))
				continue;
			is_shared = True;
			used |= v->read;
			written |= v->written;
		}
		if (is_shared)
			count_user(line, u, used, written, takes_out);
	}
}

static void
free_users(struct used_line *line)
{
	while (line->users) {
		struct line_user *user = line->users;

		line->users = user->next;
		while (user->counts) {
			struct access_count *count = user->counts;

			user->counts = count->next;
			VG_(free)(count);
		}
		VG_(free)(user);
	}
}

void
sharing_end_memory(Addr start, SizeT size)
{
	Addr step = simulation.D1.line_size;
	Addr first = start / step * step;

	if (!sharing.lines || sharing.nthreads < 2 || size == 0)
		return;
	for (Addr at = first; at - first < start - first + size; at += step) {
		struct used_line *line = VG_(HT_lookup)(sharing.lines, at);

		if (!line)
			continue;
		count_line(line, False);
		free_users(line);
	}
}

void
sharing_count_all(Bool takes_out)
{
	struct used_line *line;

	if (!sharing.lines)
		return;
	VG_(HT_ResetIter)(sharing.lines);
	while ((line = VG_(HT_Next)(sharing.lines)))
		count_line(line, takes_out);
}

void
sharing_forget(void)
{
	struct used_line *line;

	if (!sharing.lines)
		return;
	VG_(HT_ResetIter)(sharing.lines);
	while ((line = VG_(HT_Next)(sharing.lines)))
		free_users(line);
}
