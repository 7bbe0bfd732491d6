// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Watches the allocation functions of the program.  A helper reads the arguments when
 * one begins, and the result where it returns.  Code that has been translated at the
 * return address is translated again, so no other code is slowed down.
 *
 * If an allocation function calls another one, the outermost one counts.
 */
#include "allocations.h"
#include "allocators.h"
#include "../callstack.h"
#include "../costs.h"
#include "../ir.h"
#include "../toggle.h"
#include "datum.h"
#include "sharing.h"
#include "sites.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

struct memory memory;

/* A call of an allocation function that has not returned; of none, `does` is
 * NULL. */
struct pending {
	const struct allocator *does;
	Addr stack; /* the stack pointer at its start */
	Addr return_address;
	Addr old, out;
	SizeT size, element;
	struct datum *datum;
};

#define MAX_HANDLERS 8

/* A call that waits for a thread. */
struct joining {
	Addr thread; /* 0: there is none */
	Addr stack, return_address;
};

struct allocating_thread {
	struct joining joining;
	struct pending pending[MAX_HANDLERS]; /* outside of handlers first */
	UInt nhandlers;
};

struct watched_return {
	struct watched_return *next;
	UWord address;
};

static struct {
	Bool with_events;
	VgHashTable *returns;
	struct allocating_thread *threads;
} allocations;

/* of the core; its headers for tools have only a function that refuses to discard
 * translations while code runs */
void VG_(discard_translations)(Addr start, ULong range, const HChar *who);

static void *
resize(void *old, size_t size)
{
	return VG_(realloc)("cgcollect.live_blocks", old, size);
}

static void
release(void *old)
{
	VG_(free)(old);
}

static const struct live_memory from_core = {resize, release};

void
allocations_init(Bool with_events)
{
	allocations.with_events = with_events;
	allocations.returns = VG_(HT_construct)("cgcollect.returns");
	allocations.threads = VG_(calloc)(
	    "cgcollect.allocating", VG_N_THREADS, sizeof *allocations.threads);
	live_blocks_init(&memory.blocks, &from_core);
}

static struct pending *
pending_of(ThreadId thread)
{
	struct allocating_thread *t = &allocations.threads[thread];

	return &t->pending[t->nhandlers];
}

/* --- memory --------------------------------------------------------------- */

static struct datum *
allocator_memory(void)
{
	static struct datum *datum;
	static const struct datum key = {.kind = DATUM_ALLOCATOR};

	if (!datum)
		datum = datum_find(&key);
	return datum;
}

