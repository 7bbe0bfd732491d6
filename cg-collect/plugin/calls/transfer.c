// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What calls, returns and jumps between functions mean for the call stack.  The
 * rules are Callgrind's, but the running function is always the function that
 * the running instruction belongs to:
 *
 *	- A call pushes a frame.
 *	- A return pops the frames that the stack pointer has left.  If it has
 *	  left none, it is a jump.
 *	- A jump to the first instruction of another function is a call that
 *	  returns when its caller does: a tail call.
 *	- A jump to the first instruction of the running function is a loop.
 *	  Callgrind takes it for a recursive call.
 *	- A jump out of a linkage table or out of the dynamic linker's resolver
 *	  continues the call that led there.
 *	- A jump into the middle of another function returns to that function if
 *	  it has made the last tail calls; if not, it is also a tail call.
 *	- A jump that finds the stack pointer above frames has left them.
 */
#include "ir.h"
#include "modes.h"
#include "callstack.h"
#include "costs.h"
#include "jumps.h"
#include "transfer.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

static struct {
	Bool skip_plt;
} rules;

void
transfers_init(Bool skip_plt)
{
	rules.skip_plt = skip_plt;
}

/* --- at run time ---------------------------------------------------------- */

static void
find_target(struct transfer *transfer, Addr addr, Bool is_call)
{
	const struct target *target;

	if (transfer->target == addr &&
	    transfer->epoch == function_targets_epoch)
		return;
	target = is_call ? function_call_target(addr)
			 : function_target(addr, transfer->function->object);
	transfer->target = addr;
	transfer->epoch = function_targets_epoch;
	transfer->callee = target->function;
	transfer->is_entry = target->is_entry;
	transfer->edge = NULL;
	transfer->jump = NULL;
}

/* Returns the edge of a call of transfer->callee from the running context. */
static struct edge *
find_edge(struct transfer *transfer)
{
	struct edge *edge = transfer->edge;
	struct call_origin place =
	    callstack_origin(transfer->cost, transfer->callee);

	if (!edge || transfer->caller != place.caller ||
	    (UNLIKELY(place.site != transfer->cost) &&
		edge->site != place.site) ||
	    !context_is_next(edge->callee, transfer->callee)) {
		edge = edge_of_call(place.site, place.caller, transfer->callee);
		/* if a cold call gets a context, the next one has it, too */
		if (!edge->callee->is_folded || place.caller->is_folded) {
			transfer->edge = edge;
			transfer->caller = place.caller;
		}
	}
	return edge;
}

/* True if both are calls by one instruction between functions at the same levels. */
static Bool
are_alike(const struct edge *a, const struct edge *b)
{
	return a->site == b->site && a->arc == b->arc;
}

/* Returns to an identical earlier tail call, so that a loop of tail calls does
 * not grow the stack. */
static Bool
repeat_tail_call(struct thread_words *words, struct edge *edge)
{
	const struct frame *top = callstack_top();
	UInt n = 0;

	while (top && top->is_jump && !are_alike(top->edge, edge)) {
		top = callstack_below(top);
		n++;
	}
	if (!top || !top->is_jump)
		return False;
	top->edge->calls += modes.counting;
	while (n-- > 0)
		callstack_pop(words);
	return True;
}

/* A tail call has the place of the frame that makes it. */
static void
tail_call(struct thread_words *words, struct transfer *transfer, Addr stack)
{
	struct edge *edge = find_edge(transfer);
	const struct frame *top = callstack_top();
	struct frame_place place = callstack_place(stack, 0);

	if (callstack_is_open(edge) && repeat_tail_call(words, edge))
		return;
	if (top) {
		place.span = top->span;
		place.return_address = top->return_address;
	}
	place.is_jump = True;
	callstack_push(words, edge, &place);
}

/* True if the stack pointer is the same as at the frame's start: a function may
 * have returned with it if its return address is in a register. */
static Bool
is_at_begin(const struct frame *frame, Addr stack)
{
	return stack - frame->base == frame->span;
}

/* Returns to the function if it has made the last tail calls, or one of them.
 * Not of a function whose extent is not known, because the code may be another's.
 */
static Bool
return_to(
    struct thread_words *words, const struct function *function, Addr stack)
{
	const struct frame *top = callstack_top();
	UInt n = 1;

	if (!function->has_extent)
		return False;
	while (top && (top->is_jump || is_at_begin(top, stack)) &&
	       top->caller->name->function != function) {
		top = callstack_below(top);
		n++;
	}
	if (!top || !(top->is_jump || is_at_begin(top, stack)))
		return False;
	while (n-- > 0)
		callstack_pop(words);
	return True;
}

/* Ends the call of the running function and begins one of transfer->callee at
 * its place. */
