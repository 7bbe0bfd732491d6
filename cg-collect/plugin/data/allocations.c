// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Watches the allocation functions of the program.  A helper reads the arguments when
 * one begins, and the result where it returns.  Code that has been translated at the
 * return address is translated again, so no other code is slowed down.
 *
 * If an allocation function calls another one, the outermost one counts.
 */
#include "calls/callstack.h"
#include "calls/costs.h"
#include "calls/frames.h"
#include "counting/counting.h"
#include "ir.h"
#include "modes.h"
#include "allocations.h"
#include "allocators.h"
#include "datum.h"
#include "lookup.h"
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

/* A call that waits for a thread. */
struct joining {
	Addr thread; /* 0: there is none */
	Addr stack, return_address;
};

/* All zero at first. */
struct allocating_thread {
	struct joining joining;
	struct pending outside; /* of handlers */
	struct pending *inside; /* of each handler, outermost first */
	UInt nallocated;        /* of these */
	struct frames handlers; /* that have not ended: markers only */
};

struct watched_return {
	struct watched_return *next;
	UWord address;
};

static struct {
	VgHashTable *returns;
	struct allocating_thread *threads;
} allocations;

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
allocations_init(void)
{
	allocations.returns = VG_(HT_construct)("cgcollect.returns");
	allocations.threads = VG_(calloc)(
	    "cgcollect.allocating", VG_N_THREADS, sizeof *allocations.threads);
	live_blocks_init(&memory.blocks, &from_core);
}

/* Returns the call that the thread, or its innermost handler, is in. */
static struct pending *
pending_of(ThreadId thread)
{
	struct allocating_thread *t = &allocations.threads[thread];

	return t->handlers.n > 0 ? &t->inside[t->handlers.n - 1] : &t->outside;
}

/* --- memory --------------------------------------------------------------- */

/* Adds the block to the events of the instruction that allocates it. */
static void
count_events(const struct call_place *call, SizeT size)
{
	struct context *context = NULL;
	struct function *function = call->function;
	Addr address = call->address;
	struct cost *cost;

	if (modes.calls) {
		context = callstack_charge(call->return_address, size);
		/* its line is not known in another function */
		if (context->name->function != function) {
			function = context->name->function;
			address = 0;
		}
	}
	cost = cost_find(function, address);
	cost_add(cost, context, EV_AL, modes.counting);
	cost_add(cost, context, EV_ALB, size * modes.counting);
}

static void
count_block(struct datum *datum, const struct pending *pending)
{
	datum->element = datum->unit == 0 || datum->element == pending->element
			     ? pending->element
			     : 0;
	datum->unit = common_divisor(pending->size, datum->unit);
	if (!counting_is_on())
		return;
	datum->blocks += modes.counting;
	datum->bytes += pending->size * modes.counting;
	if (modes.allocations)
		count_events(datum->calls[datum->ncalls - 1], pending->size);
}

static void
add_block(const struct pending *pending, Addr start)
{
	const struct live_block block = {
	    .start = start,
	    .size = pending->size,
	    .owner = pending->datum->number,
	};

	if (pending->does->maps) {
		live_ranges_set(&from_core, &memory.mapped, &block);
		return;
	}
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
			 ? datum_only(DATUM_ALLOCATOR)->number
			 : 0,
	};

	live_ranges_set(&from_core, &memory.mapped, &range);
}

void
allocations_see_unmapping(Addr start, SizeT size)
{
	const struct live_block range = {.start = start, .size = size};

	sharing_end_memory(start, size);
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
	discard_translation(address);
}

static void
leave_handler(void *handlers)
{
	frames_pop_marker(handlers);
}

/* The same, after the handlers have ended that the stack pointer has left by a jump. */
static struct pending *
pending_at(ThreadId thread, Addr stack)
{
	struct frames *handlers = &allocations.threads[thread].handlers;

	frames_unwind(handlers, stack, leave_handler, handlers);
	return pending_of(thread);
}

/*
 * True if the function that begins is called by the pending one.  If the stack pointer
 * is the same, the pending one has jumped there at its end, unless it begins again: then
 * a jump has left it, as if a return address is not at its place any more.
 */