static SizeT
common_divisor(SizeT a, SizeT b)
{
	while (b > 0) {
		SizeT rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static void
count_block(struct datum *datum, const struct pending *pending)
{
	struct cost *cost;
	const struct call_place *call = datum->calls[datum->ncalls - 1];

	datum->element = datum->unit == 0 || datum->element == pending->element
			     ? pending->element
			     : 0;
	datum->unit = common_divisor(pending->size, datum->unit);
	if (pending->does->maps)
		return;
	datum->blocks += toggle_counting;
	datum->bytes += pending->size * toggle_counting;
	if (!allocations.with_events)
		return;
	cost = cost_find(call->function, call->address);
	ULong *counts = cost_counts(cost, callstack_other);

	counts[EV_AL] += toggle_counting;
	counts[EV_ALB] += pending->size * toggle_counting;
	callstack_totals[EV_AL] += toggle_counting;
	callstack_totals[EV_ALB] += pending->size * toggle_counting;
}

static void
add_block(const struct pending *pending, Addr start)
{
	const struct live_block block = {
	    .start = start,
	    .size = pending->size,
	    .owner = pending->datum->number,
	};

	if (pending->does->maps)
		live_ranges_set(&from_core, &memory.mapped, &block);
	else
		live_blocks_add(&memory.blocks, &block, pending->does->is_own);
	count_block(pending->datum, pending);
}

static void
end_block(Addr start, const struct allocator *does)
{
	struct live_block old;

	if (live_blocks_remove(&memory.blocks, start, does->is_own, &old))
		sharing_end_memory(start, old.size);
}

/* What an allocator maps is its own until it is given to the program. */
void
allocations_see_mapping(Addr start, SizeT size)
{
	ThreadId thread = VG_(get_running_tid)();
	const struct live_block range = {
	    .start = start,
	    .size = size,
	    .owner = thread != VG_INVALID_THREADID && pending_of(thread)->does
			 ? allocator_memory()->number
			 : 0,
	};

	live_ranges_set(&from_core, &memory.mapped, &range);
}

void
allocations_see_unmapping(Addr start, SizeT size)
{
	const struct live_block range = {.start = start, .size = size};

	live_ranges_set(&from_core, &memory.mapped, &range);
}

/* --- called by generated code --------------------------------------------- */

/* Has the code at the return address translated again, with the helper. */
static void
watch_return(Addr address)
{
	struct watched_return *watched =
	    VG_(HT_lookup)(allocations.returns, address);

	if (watched)
		return;
	watched = VG_(perm_malloc)(sizeof *watched, sizeof(void *));
	watched->address = address;
	VG_(HT_add_node)(allocations.returns, watched);
	VG_(discard_translations)(address, 1, "cgcollect");
}

/* True if the call has ended without a return: the stack pointer has left it. */
static Bool
is_abandoned(const struct pending *pending, Addr stack)
{
	return stack > pending->stack;
}

static Bool
maps_file(ThreadId thread)
{
	return !(argument_get(thread, 4) & VKI_MAP_ANONYMOUS);
}

static void
begin_join(ThreadId thread, Addr stack)
{
	struct joining *joining = &allocations.threads[thread].joining;

	*joining = (struct joining){
	    .thread = argument_get(thread, 1),
	    .stack = stack,
	    .return_address = argument_return_address(thread),
	};
	watch_return(joining->return_address);
}

static void
end_join(ThreadId thread, Addr here, Addr stack)
{
	struct joining *joining = &allocations.threads[thread].joining;

	if (joining->return_address != here ||
	    stack - joining->stack != STACK_AFTER_RETURN)
		return;
	if (argument_result(thread) == 0)
		sharing_join(thread, joining->thread);
	*joining = (struct joining){0};
}

static VG_REGPARM(2) void enter(const struct allocator *does, Addr stack)
{
	ThreadId thread = VG_(get_running_tid)();
	struct pending *pending = pending_of(thread);
	UWord count;

	if (does->joins) {
		begin_join(thread, stack);
		return;
	}
	if (pending->does && !is_abandoned(pending, stack))
		return;
	pending->does = NULL;
	if (does->frees) {
		end_block(argument_get(thread, does->old), does);
		return;
	}
	if (does->maps && maps_file(thread))
		return;
	*pending = (struct pending){
	    .stack = stack,
	    .return_address = argument_return_address(thread),
	    .size = argument_get(thread, does->size),
	};
	if (does->count) {
		count = argument_get(thread, does->count);
		pending->element = pending->size;
		if (__builtin_mul_overflow(
			pending->size, count, &pending->size))
			return; /* the function will fail */
	}
	if (does->old)
		pending->old = argument_get(thread, does->old);
	if (does->out)
		pending->out = argument_get(thread, does->out);
	pending->datum = site_of_allocation(thread, pending->return_address);
	pending->does = does;
	watch_return(pending->return_address);
}

static Addr
result_of(const struct pending *pending, UWord result)
{
	if (!pending->out)
		return pending->does->maps && result > ~(UWord)4095 ? 0
								    : result;
	if (result != 0 || !VG_(am_is_valid_for_client)(
			       pending->out, sizeof(Addr), VKI_PROT_READ))
		return 0;
	return *(const Addr *)pending->out;
}

static VG_REGPARM(2) void leave(Addr here, Addr stack)
{
	ThreadId thread = VG_(get_running_tid)();
	struct pending *pending = pending_of(thread);
	Addr start;

	end_join(thread, here, stack);
	if (!pending->does || stack - pending->stack != STACK_AFTER_RETURN ||
	    pending->return_address != here)
		return;
	start = result_of(pending, argument_result(thread));
	/* realloc keeps the old block if it fails */
	if (pending->old && (start || pending->size == 0))
		end_block(pending->old, pending->does);
	if (start)
		add_block(pending, start);
	pending->does = NULL;
}

/* --- superblocks ---------------------------------------------------------- */

/* The stack is unwound by these registers, and by others that are not known. */
static void
read_registers(IRDirty *call, const VexGuestLayout *layout)
{
	const Int offsets[] = {
	    layout->offset_IP,
	    layout->offset_SP,
	    layout->offset_FP,
	};

	call->nFxState = sizeof offsets / sizeof *offsets;
	VG_(memset)(call->fxState, 0, sizeof call->fxState);
	for (Int i = 0; i < call->nFxState; i++) {
		call->fxState[i].fx = Ifx_Read;
		call->fxState[i].offset = (UShort)offsets[i];
		call->fxState[i].size = sizeof(UWord);
	}
}

static void
add_call(
    IRSB *out, void *function, UWord argument, const VexGuestLayout *layout)
{
	IRExpr *stack = IRExpr_RdTmp(ir_assign(
	    out, WORD_TYPE, IRExpr_Get(layout->offset_SP, WORD_TYPE)));
	IRDirty *call = unsafeIRDirty_0_N(2, "cgcollect_allocation",
	    VG_(fnptr_to_fnentry)(function),
	    mkIRExprVec_2(mkIRExpr_HWord(argument), stack));

	read_registers(call, layout);
	addStmtToIRSB(out, IRStmt_Dirty(call));
}

/* A function that returns to an allocation function's start has not been seen. */
void
allocations_watch(IRSB *superblock, Addr addr, const VexGuestLayout *layout)
{
	const struct allocator *does = NULL;
	const HChar *function;
	Bool returns = VG_(HT_lookup)(allocations.returns, addr) != NULL;
	IRSB *out;

	if (VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), addr, &function))
		does = allocator_named(function);
	if (!does && !returns)
		return;
	out = deepCopyIRSBExceptStmts(superblock);
	if (returns)
		add_call(out, leave, addr, layout);
	if (does)
		add_call(out, enter, (UWord)does, layout);
	for (Int i = 0; i < superblock->stmts_used; i++)
		addStmtToIRSB(out, superblock->stmts[i]);
	*superblock = *out;
}

/* --- threads and signals -------------------------------------------------- */

void
allocations_begin_handler(ThreadId thread)
{
	struct allocating_thread *t = &allocations.threads[thread];

	if (t->nhandlers + 1 < MAX_HANDLERS)
		t->nhandlers++;
	pending_of(thread)->does = NULL;
}

void
allocations_end_handler(ThreadId thread)
{
	struct allocating_thread *t = &allocations.threads[thread];

	if (t->nhandlers > 0)
		t->nhandlers--;
}

void
allocations_end_thread(ThreadId thread)
{
	VG_(memset)(&allocations.threads[thread], 0,
	    sizeof allocations.threads[thread]);
}
