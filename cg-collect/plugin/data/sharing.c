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
 *
 * Each shared access has a partner: the access of another thread to the line that is
 * most frequent.  Of true sharing, all accesses to these bytes are over when their memory
 * ends, and so it is known.  Of false sharing, it is known when the whole line ends.
 */
#include "modes.h"
#include "allocators.h"
#include "line_users.h"
#include "lookup.h"
#include "misses.h"
#include "partners.h"
#include "sharing.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

#define MOST_BITS 64
#define LEAST_BUCKETS ((SizeT)1 << 12)
#define CHUNK 1024

static struct {
	VgHashTable *lines; /* NULL: sharing is not counted */
	struct access_count *
	    *buckets; /* a power of two; each access is looked up */
	SizeT nbuckets, ncounts;
	struct access_count *unused;
	struct segment_of_thread **running; /* of each thread of the core */
	XArray *ended;                      /* struct ended_thread */
	XArray
	    *joined; /* the last segments of threads whose numbers are free */
	UInt nthreads;
	UInt nopen; /* threads that nobody has joined */
	SizeT line_size;
	UInt bit_shift; /* bytes for each bit, as a power of two */
} sharing;

/* A thread that nobody has joined yet. */
struct ended_thread {
	Addr pointer;
	const struct segment_of_thread *last;
};

void
sharing_init(SizeT line_size)
{
	sharing.line_size = line_size;
	sharing.lines = VG_(HT_construct)("cgcollect.sharing");
	sharing.nbuckets = LEAST_BUCKETS;
	sharing.buckets = VG_(calloc)("cgcollect.sharing.buckets",
	    sharing.nbuckets, sizeof *sharing.buckets);
	sharing.running = VG_(calloc)(
	    "cgcollect.sharing.running", VG_N_THREADS, sizeof *sharing.running);
	sharing.ended = VG_(newXA)(VG_(malloc), "cgcollect.sharing.ended",
	    VG_(free), sizeof(struct ended_thread));
	sharing.joined = VG_(newXA)(VG_(malloc), "cgcollect.sharing.joined",
	    VG_(free), sizeof(struct segment_of_thread *));
	while (line_size >> sharing.bit_shift > MOST_BITS)
		sharing.bit_shift++;
}

/* --- segments ------------------------------------------------------------- */

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

static inline struct segment_of_thread *
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
	struct line_user **at = &line->users, *user;

	while (retired && *at && !(*at)->retired)
		at = &(*at)->next;
	for (user = *at; user && (retired || !user->retired); user = user->next)
		if (user->segment == segment && user->retired == retired)
			return user;
	user = VG_(malloc)("cgcollect.sharing.user", sizeof *user);
	*user = (struct line_user){
	    .next = *at,
	    .segment = segment,
	    .retired = retired,
	};
	return *at = user;
}

/* Returns a bit for each of the bytes that is in the line. */
static ULong
bits_of(Addr line, Addr first, Addr last)
{
	Addr end = line + sharing.line_size - 1;
	UInt from =
	    first > line ? (UInt)(first - line) >> sharing.bit_shift : 0;
	UInt to = (UInt)((last < end ? last : end) - line) >> sharing.bit_shift;

	return ~(ULong)0 >> (MOST_BITS - 1 - (to - from)) << from;
}

/* Buckets of accesses by an instruction are in the order of addresses, so a walk
 * through memory goes through neighbouring ones. */
static inline struct access_count **
bucket_of(const struct access_count *key)
{
	UWord word =
	    (key->line >> 2) + ((UInt)__builtin_ctzll(key->bytes) >> 2);
	ULong hash = (((UWord)key->cost >> 4) + ((UWord)key->segment << 8)) *
		     0x9e3779b97f4a7c15u;

	word += (UWord)(hash >> 32);
	return &sharing.buckets[word & (sharing.nbuckets - 1)];
}

static void
grow(void)
{
	struct access_count **old = sharing.buckets, *next;
	SizeT n = sharing.nbuckets;

	sharing.nbuckets *= 2;
	sharing.buckets = VG_(calloc)("cgcollect.sharing.buckets",
	    sharing.nbuckets, sizeof *sharing.buckets);
	for (SizeT i = 0; i < n; i++)
		for (struct access_count *c = old[i]; c; c = next) {
			struct access_count **bucket = bucket_of(c);

			next = c->next_in_bucket;
			c->next_in_bucket = *bucket;
			*bucket = c;
		}
	VG_(free)(old);
}