static Bool
is_nested(const struct pending *pending, const struct allocator *does,
    Addr stack, Addr return_address)
{
	if (!pending->does || stack > pending->stack)
		return False;
	if (stack == pending->stack)
		return return_address == pending->return_address &&
		       does != pending->does;
	return return_address_is_at(pending->stack, pending->return_address);
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

/* Reads the arguments.  False if the function can allocate nothing. */
static Bool
take_arguments(
    struct pending *pending, const struct allocator *does, ThreadId thread)
{
	pending->size = argument_get(thread, does->size);
	if (does->old)
		pending->old = argument_get(thread, does->old);
	if (does->out)
		pending->out = argument_get(thread, does->out);
	if (!does->count)
		return True;
	pending->element = pending->size;
	return !__builtin_mul_overflow(
	    pending->size, argument_get(thread, does->count), &pending->size);
}

/* Finds who has the memory that is moved or made larger.  NULL: nobody. */
static struct datum *
owner_of_mapping(Addr start)
{
	const struct live_block *range =
	    live_ranges_find(&memory.mapped, start);

	return range ? datum_numbered(range->owner) : NULL;
}

static void
begin(struct pending *pending, const struct allocator *does, ThreadId thread,
    Addr stack, Addr return_address)
{
	*pending = (struct pending){
	    .stack = stack,
	    .return_address = return_address,
	};
	if ((does->maps && !does->old && maps_file(thread)) ||
	    !take_arguments(pending, does, thread))
		return;
	pending->datum = does->maps && does->old
			     ? owner_of_mapping(pending->old)
			     : site_of_allocation(thread, return_address);
	if (!pending->datum)
		return;
	pending->does = does;
	watch_return(return_address);
}

/* An allocator of the user may free others' blocks while it allocates one; those of the
 * libraries free only what is replaced. */
static VG_REGPARM(2) void enter(const struct allocator *does, Addr stack)
{
	ThreadId thread = VG_(get_running_tid)();
	struct pending *pending = pending_at(thread, stack);
	Addr return_address = argument_return_address(thread);
	Bool nested = is_nested(pending, does, stack, return_address);

	if (does->joins)
		begin_join(thread, stack);
	else if (does->frees) {
		if (!nested || pending->does->is_own)
			end_block(argument_get(thread, does->old), does);
	} else if (!nested)
		begin(pending, does, thread, stack, return_address);
}

static Addr
result_of(const struct pending *pending, UWord result)
{
	if (!pending->out)
		return pending->does->maps && result > ~(UWord)4095 ? 0
								    : result;
	if ((Int)result != 0 || !VG_(am_is_valid_for_client)(
				    pending->out, sizeof(Addr), VKI_PROT_READ))
		return 0;
	return *(const Addr *)pending->out;
}

static VG_REGPARM(2) void leave(Addr here, Addr stack)
{
	ThreadId thread = VG_(get_running_tid)();
	struct pending *pending = pending_at(thread, stack);
	Addr start;

	end_join(thread, here, stack);
	if (!pending->does || stack - pending->stack != STACK_AFTER_RETURN ||
	    pending->return_address != here)
		return;
	start = result_of(pending, argument_result(thread));
	/* realloc keeps the old block if it fails */
	if (pending->old && !pending->does->maps &&
	    (start || pending->size == 0))
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
allocations_run(ThreadId thread)
{
	frames_run(&allocations.threads[thread].handlers, thread);
}

void
allocations_begin_handler(ThreadId thread, Bool alternate_stack)
{
	struct allocating_thread *t = &allocations.threads[thread];

	frames_begin_handler(&t->handlers, thread, alternate_stack);
	if (t->handlers.n > t->nallocated) {
		t->nallocated = 2 * t->handlers.n;
		t->inside = VG_(realloc)("cgcollect.pending", t->inside,
		    t->nallocated * sizeof *t->inside);
	}
	*pending_of(thread) = (struct pending){0};
}

void
allocations_end_handler(ThreadId thread)
{
	struct frames *handlers = &allocations.threads[thread].handlers;

	if (handlers->n > 0)
		frames_pop_marker(handlers);
}

void
allocations_end_thread(ThreadId thread)
{
	struct allocating_thread *t = &allocations.threads[thread];

	frames_free(&t->handlers);
	VG_(free)(t->inside);
	*t = (struct allocating_thread){0};
}

void
allocations_in_child(ThreadId thread)
{
	for (ThreadId other = 1; other < VG_N_THREADS; other++)
		if (other != thread)
			allocations_end_thread(other);
}