static void
replace_call(struct thread_words *words, const struct transfer *transfer)
{
	const struct frame *top = callstack_top();
	struct cost *line = top->edge->site;
	struct call_origin call;
	struct frame_place place = {
	    .base = top->base,
	    .span = top->span,
	    .return_address = top->return_address,
	    .is_jump = top->is_jump,
	};

	callstack_pop(words);
	call = callstack_origin(line, transfer->callee);
	callstack_push(words,
	    edge_of_call(call.site, call.caller, transfer->callee), &place);
}

static Bool
is_passed_through(const struct function *function)
{
	return function->is_resolver || (function->is_stub && rules.skip_plt);
}

/* `unwound` is true if the jump has left frames, which were popped. */
static void
jump(struct thread_words *words, struct transfer *transfer, Addr stack,
    Bool unwound)
{
	const struct context *context = callstack_context();
	const struct function *from = context->name->function;

	if (from == transfer->callee)
		return;
	/* which has no rows there */
	if (UNLIKELY(context->name->is_owned) &&
	    transfer->callee->is_interpreter) {
		callstack_go_on(words, transfer->callee);
		return;
	}
	if (!unwound && is_passed_through(from) && callstack_top())
		replace_call(words, transfer);
	else if (transfer->is_entry ||
		 !return_to(words, transfer->callee, stack))
		tail_call(words, transfer, stack);
}

/* If the program has changed its place without a transfer, the running function
 * is not the one with the running instruction. */
static __attribute__((noinline)) void
arrive(struct thread_words *words, struct function *function, struct cost *cost,
    Addr stack)
{
	struct transfer arrival = {
	    .function = function,
	    .cost = cost,
	    .callee = function,
	};

	jump(words, &arrival, stack, False);
}

/*
 * Generated code calls the functions below, with the stack pointer and the
 * count of instructions of the thread.  It reads callstack_block afterwards.
 * They return nothing, because on x86, arm64 and ppc64le VEX cannot call a
 * function that returns a value under a guard.
 */
static inline struct thread_words
begin(const struct transfer *transfer, Addr stack, ULong instructions)
{
	struct thread_words words = {
	    .block = callstack_block,
	    .instructions = instructions,
	};

	callstack_look(&words);
	if (UNLIKELY(callstack_context()->name->function != transfer->function))
		arrive(&words, transfer->function, transfer->cost, stack);
	return words;
}

static void
do_call(struct transfer *transfer, Addr target, Addr stack, ULong instructions)
{
	struct thread_words words = begin(transfer, stack, instructions);
	const struct frame *top = callstack_top();
	struct frame_place place;

	if (UNLIKELY(contexts_have_grown) && callstack.crowded)
		callstack.crowded();
	if (top && frame_is_left(top, stack)) {
		callstack_unwind(&words, stack, transfer->function);
		if (callstack_context()->name->function != transfer->function)
			arrive(
			    &words, transfer->function, transfer->cost, stack);
	}
	find_target(transfer, target, True);
	place = callstack_place(stack, transfer->return_address);
	callstack_push(&words, find_edge(transfer), &place);
}

/* Counts an indirect jump inside of the running function. */
static void
count_jump(struct transfer *transfer)
{
	const struct jump parts = {
	    .from = transfer->cost,
	    .end = transfer->end,
	};

	if (!transfer->jump)
		transfer->jump = jump_find(&parts, transfer->target);
	jump_in(transfer->jump, callstack_context())->executed +=
	    modes.counting;
}

static void
do_jump(struct transfer *transfer, Addr target, Addr stack, ULong instructions)
{
	struct thread_words words = begin(transfer, stack, instructions);

	find_target(transfer, target, False);
	if (modes.jumps && transfer->callee == transfer->function)
		count_jump(transfer);
	jump(&words, transfer, stack,
	    callstack_unwind(&words, stack, transfer->callee) > 0);
}

/* Returns the line from which the function that begins to run at addr has most
 * likely called. */
static struct cost *
line_before(Addr addr, const struct function *function)
{
	struct cost *line;

	functions_begin_superblock(addr - 1, addr - 1);
	line = cost_at(addr - 1);
	if (line->owner == function)
		return line;
	functions_begin_superblock(addr, addr);
	return cost_at(addr);
}

/* Pops the frames that end with a return to the address, if the top one does.
 */
static Bool
return_from_call(struct thread_words *words, Addr stack, Addr target)
{
	const struct frame *top = callstack_top();
	Bool is_jump;

	if (!top || top->return_address != target)
		return False;
	if (frame_is_left(top, stack)) {
		Addr address;

		do {
			address = top->return_address;
			callstack_pop(words);
			top = callstack_top();
		} while (top && frame_is_left(top, stack));
		return address == target;
	}
	/* with a link register, a call leaves the stack pointer as it is */
	if (!is_at_begin(top, stack))
		return False;
	do {
		is_jump = callstack_top()->is_jump;
		callstack_pop(words);
	} while (is_jump && callstack_top());
	return True;
}

