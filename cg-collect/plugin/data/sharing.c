// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Each line has its users: the segments of threads that have accessed it, with the
 * bytes that they have read and written.  A segment of a thread lasts until it starts
 * or joins another one.  Its clock says which segments came before it: of each thread,
 * the number of its last one.  These are vector clocks, by Fidge and Mattern.
 *
 * If memory ends, such as a block that is freed, its users retire: what others do to
 * these bytes later is to other data.  They still share the line with other bytes of
 * it.  So the counts do not depend on when that is.
 */
#include "sharing.h"
#include "../callstack.h"
#include "../simulate.h"
#include "../toggle.h"
#include "allocators.h"
#include "lookup.h"
#include "misses.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

#define MOST_BITS 64
#define RECENT 8192

/* A part of the run of a thread.  It is never freed. */
struct segment_of_thread {
	UInt thread; /* numbers of threads that were joined are used again */
	UInt number; /* of the segment, from 1 on */
	UInt nclock;
	UInt
	    clock[]; /* by number of thread: the last segment before this one */
};

/* Accesses of an instruction to the same bytes. */
struct access_count {
	struct access_count *next;
	const struct cost *cost;
	struct datum *datum;
	Addr offset;
	ULong bytes; /* a bit for each */
	ULong n;
	Bool is_write;
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
	UInt generation; /* changes if users retire */
	struct line_user *users;
};

/* a count that was found */
struct recent_access {
	struct used_line *line; /* NULL: none */
	UInt generation;
	const struct segment_of_thread *segment;
	struct access_count *count;
};

static struct {
	VgHashTable *lines; /* NULL: sharing is not counted */
	struct recent_access recent[RECENT];
	struct segment_of_thread **running; /* of each thread of the core */
	XArray *ended;                      /* struct ended_thread */
	XArray
	    *joined; /* the last segments of threads whose numbers are free */
	UInt nthreads;
	UInt nopen;    /* threads that nobody has joined */
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
	sharing.joined = VG_(newXA)(VG_(malloc), "cgcollect.sharing.joined",
	    VG_(free), sizeof(struct segment_of_thread *));
	sharing.bit_size = size > MOST_BITS ? (UInt)(size / MOST_BITS) : 1;
}

/* --- segments ------------------------------------------------------------- */

/* True if the first segment has ended before the second one began. */
static Bool
is_before(const struct segment_of_thread *a, const struct segment_of_thread *b)
{
	return a->thread < b->nclock && b->clock[a->thread] >= a->number;
}

static Bool
are_at_once(
    const struct segment_of_thread *a, const struct segment_of_thread *b)
{
	return a->thread != b->thread && !is_before(a, b) && !is_before(b, a);
}

/* Returns how long a clock must be that has the segment; NULL: none. */
static UInt
clock_length(const struct segment_of_thread *segment)
{
	if (!segment)
		return 0;
	return segment->thread < segment->nclock ? segment->nclock
						 : segment->thread + 1;
}

/* Adds what came before a segment to a clock, and the segment. */
static void
advance(UInt *clock, const struct segment_of_thread *before)
{
	if (!before)
		return;
	for (UInt i = 0; i < before->nclock; i++)
		if (clock[i] < before->clock[i])
			clock[i] = before->clock[i];
	if (clock[before->thread] < before->number)
		clock[before->thread] = before->number;
}

/* Makes a segment after up to two others. */
static struct segment_of_thread *
new_segment(UInt thread, UInt number, const struct segment_of_thread *before,
    const struct segment_of_thread *other)
{
	UInt n = clock_length(before), m = clock_length(other);
	struct segment_of_thread *segment;

	n = n > m ? n : m;
	segment = VG_(perm_malloc)(
	    sizeof *segment + n * sizeof *segment->clock, sizeof(ULong));
	segment->thread = thread;
	segment->number = number;
	segment->nclock = n;
	VG_(memset)(segment->clock, 0, n * sizeof *segment->clock);
	advance(segment->clock, before);
	advance(segment->clock, other);
	return segment;
}

static struct segment_of_thread *
first_segment(const struct segment_of_thread *parent)
{
	sharing.nopen++;
	for (Word i = 0; parent && i < VG_(sizeXA)(sharing.joined); i++) {
		const struct segment_of_thread *last = *(
		    struct segment_of_thread **)VG_(indexXA)(sharing.joined, i);

		if (!is_before(last, parent))
			continue;
		VG_(removeIndexXA)(sharing.joined, i);
		return new_segment(
		    last->thread, last->number + 1, parent, NULL);
	}
	return new_segment(sharing.nthreads++, 1, parent, NULL);
}

static struct segment_of_thread *
segment_of(ThreadId thread)
{
	if (!sharing.running[thread])
		sharing.running[thread] = first_segment(NULL);
	return sharing.running[thread];
}

/* --- lines ---------------------------------------------------------------- */

