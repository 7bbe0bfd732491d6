// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Finds out what an address belongs to: a block, the stack, a variable of an object,
 * a mapped file, or the memory of an allocator.
 */
#include "containers/interned.h"
#include "objects/objects.h"
#include "allocators.h"
#include "datum.h"
#include "lookup.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

struct memory memory;

/* The core declares these for itself.  They are where the program's heap, which brk
 * moves, begins. */
extern Addr VG_(brk_base), VG_(brk_limit);

enum {
	PAGE_BITS = 12,
	RECENT_PAGES = 4096,
	/* accesses below the stack pointer: the red zone, and what was pushed since
	 * the last time that the core was told */
	BELOW_STACK = 1024,
	RECENT_LINES = 8192,
	LINE = 64,
	/* variables without a symbol are told apart by lines; if there are many
	 * lines, by pages */
	MANY_LINES = 512,
	LEAST_SIZE = 8, /* the same for thread-local variables */
};

/* What a page of memory is, where no block is. */
struct memory_page {
	UWord number;
	UInt epoch;    /* of objects */
	UInt mappings; /* 0: it is not known */
	const struct object
	    *object; /* NULL: it is of none, or of a plain file */
	Addr bias;
	const HChar *path; /* of a plain file, or NULL */
	/* of an object, if all of the page is one variable, or NULL */
	struct datum *variable;
	Addr begin; /* of the variable */
};

static struct memory_page recent[RECENT_PAGES];

/* what the pages are that were looked up since memory was mapped or unmapped */
static UInt mappings = 1;

/* A line of memory that is all of one variable. */
struct variable_line {
	Addr line;
	UInt epoch;
	struct datum *datum; /* NULL: the entry is empty */
	Addr begin;          /* of the datum */
};

static struct variable_line recent_lines[RECENT_LINES];

/* --- pages ---------------------------------------------------------------- */

static const DebugInfo *
debug_info_of(const HChar *path)
{
	const DebugInfo *info = NULL;

	while ((info = VG_(next_DebugInfo)(info)))
		if (VG_(strcmp)(VG_(DebugInfo_get_filename)(info), path) == 0)
			return info;
	return NULL;
}

static void
set_object(struct memory_page *page, const DebugInfo *info)
{
	page->object =
	    object_at(VG_(DebugInfo_get_text_avma)(info), &page->bias);
}

/* Returns the path of the object whose uninitialised variables are there. */
static const HChar *
path_of_zeros(Addr addr)
{
	const HChar *path = NULL;

	switch (VG_(DebugInfo_sect_kind)(&path, addr)) {
	case Vg_SectData:
	case Vg_SectBSS:
	case Vg_SectGOT:
	case Vg_SectGOTPLT:
		return path;
	default:
		return NULL;
	}
}

static void
find_page(struct memory_page *page, Addr addr)
{
	const NSegment *segment = VG_(am_find_nsegment)(addr);
	const HChar *path = NULL;
	const DebugInfo *info;

	if (segment && segment->kind == SkFileC)
		path = VG_(am_get_filename)(segment);
	else if (segment)
		path = path_of_zeros(addr);
	info = path ? debug_info_of(path) : NULL;
	if (info)
		set_object(page, info);
	else if (path)
		page->path = name_intern(path);
}

/* Finds where the symbol begins that has the address.  False if none has it. */
static Bool
find_symbol(Addr addr, Addr *begin)
{
	const HChar *name;
	PtrdiffT from;

	if (!VG_(get_datasym_and_offset)(
		VG_(current_DiEpoch)(), addr, &name, &from))
		return False;
	*begin = addr - (Addr)from;
	return True;
}

/* Returns the datum of a variable that begins there, or of so many bytes. */
static struct datum *
variable_at(const struct memory_page *page, Addr begin, SizeT range)
{
	struct datum key = {
	    .kind = DATUM_VARIABLE,
	    .object = page->object,
	    .range = range,
	};

	if (!page->object->has_namesake)
		key.address = begin - page->bias;
	return datum_find(&key);
}

/* Symbols do not overlap, so all between the first byte and the last one is of one. */
static void
find_whole(struct memory_page *page)
{
	Addr first = page->number << PAGE_BITS, begin;
	Addr last = first + (((Addr)1 << PAGE_BITS) - 1);

	if (find_symbol(first, &page->begin) && find_symbol(last, &begin) &&
	    begin == page->begin)
		page->variable = variable_at(page, begin, 0);
}

static struct memory_page *
page_of(Addr addr)
{
	UWord number = addr >> PAGE_BITS;
	UInt epoch = VG_(current_DiEpoch)().n;
	struct memory_page *page = &recent[number % RECENT_PAGES];

	/* the epoch changes when an object is mapped or unmapped */
	if (page->number != number || page->epoch != epoch ||
	    (page->mappings != mappings && !page->object)) {
		*page = (struct memory_page){
		    .number = number,
		    .epoch = epoch,
		    .mappings = mappings,
		};
		find_page(page, addr);
		if (page->object)
			find_whole(page);
	}
	return page;
}

void
lookup_see_mapping(void)
{
	mappings++;
}

/* --- kinds ---------------------------------------------------------------- */

/* Where there are many lines, most are of large variables. */
static SizeT
unnamed_range(void)
{
	static UInt nlines;

	return nlines++ < MANY_LINES ? LINE : (SizeT)1 << PAGE_BITS;
}

/* Finds the variable at an address, and where it begins in memory.  True if it has all
 * of the line. */