static struct access_count *
new_count(void)
{
	struct access_count *count = sharing.unused;

	if (!count) {
		count = VG_(malloc)(
		    "cgcollect.sharing.counts", CHUNK * sizeof *count);
		for (UInt i = 0; i < CHUNK; i++)
			count[i].next = i + 1 < CHUNK ? &count[i + 1] : NULL;
	}
	sharing.unused = count->next;
	return count;
}

static void
free_count(struct access_count *count)
{
	count->next = sharing.unused;
	sharing.unused = count;
}

/* Accesses after that are not of the count. */
static void
leave_bucket(const struct access_count *count)
{
	struct access_count **at = bucket_of(count);

	while (*at && *at != count)
		at = &(*at)->next_in_bucket;
	if (!*at)
		return;
	*at = count->next_in_bucket;
	sharing.ncounts--;
}

static struct access_count *
add_count(const struct access_count *key, Addr addr)
{
	struct line_user *user =
	    find_user(find_line(key->line), key->segment, 0);
	struct access_count *count = new_count(), **bucket;

	if (sharing.ncounts++ == sharing.nbuckets)
		grow();
	bucket = bucket_of(key);
	*count = *key;
	count->next_in_bucket = *bucket;
	count->next = user->counts;
	count->datum =
	    lookup_datum(VG_(get_running_tid)(), addr, &count->offset);
	if (key->is_write)
		user->written |= key->bytes;
	else
		user->read |= key->bytes;
	return *bucket = user->counts = count;
}

/* While there is one thread, and after it has joined all others, what it does is not at
 * the same time as anything. */
void
sharing_see(
    const struct cost *cost, Bool is_write, Addr line, Addr first, Addr last)
{
	struct access_count key = {.line = line, .cost = cost}, *count;

	if (!sharing.lines || sharing.nopen < 2)
		return;
	key.bytes = bits_of(line, first, last);
	key.segment = segment_of(VG_(get_running_tid)());
	key.is_write = is_write;
	count = *bucket_of(&key);
	while (
	    count && (count->line != line || count->bytes != key.bytes ||
			 count->cost != cost || count->segment != key.segment ||
			 count->is_write != is_write))
		count = count->next_in_bucket;
	if (!count)
		count = add_count(&key, first > line ? first : line);
	count->n += modes.counting;
}

/* --- counts --------------------------------------------------------------- */

/* What other users do to a line, at the same time as one. */
struct others {
	/* of its reads and its writes, a bit for each byte at which they do not
	 * share the line */
	ULong apart[2];
	ULong read, written;
};

static struct others
find_others(const struct used_line *line, const struct line_user *user)
{
	struct others others = {.apart = {~(ULong)0, ~(ULong)0}};

	for (const struct line_user *v = line->users; v; v = v->next) {
		if (!is_in_conflict(user, v, True))
			continue;
		others.apart[True] &= v->retired;
		if (is_in_conflict(user, v, False))
			others.apart[False] &= v->retired;
		if (user->retired || v->retired)
			continue;
		others.read |= v->read;
		others.written |= v->written;
	}
	return others;
}

static Bool
is_apart(const struct access_count *c, const struct others *others)
{
	return (c->bytes & others->apart[c->is_write]) != 0;
}

static Bool
is_truly_shared(const struct access_count *c, const struct others *others)
{
	ULong bytes = others->written | (c->is_write ? others->read : 0);

	return (c->bytes & bytes) != 0;
}

/* Adds n of the accesses to what they miss on, with their partner. */
static void
add_up(
    const struct used_line *line, const struct wanted_partner *wanted, ULong n)
{
	const struct access_count *c = wanted->count;
	const struct access_count *partner = partners_find(line, wanted);
	struct miss_place place = misses_at(c->datum, c->cost, c->offset);
	struct miss_counts *counts;

	if (partner)
		place = misses_shared_with(
		    &place, partner->datum, partner->cost, partner->offset);
	counts = miss_counts_at(&place);
	if (wanted->is_true)
		counts->truly_shared += n;
	else
		counts->falsely_shared += n;
}