static struct used_line *
find_line(Addr line)
{
	struct used_line *found = VG_(HT_lookup)(sharing.lines, line);

	if (found)
		return found;
	found = VG_(malloc)("cgcollect.sharing.line", sizeof *found);
	*found = (struct used_line){.line = line};
	VG_(HT_add_node)(sharing.lines, found);
	return found;
}

static struct line_user *
find_user(struct used_line *line, const struct segment_of_thread *segment,
    ULong retired)
{
	struct line_user *user = line->users;

	while (user && (user->segment != segment || user->retired != retired))
		user = user->next;
	if (user)
		return user;
	user = VG_(malloc)("cgcollect.sharing.user", sizeof *user);
	*user = (struct line_user){
	    .next = line->users,
	    .segment = segment,
	    .retired = retired,
	};
	return line->users = user;
}

/* Returns the count of the same accesses, or NULL. */
static struct access_count *
find_count(const struct line_user *user, const struct access_count *key)
{
	struct access_count *count = user->counts;

	while (
	    count && (count->cost != key->cost || count->bytes != key->bytes ||
			 count->is_write != key->is_write))
		count = count->next;
	return count;
}

static struct access_count *
add_count(struct line_user *user, const struct access_count *key, Addr addr)
{
	struct access_count *count =
	    VG_(malloc)("cgcollect.sharing.count", sizeof *count);

	*count = *key;
	count->next = user->counts;
	count->datum =
	    lookup_datum(VG_(get_running_tid)(), addr, &count->offset);
	if (key->is_write)
		user->written |= key->bytes;
	else
		user->read |= key->bytes;
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

static void
find_recent(struct recent_access *recent, Addr line,
    const struct access_count *key, Addr addr)
{
	struct line_user *user;

	recent->line = find_line(line);
	recent->generation = recent->line->generation;
	user = find_user(recent->line, recent->segment, 0);
	recent->count = find_count(user, key);
	if (!recent->count)
		recent->count = add_count(user, key, addr);
}

/* While there is one thread, and after it has joined all others, what it does is not at
 * the same time as anything. */
void
sharing_see(
    const struct cost *cost, Bool is_write, Addr line, Addr first, Addr last)
{
	struct segment_of_thread *segment;
	struct recent_access *recent;
	struct access_count key = {.cost = cost, .is_write = is_write};

	if (!sharing.lines || sharing.nopen < 2)
		return;
	key.bytes = bits_of(line, first, last);
	segment = segment_of(VG_(get_running_tid)());
	recent = &sharing.recent[(line / simulation.D1.line_size * 31 +
				     ((UWord)cost >> 4)) %
				 RECENT];
	if (!recent->line || recent->line->line != line ||
	    recent->line->generation != recent->generation ||
	    recent->segment != segment || recent->count->cost != cost ||
	    recent->count->bytes != key.bytes ||
	    recent->count->is_write != is_write) {
		recent->segment = segment;
		find_recent(recent, line, &key, first > line ? first : line);
	}
	recent->count->n += toggle_counting;
}

/* --- counts --------------------------------------------------------------- */

/* What other users do to a line, at the same time as one. */
struct others {
	ULong
	    apart; /* a bit for each byte at which it does not share the line */
	ULong read, written;
};

/* Of retired users, only neighbours count: they had other bytes. */
static struct others
find_others(const struct used_line *line, const struct line_user *user)
{
	struct others others = {.apart = ~(ULong)0};

	for (const struct line_user *v = line->users; v; v = v->next) {
		ULong written = (user->written & ~v->retired) |
				(v->written & ~user->retired);

		if ((user->retired & v->retired) != 0 || written == 0 ||
		    ((v->read | v->written) & ~user->retired) == 0 ||
		    !are_at_once(user->segment, v->segment))
			continue;
		others.apart &= v->retired;
		if (user->retired || v->retired)
			continue;
		others.read |= v->read;
		others.written |= v->written;
	}
	return others;
}

static void
add_up(
    const struct access_count *c, const struct others *others, Bool takes_out)
{
	struct miss_place place = misses_at(c->datum, c->cost, c->offset);
	struct miss_counts *counts = miss_counts_at(&place);
	ULong bytes = others->written | (c->is_write ? others->read : 0);
	ULong n = takes_out ? -c->n : c->n;

	if (c->bytes & bytes)
		counts->truly_shared += n;
	else
		counts->falsely_shared += n;
}

static void
count_line(const struct used_line *line, Bool takes_out)
{
	for (const struct line_user *u = line->users; u; u = u->next) {
		struct others others = find_others(line, u);

		for (const struct access_count *c = u->counts; c; c = c->next)
			if (!(c->bytes & others.apart))
				add_up(c, &others, takes_out);
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

/* --- the end of memory ---------------------------------------------------- */

static void
free_users(struct used_line *line)
{
	line->generation++;
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

/* Counts accesses to the bytes that share the line: nothing can make them other than
 * they are. */
static void
settle(const struct used_line *line, struct line_user *user, ULong bytes)
{
	struct others others = find_others(line, user);

	for (struct access_count *c = user->counts; c; c = c->next) {
		if (!(c->bytes & bytes) || (c->bytes & others.apart))
			continue;
		add_up(c, &others, False);
		c->n = 0;
	}
}

static void
move_count(struct line_user *to, struct access_count *count)
{
	struct access_count *c = to->counts;

	while (c && (c->cost != count->cost || c->bytes != count->bytes ||
			c->is_write != count->is_write ||
			c->datum != count->datum || c->offset != count->offset))
		c = c->next;
	if (!c && count->n > 0) {
		count->next = to->counts;
		to->counts = count;
		return;
	}
	if (c)
		c->n += count->n;
	VG_(free)(count);
}

/* Moves what a user did to the bytes to another one, which is retired. */
static void
retire(struct line_user *user, struct line_user *to, ULong bytes)
{
	struct access_count **at = &user->counts, *count;

	to->read |= user->read & bytes;
	to->written |= user->written & bytes;
	user->read &= ~bytes;
	user->written &= ~bytes;
	while ((count = *at)) {
		if (count->bytes & bytes) {
			*at = count->next;
			move_count(to, count);
		} else {
			at = &count->next;
		}
	}
}

static void
retire_all(struct used_line *line, ULong bytes)
{
	line->generation++;
	for (struct line_user *u = line->users; u; u = u->next)
		if (!u->retired)
			settle(line, u, bytes);
	for (struct line_user *u = line->users; u; u = u->next)
		if (!u->retired && ((u->read | u->written) & bytes) != 0)
			retire(u, find_user(line, u->segment, bytes), bytes);
}

static void
end_bytes(struct used_line *line, Addr first, Addr last)
{
	Addr end = line->line + simulation.D1.line_size - 1;

	if (first > line->line || last < end) {
		retire_all(line, bits_of(line->line, first, last));
		return;
	}
	count_line(line, False);
	free_users(line);
}

/* Looks at all lines, because the memory has more. */
static void
end_large(Addr first, Addr last)
{
	struct used_line *line;

	VG_(HT_ResetIter)(sharing.lines);
	while ((line = VG_(HT_Next)(sharing.lines)))
		if (line->line + simulation.D1.line_size - 1 >= first &&
		    line->line <= last)
			end_bytes(line, first, last);
}

void
sharing_end_memory(Addr start, SizeT size)
{
	Addr step = simulation.D1.line_size, last = start + size - 1;
	struct used_line *line;

	if (!sharing.lines || sharing.nopen < 2 || size == 0)
		return;
	if (size / step > VG_(HT_count_nodes)(sharing.lines)) {
		end_large(start, last);
		return;
	}
	for (Addr at = start / step * step; at <= last; at += step)
		if ((line = VG_(HT_lookup)(sharing.lines, at)))
			end_bytes(line, start, last);
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

/* --- threads -------------------------------------------------------------- */

void
sharing_start_thread(ThreadId thread, ThreadId child)
{
	struct segment_of_thread *parent;

	if (!sharing.lines || thread == VG_INVALID_THREADID)
		return;
	parent = segment_of(thread);
	sharing.running[child] = first_segment(parent);
	sharing.running[thread] =
	    new_segment(parent->thread, parent->number + 1, parent, NULL);
}

/* Its stack may be another thread's next. */
void
sharing_end_thread(ThreadId thread)
{
	struct ended_thread ended;
	SizeT size;

	if (!sharing.lines || !sharing.running[thread])
		return;
	size = VG_(thread_get_stack_size)(thread);
	sharing_end_memory(VG_(thread_get_stack_max)(thread) - size + 1, size);
	ended.pointer = argument_thread_pointer(thread);
	ended.last = sharing.running[thread];
	VG_(addToXA)(sharing.ended, &ended);
	sharing.running[thread] = NULL;
}

static void
join(ThreadId thread, const struct segment_of_thread *last)
{
	const struct segment_of_thread *own = segment_of(thread);

	sharing.running[thread] =
	    new_segment(own->thread, own->number + 1, own, last);
	VG_(addToXA)(sharing.joined, &last);
	sharing.nopen--;
}

void
sharing_join(ThreadId thread, Addr pointer)
{
	Word n = sharing.lines ? VG_(sizeXA)(sharing.ended) : 0;

	for (Word i = n - 1; i >= 0; i--) {
		struct ended_thread ended =
		    *(struct ended_thread *)VG_(indexXA)(sharing.ended, i);

		if (ended.pointer != pointer)
			continue;
		VG_(removeIndexXA)(sharing.ended, i);
		join(thread, ended.last);
		return;
	}
}