static void
do_return(
    struct transfer *transfer, Addr target, Addr stack, ULong instructions)
{
	struct thread_words words = begin(transfer, stack, instructions);
	Bool unwound;

	if (return_from_call(&words, stack, target))
		return;
	find_target(transfer, target, False);
	unwound = callstack_unwind(&words, stack, transfer->callee) > 0;
	/* a root returns, itself or by its tail calls */
	if (!callstack_top() &&
	    (!unwound ||
		callstack_context()->name->function != transfer->callee))
		callstack_underflow(&words,
		    line_before(target, transfer->callee), transfer->callee);
	else
		jump(&words, transfer, stack, unwound);
}

static void
arrive_at(ThreadId thread, struct function *function, Addr address)
{
	struct thread_words words;

	callstack_get_words(&words);
	callstack_look(&words);
	arrive(&words, function, cost_find(function, address),
	    VG_(get_SP)(thread));
	callstack_set_words(&words);
}

static void
do_arrive(struct function *function, Addr address)
{
	arrive_at(VG_(get_running_tid)(), function, address);
}

void
transfer_arrive(ThreadId thread)
{
	const struct context *context = callstack_context();
	const struct target *place = function_target(VG_(get_IP)(thread), NULL);
	Addr address;

	if (!context || place->function == context->name->function ||
	    !transfer_is_enough(place->function))
		return;
	cost_place(place->code, &address);
	arrive_at(thread, place->function, address);
}

/* --- at translation ------------------------------------------------------- */

Bool
transfer_is_needed(const struct function *from, Addr addr, Addr target)
{
	/* a repeated instruction */
	if (target == addr)
		return False;
	return function_target(target, from->object)->function != from;
}

Addr
transfer_return_address(const struct function *from, Addr end)
{
	return from->has_extent && function_target(end, NULL)->function != from
		   ? 0
		   : end;
}

Bool
transfer_is_enough(const struct function *function)
{
	return function->has_extent || function->is_stub;
}

static IRExpr *
get(struct emitter *emitter, Int offset, IRType type)
{
	return IRExpr_RdTmp(
	    ir_assign(emitter->out, type, IRExpr_Get(offset, type)));
}

/* A block begins with the address of its function. */
void
transfer_emit_arrival(
    struct emitter *emitter, struct function *function, Addr address)
{
	IRExpr *block = get(emitter,
	    emitter->words_offset + (Int)offsetof(struct thread_words, block),
	    WORD_TYPE);
	IRExpr *running = IRExpr_RdTmp(ir_assign(
	    emitter->out, Ity_I64, IRExpr_Load(WORD_ORDER, Ity_I64, block)));
	IRExpr *own = IRExpr_Const(IRConst_U64((ULong)(Addr)function));
	IRDirty *call = unsafeIRDirty_0_N(0, "cgcollect_arrive",
	    VG_(fnptr_to_fnentry)(do_arrive),
	    mkIRExprVec_2(
		mkIRExpr_HWord((HWord)function), mkIRExpr_HWord(address)));

	call->guard = IRExpr_RdTmp(ir_assign(
	    emitter->out, Ity_I1, IRExpr_Binop(Iop_CmpNE64, running, own)));
	addStmtToIRSB(emitter->out, IRStmt_Dirty(call));
}

/* The block is read also if the call is not made: then it is as before. */
void
transfer_emit(struct emitter *emitter, enum transfer_kind kind,
    struct transfer *transfer, IRExpr *target, IRExpr *guard)
{
	static void (*const functions[])(
	    struct transfer *, Addr, Addr, ULong) = {
	    [TRANSFER_CALL] = do_call,
	    [TRANSFER_RETURN] = do_return,
	    [TRANSFER_JUMP] = do_jump,
	};
	const Int block_offset =
	    emitter->words_offset + (Int)offsetof(struct thread_words, block);
	const Int instructions_offset =
	    emitter->words_offset +
	    (Int)offsetof(struct thread_words, instructions);
	IRExpr *stack = get(emitter, emitter->stack_offset, WORD_TYPE);
	IRExpr *instructions = get(emitter, instructions_offset, Ity_I64);
	IRDirty *call = unsafeIRDirty_0_N(0, "cgcollect_transfer",
	    VG_(fnptr_to_fnentry)(functions[kind]),
	    mkIRExprVec_4(
		mkIRExpr_HWord((HWord)transfer), target, stack, instructions));
	IRTemp block;

	if (guard)
		call->guard = guard;
	addStmtToIRSB(emitter->out, IRStmt_Dirty(call));
	block = ir_assign(emitter->out, WORD_TYPE,
	    IRExpr_Load(WORD_ORDER, WORD_TYPE,
		mkIRExpr_HWord((HWord)&callstack_block)));
	addStmtToIRSB(
	    emitter->out, IRStmt_Put(block_offset, IRExpr_RdTmp(block)));
}