static void
count_line(const struct used_line *line, Bool takes_out)
{
	partners_forget();
	for (const struct line_user *u = line->users; u; u = u->next) {
		struct others others = find_others(line, u);

		for (const struct access_count *c = u->counts; c; c = c->next) {
			struct wanted_partner wanted = {.user = u, .count = c};
			ULong n =
			    is_apart(c, &others) ? c->apart : c->n - c->counted;

			if (n == 0)
				continue;
			wanted.is_true = is_truly_shared(c, &others);
			add_up(line, &wanted, takes_out ? -n : n);
		}
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
	while (line->users) {
		struct line_user *user = line->users;

		line->users = user->next;
		while (user->counts) {
			struct access_count *count = user->counts;

			user->counts = count->next;
			if (!user->retired)
				leave_bucket(count);
			free_count(count);
		}
		VG_(free)(user);
	}
}

/* Returns those of the bytes that several users use. */
static ULong
used_by_several(const struct used_line *line, ULong bytes)
{
	ULong once = 0, several = 0;

	for (const struct line_user *u = line->users; u && !u->retired;
	     u = u->next) {
		ULong used = (u->read | u->written) & bytes;

		several |= once & used;
		once |= used;
	}
	return several;
}

/* Decides how accesses to the bytes share the line: nothing can make them other than
 * they are. */
static void
settle(const struct used_line *line, struct line_user *user, ULong bytes,
    ULong of_several)
{
	struct others others = find_others(line, user);
	struct wanted_partner wanted = {
	    .user = user,
	    .is_true = True,
	    .bytes = of_several,
	};

	for (struct access_count *c = user->counts; c; c = c->next) {
		if (!(c->bytes & bytes) || is_apart(c, &others) || c->n == 0)
			continue;
		wanted.count = c;
		if (is_truly_shared(c, &others)) {
			add_up(line, &wanted, c->n);
			c->counted = c->n;
		} else {
			c->apart = c->n;
		}
	}
}

/* Returns where an equal count is in a list; NULL: not before the end. */
static struct access_count **
find_equal(struct access_count **list, struct access_count **end,
    const struct access_count *count)
{
	for (; list != end && *list; list = &(*list)->next) {
		const struct access_count *c = *list;

		if (c->cost == count->cost && c->bytes == count->bytes &&
		    c->is_write == count->is_write &&
		    c->datum == count->datum && c->offset == count->offset)
			return list;
	}
	return NULL;
}

/* Moves a count to a user, and returns where its next one is expected: blocks are often
 * used in the same way as those before them. */
static struct access_count **
move_count(
    struct line_user *to, struct access_count **at, struct access_count *count)
{
	struct access_count **found = find_equal(at, NULL, count);

	if (!found)
		found = find_equal(&to->counts, at, count);
	if (!found) {
		count->next = *at;
		*at = count;
		return &count->next;
	}
	(*found)->n += count->n;
	(*found)->counted += count->counted;
	(*found)->apart += count->apart;
	free_count(count);
	return &(*found)->next;
}

/* Moves what a user did to the bytes to another one, which is retired. */
static void
retire(struct line_user *user, struct line_user *to, ULong bytes)
{
	struct access_count **at = &user->counts, **next = &to->counts;
	struct access_count *count;

	to->read |= user->read & bytes;
	to->written |= user->written & bytes;
	user->read &= ~bytes;
	user->written &= ~bytes;
	while ((count = *at)) {
		if (count->bytes & bytes) {
			*at = count->next;
			leave_bucket(count);
			next = move_count(to, next, count);
		} else {
			at = &count->next;
		}
	}
}

static void
retire_all(struct used_line *line, ULong bytes)
{
	ULong of_several = used_by_several(line, bytes);

	partners_forget();
	for (struct line_user *u = line->users; u && !u->retired; u = u->next)
		if (((u->read | u->written) & bytes) != 0)
			settle(line, u, bytes, of_several);
	for (struct line_user *u = line->users; u && !u->retired; u = u->next)
		if (((u->read | u->written) & bytes) != 0)
			retire(u, find_user(line, u->segment, bytes), bytes);
}

static void
end_bytes(struct used_line *line, Addr first, Addr last)
{
	Addr end = line->line + sharing.line_size - 1;

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
		if (line->line + sharing.line_size - 1 >= first &&
		    line->line <= last)
			end_bytes(line, first, last);
}

void
sharing_end_memory(Addr start, SizeT size)
{
	Addr step = sharing.line_size, last = start + size - 1;
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
	Addr first, last;

	if (!sharing.lines || !sharing.running[thread])
		return;
	lookup_stack(thread, &first, &last);
	sharing_end_memory(first, last - first + 1);
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
