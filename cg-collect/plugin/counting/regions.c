// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The regions of the program, and which of them each thread is in.  A region is
 * a part of the key of a context, so entering one costs no more than finding
 * the context of the running function in it.
 */
#include "calls/callstack.h"
#include "containers/interned.h"
#include "modes.h"
#include "regions.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"

enum {
	MOST_REGIONS =
	    1 << 16, /* others are not told from what is around them */
	LONGEST_NAME = 1 << 14,
	MOST_COMPLAINTS = 10,
	LARGEST_STACK = 1 << 26, /* for handlers of signals */
};

/* A region that was entered and not left yet, or the start of a handler. */
struct open_region {
	const HChar *name;    /* NULL: a handler */
	struct region *outer; /* what the thread was in before */
	Bool is_in_frame;
	Addr base, code; /* of the stack; of the instruction */
	SizeT span;      /* it is left if the stack pointer is beyond */
};

struct region_thread {
	struct region *region; /* that it is in; NULL: none */
	struct open_region *list;
	UInt n, nallocated;
};

static struct {
	VgHashTable *table;
	UInt n;
	struct region_thread *threads; /* NULL: no region was entered */
	UInt ncomplaints;
} regions;

static void
complain(const HChar *format, const HChar *name)
{
	if (VG_(clo_verbosity) == 0 || regions.ncomplaints == MOST_COMPLAINTS)
		return;
	VG_(umsg)(format, name);
	if (++regions.ncomplaints == MOST_COMPLAINTS)
		VG_(umsg)("no more is said about regions\n");
}

/* --- names ---------------------------------------------------------------- */

/* Returns at most LONGEST_NAME bytes of the name, with what separates names in a
 * path escaped. */
static const HChar *
escape_name(const HChar *name, SizeT length)
{
	HChar *escaped = VG_(malloc)("cgcollect.region", 4 * length + 4);
	HChar *end = escaped;

	for (SizeT i = 0; i < length && i < LONGEST_NAME; i++)
		end +=
		    VG_(sprintf)(end, name[i] == ';' ? "\\x3b" : "%c", name[i]);
	VG_(strcpy)(end, length > 0 ? "" : "???");
	return name_take(escaped);
}

static const HChar *
clean_name(const HChar *name)
{
	SizeT length = VG_(strnlen)(name, LONGEST_NAME + 1);

	if (length > 0 && length <= LONGEST_NAME && !VG_(strchr)(name, ';'))
		return name_intern(name);
	return escape_name(name, length);
}

static const HChar *
path_of(const struct region *outer, const HChar *name)
{
	SizeT size = VG_(strlen)(name) + 2;
	HChar *path;

	if (!outer)
		return name;
	size += VG_(strlen)(outer->path);
	path = VG_(malloc)("cgcollect.region", size);
	VG_(snprintf)(path, (Int)size, "%s;%s", outer->path, name);
	return name_take(path);
}

/* --- regions -------------------------------------------------------------- */

static Word
compare_regions(const void *a, const void *b)
{
	const struct region *left = a, *right = b;

	return left->outer != right->outer || left->name != right->name;
}

/* Returns the region in the outer one, which may be NULL; the outer one if there
 * are too many. */
static struct region *
find_region(struct region *outer, const HChar *name)
{
	const struct region wanted = {
	    .outer = outer,
	    .name = name,
	    .hash = ((UWord)outer >> 4) * 31 + ((UWord)name >> 3),
	};
	struct region *region =
	    VG_(HT_gen_lookup)(regions.table, &wanted, compare_regions);

	if (region)
		return region;
	if (regions.n == MOST_REGIONS) {
		complain("there are too many regions: %s is not one\n", name);
		return outer;
	}
	region = VG_(perm_malloc)(sizeof *region, sizeof(ULong));
	*region = wanted;
	region->path = path_of(outer, name);
	region->number = ++regions.n;
	VG_(HT_add_node)(regions.table, region);
	return region;
}

/* --- threads -------------------------------------------------------------- */

static void
set_region(ThreadId thread, struct region *region)
{
	regions.threads[thread].region = region;
	callstack_enter_region(thread, region);
}

static void
pop(ThreadId number)
{
	struct region_thread *thread = &regions.threads[number];

	set_region(number, thread->list[--thread->n].outer);
}

static const struct open_region *
top_of(const struct region_thread *thread)
{
	return thread->n > 0 ? &thread->list[thread->n - 1] : NULL;
}

/* Leaves the regions that were entered in frames that a jump has left. */
static void
unwind(ThreadId number, Addr stack)
{
	struct region_thread *thread = &regions.threads[number];
	const struct open_region *open;

	while ((open = top_of(thread)) && open->is_in_frame &&
	       stack - open->base > open->span)
		pop(number);
}