static Bool
find_variable(const struct memory_page *page, Addr addr, struct datum **datum,
    Addr *begin)
{
	SizeT range = 0;
	Addr first = addr / LINE * LINE, of_first = 0, of_last = 0;
	Bool named = find_symbol(addr, begin);
	Bool first_named = find_symbol(first, &of_first);
	Bool last_named = find_symbol(first + LINE - 1, &of_last);

	if (!named) {
		range = unnamed_range();
		*begin = addr / range * range;
	}
	*datum = variable_at(page, *begin, range);
	if (!named)
		return !first_named && !last_named;
	return first_named && last_named && of_first == *begin &&
	       of_last == *begin;
}

static struct datum *
variable_datum(const struct memory_page *page, Addr addr, Addr *offset)
{
	Addr line = addr / LINE * LINE;
	struct variable_line *known = &recent_lines[line / LINE % RECENT_LINES];
	struct datum *datum;
	Addr begin;

	if (page->variable) {
		*offset = addr - page->begin;
		return page->variable;
	}
	if (known->datum && known->line == line &&
	    known->epoch == page->epoch) {
		*offset = addr - known->begin;
		return known->datum;
	}
	if (find_variable(page, addr, &datum, &begin))
		*known = (struct variable_line){
		    .line = line,
		    .epoch = page->epoch,
		    .datum = datum,
		    .begin = begin,
		};
	*offset = addr - begin;
	return datum;
}

static struct datum *
file_datum(const HChar *path)
{
	const struct datum key = {.kind = DATUM_FILE, .path = path};

	return datum_find(&key);
}

static Bool
is_on_stack(ThreadId thread, Addr addr)
{
	Addr stack;

	if (thread == VG_INVALID_THREADID)
		return False;
	stack = VG_(get_SP)(thread);
	return addr >= stack - BELOW_STACK &&
	       addr <= VG_(thread_get_stack_max)(thread);
}

static Bool has_threads;

void
lookup_see_thread(void)
{
	has_threads = True;
}

/* Another thread's: from its stack pointer to the end of its stack. */
static Bool
is_on_other_stack(Addr addr)
{
	ThreadId thread;
	Addr lowest, highest;

	if (!has_threads)
		return False;
	VG_(thread_stack_reset_iter)(&thread);
	while (VG_(thread_stack_next)(&thread, &lowest, &highest))
		if (addr >= lowest - BELOW_STACK && addr <= highest)
			return True;
	return False;
}

/* Variables of libraries are not told apart. */
static struct datum *
thread_local_datum(ThreadId thread, Addr addr, Addr *offset)
{
	static Addr pointer; /* of the thread that was asked about last */
	static UInt epoch;
	static Bool is_known;
	static struct thread_locals locals;
	struct datum key = {.kind = DATUM_THREAD_LOCAL};
	Addr now =
	    thread == VG_INVALID_THREADID ? 0 : argument_thread_pointer(thread);

	if (now != pointer || epoch != VG_(current_DiEpoch)().n) {
		pointer = now;
		epoch = VG_(current_DiEpoch)().n;
		is_known = now && objects_thread_locals(now, &locals);
	}
	if (!is_known || addr - locals.first > locals.last - locals.first)
		return NULL;
	if (addr - locals.begin < locals.size) {
		key.object = locals.program;
		key.range = LEAST_SIZE;
		key.address = (addr - locals.begin) / LEAST_SIZE * LEAST_SIZE;
		*offset = addr - locals.begin - key.address;
	}
	return datum_find(&key);
}

struct datum *
lookup_datum(ThreadId thread, Addr addr, Addr *offset)
{
	const struct live_block *range;
	struct memory_page *page;
	struct live_block block;
	struct datum *datum;
	Bool on_stack;

	*offset = 0;
	if (live_blocks_find(&memory.blocks, addr, &block)) {
		*offset = addr - block.start;
		return datum_numbered(block.owner);
	}
	on_stack = is_on_stack(thread, addr);
	if (!on_stack) {
		page = page_of(addr);
		if (page->object)
			return variable_datum(page, addr, offset);
		if (page->path)
			return file_datum(page->path);
	}
	/* they may be at the end of the stack's mapping */
	datum = thread_local_datum(thread, addr, offset);
	if (datum)
		return datum;
	if (on_stack)
		return datum_only(DATUM_STACK);
	range = live_ranges_find(&memory.mapped, addr);
	if ((range && range->owner == datum_only(DATUM_ALLOCATOR)->number) ||
	    (addr >= VG_(brk_base) &&addr < VG_(brk_limit)))
		return datum_only(DATUM_ALLOCATOR);
	if (is_on_other_stack(addr))
		return datum_only(DATUM_STACK);
	if (!range)
		return datum_only(DATUM_UNKNOWN);
	*offset = addr - range->start;
	return datum_numbered(range->owner);
}

/* --- stacks --------------------------------------------------------------- */

/* Finds the block or mapping that has the address, or else the segment, from the
 * variable on that the address is in. */
static void
find_surroundings(Addr addr, Addr *first, Addr *last)
{
	const struct live_block *range = live_ranges_find(&memory.mapped, addr);
	const NSegment *segment = VG_(am_find_nsegment)(addr);
	struct live_block block;

	*first = *last = addr;
	if (live_blocks_find(&memory.blocks, addr, &block))
		range = &block;
	if (range) {
		*first = range->start;
		*last = live_block_last(range);
	} else if (segment) {
		if (!find_symbol(addr, first))
			*first = segment->start;
		*last = segment->end;
	}
}

/* What the C library keeps at the thread pointer ends with the page. */
void
lookup_stack(ThreadId thread, Addr *first, Addr *last)
{
	const Addr in_page = ((Addr)1 << PAGE_BITS) - 1;
	Addr pointer = argument_thread_pointer(thread);
	Addr highest = VG_(thread_get_stack_max)(thread);

	find_surroundings(VG_(get_SP)(thread), first, last);
	if (pointer > highest && pointer <= *last)
		highest = pointer | in_page;
	if (*last > highest)
		*last = highest;
}