static struct region_thread *
thread_of(ThreadId thread)
{
	if (!regions.threads) {
		regions.threads = VG_(calloc)("cgcollect.regions.threads",
		    VG_N_THREADS, sizeof *regions.threads);
		regions.table = VG_(HT_construct)("cgcollect.regions");
		callstack.unwound = unwind;
		/* calls are cold only outside of all regions */
		callstack_warm_up();
		modes.regions = True;
	}
	return &regions.threads[thread];
}

static void
push(ThreadId number, const struct open_region *open)
{
	struct region_thread *thread = thread_of(number);

	if (thread->n == thread->nallocated) {
		thread->nallocated =
		    thread->nallocated ? 2 * thread->nallocated : 16;
		thread->list = VG_(realloc)("cgcollect.open_regions",
		    thread->list, thread->nallocated * sizeof *thread->list);
	}
	thread->list[thread->n++] = *open;
}

/* --- entering and leaving ------------------------------------------------- */

static Bool
is_open(const struct region_thread *thread, const HChar *name)
{
	for (UInt i = thread->n; i-- > 0;)
		if (thread->list[i].name == name)
			return True;
	return False;
}

/* True if both were entered by one instruction of one frame, so that the first
 * one was left. */
static Bool
is_same_place(const struct open_region *a, const struct open_region *b)
{
	return a->is_in_frame && b->is_in_frame && a->base == b->base &&
	       a->span == b->span && a->code == b->code;
}

void
regions_enter(ThreadId number, const HChar *text, Bool is_in_frame)
{
	struct region_thread *thread = thread_of(number);
	struct open_region open = {
	    .name = clean_name(text),
	    .is_in_frame = is_in_frame,
	    .base = callstack.threads[number].stack.base,
	    .code = VG_(get_IP)(number),
	};
	struct region *inner;

	open.span = VG_(get_SP)(number) - open.base;
	while (thread->n > 0 && is_same_place(top_of(thread), &open))
		pop(number);
	open.outer = thread->region;
	inner = is_open(thread, open.name)
		    ? thread->region
		    : find_region(thread->region, open.name);
	push(number, &open);
	if (inner == thread->region)
		return;
	inner->entries++;
	set_region(number, inner);
}

/* Leaves what was entered after the first n, or says that it was left behind. */
static void
pop_to(ThreadId number, UInt n)
{
	struct region_thread *thread = &regions.threads[number];

	for (; thread->n > n; pop(number))
		if (thread->n > n + 1 && top_of(thread)->name)
			complain("the region %s was entered, but not left\n",
			    top_of(thread)->name);
}

void
regions_leave(ThreadId number, const HChar *text)
{
	struct region_thread *thread = thread_of(number);
	const HChar *name = text ? clean_name(text) : NULL;
	UInt i = thread->n;

	while (i > 0 && name && thread->list[i - 1].name &&
	       thread->list[i - 1].name != name)
		i--;
	if (i > 0 && thread->list[i - 1].name)
		pop_to(number, i - 1);
	else
		complain("the region %s was left, but not entered\n",
		    name ? name : "without a name");
}

/* --- life of threads and handlers ----------------------------------------- */

void
regions_begin_thread(ThreadId maker, ThreadId number)
{
	if (modes.regions)
		set_region(number, regions.threads[maker].region);
}

static void
forget(struct region_thread *thread)
{
	VG_(free)(thread->list);
	VG_(memset)(thread, 0, sizeof *thread);
}

void
regions_end_thread(ThreadId number)
{
	if (modes.regions)
		forget(&regions.threads[number]);
}

void
regions_clear(void)
{
	struct region *region;

	if (!modes.regions)
		return;
	VG_(HT_ResetIter)(regions.table);
	while ((region = VG_(HT_Next)(regions.table)))
		region->entries = 0;
}

void
regions_in_child(ThreadId number)
{
	if (!modes.regions)
		return;
	for (ThreadId i = 0; i < VG_N_THREADS; i++)
		if (i != number)
			forget(&regions.threads[i]);
	regions_clear();
}

void
regions_begin_handler(ThreadId number, Bool alternate_stack)
{
	struct open_region handler = {.is_in_frame = True};

	if (!modes.regions)
		return;
	handler.outer = regions.threads[number].region;
	if (alternate_stack) {
		handler.base = VG_(thread_get_altstack_min)(number);
		handler.span = LARGEST_STACK;
	} else {
		handler.base = callstack.threads[number].stack.base;
		handler.span = VG_(get_SP)(number) - handler.base;
	}
	push(number, &handler);
}

void
regions_end_handler(ThreadId number)
{
	struct region_thread *thread;
	UInt n;

	if (!modes.regions)
		return;
	thread = &regions.threads[number];
	for (n = thread->n; n > 0 && thread->list[n - 1].name; n--)
		continue;
	if (n > 0)
		pop_to(number, n - 1);
}
