// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Emits the intermediate code that is added to a superblock.  A profiled
 * program spends much of its time in it, so the forms below are chosen for the
 * machine code that VEX makes of them.
 */
#include "calls/callstack.h"
#include "ir.h"
#include "modes.h"
#include "simulation/hot_segment.h"
#include "emit.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"

static IRExpr *
constant(ULong value)
{
	return IRExpr_Const(IRConst_U64(value));
}

static IRExpr *
binary(struct emitter *emitter, IROp op, IRExpr *left, IRExpr *right)
{
	IRExpr *value = IRExpr_Binop(op, left, right);

	return IRExpr_RdTmp(ir_assign(emitter->out, Ity_I64, value));
}

/*
 * Returns the block of the running context, to which the offset of a counter is
 * added.  Without --calls it is zero, and the offset is an address.
 *
 * On amd64, the zero is used nevertheless.  A bare address becomes a ten-byte
 * instruction each time it is used; the sum becomes part of the instruction
 * that uses it, if VEX does not know that the register holds zero.  So the zero
 * is read from the shadow of the guest state, which the core sets to zero. NULL
 * for other processors: their instructions have room for either a whole address
 * or less than half of one.
 */
static IRExpr *
block(struct emitter *emitter)
{
#if !defined(VGA_amd64)
	if (!modes.calls)
		return NULL;
#endif
	return IRExpr_RdTmp(ir_assign(emitter->out, WORD_TYPE,
	    IRExpr_Get(emitter->words_offset +
			   (Int)offsetof(struct thread_words, block),
		WORD_TYPE)));
}

/* Returns an expression of the address, to be used once; base is a block. */
static IRExpr *
address_of(struct emitter *emitter, IRExpr *base, UWord counter)
{
	IRExpr *address = mkIRExpr_HWord(counter);

	if (!base)
		return address;
	return IRExpr_RdTmp(ir_assign(
	    emitter->out, WORD_TYPE, IRExpr_Binop(WORD_PLUS, base, address)));
}

static IRExpr *
load(struct emitter *emitter, IRType type, IRExpr *address)
{
	return IRExpr_RdTmp(ir_assign(
	    emitter->out, type, IRExpr_Load(WORD_ORDER, type, address)));
}

static void
store(struct emitter *emitter, IRExpr *address, IRExpr *value)
{
	addStmtToIRSB(emitter->out, IRStmt_Store(WORD_ORDER, address, value));
}

void
emit_begin(struct emitter *emitter, IRSB *out, const VexGuestLayout *layout)
{
	emitter->out = out;
	emitter->words_offset = layout->total_sizeB;
	emitter->stack_offset = layout->offset_SP;
}

/* Returns n while events are counted, else 0. */
static IRExpr *
counted(struct emitter *emitter, UInt n)
{
	IRExpr *counting, *mask;

	if (!modes.toggles)
		return constant(n);
	counting =
	    load(emitter, Ity_I64, mkIRExpr_HWord((HWord)&modes.counting));
	mask = binary(emitter, Iop_Sub64, constant(0), counting);
	return binary(emitter, Iop_And64, mask, constant(n));
}

/* Returns the same as 32 bits for one. */
static IRExpr *
counted_once(struct emitter *emitter)
{
	if (!modes.toggles)
		return IRExpr_Const(IRConst_U32(1));
	return IRExpr_RdTmp(ir_assign(emitter->out, Ity_I32,
	    IRExpr_Unop(
		Iop_64to32, load(emitter, Ity_I64,
				mkIRExpr_HWord((HWord)&modes.counting)))));
}

static void
increment(struct emitter *emitter, UWord counter)
{
	IRExpr *base = block(emitter);
	IRExpr *count =
	    load(emitter, Ity_I32, address_of(emitter, base, counter));
	IRExpr *sum = IRExpr_Binop(Iop_Add32, count, counted_once(emitter));

	store(emitter, address_of(emitter, base, counter),
	    IRExpr_RdTmp(ir_assign(emitter->out, Ity_I32, sum)));
}

/* Adds the segment's instructions to the thread's. */
static void
add_instructions(struct emitter *emitter, const struct segment *segment)
{
	Int offset = emitter->words_offset +
		     (Int)offsetof(struct thread_words, instructions);
	IRExpr *count;

	if (!modes.calls || segment->ninstructions == 0)
		return;
	count = IRExpr_RdTmp(
	    ir_assign(emitter->out, Ity_I64, IRExpr_Get(offset, Ity_I64)));
	addStmtToIRSB(emitter->out,
	    IRStmt_Put(offset, binary(emitter, Iop_Add64, count,
				   counted(emitter, segment->ninstructions))));
}

static const struct hot_function_set *
functions_in_use(void)
{
	if (modes.all_accesses)
		return modes.calls ? &hot_functions_calls_all
				   : &hot_functions_alone_all;
	if (modes.cores)
		return modes.calls ? &hot_functions_calls_cores
				   : &hot_functions_alone_cores;
	if (modes.memory)
		return modes.calls ? &hot_functions_calls_pages
				   : &hot_functions_alone_pages;
	return modes.calls ? &hot_functions_calls : &hot_functions_alone;
}

static void
call(struct emitter *emitter, void *function, IRExpr *const *args, UInt nargs,
    IRExpr *guard)
{
	IRExpr **vector = LibVEX_Alloc((nargs + 1) * sizeof *vector);
	IRDirty *dirty;

	for (UInt i = 0; i < nargs; i++)
		vector[i] = args[i];
	vector[nargs] = NULL;
	dirty = unsafeIRDirty_0_N(
	    0, "cgcollect", VG_(fnptr_to_fnentry)(function), vector);
	if (guard)
		dirty->guard = guard;
	addStmtToIRSB(emitter->out, IRStmt_Dirty(dirty));
}

/* Emits a call of the function for the segment.  The arguments are the hot
 * segment, the addresses of its accesses and then arg, unless it is NULL. */
static void
call_hot(struct emitter *emitter, hot_functions functions,
    const struct segment *segment, IRExpr *const *addresses, IRExpr *arg,
    IRExpr *guard)
{
	IRExpr *args[1 + SEGMENT_ACCESSES + 1];
	UInt n = 0;

	add_instructions(emitter, segment);
	args[n++] = mkIRExpr_HWord((HWord)segment->hot);
	for (UInt i = 0; i < segment->naccesses; i++)
		args[n++] = addresses[i];
	if (arg)
		args[n++] = arg;
	call(emitter, functions[segment->hot->nlines - 1][segment->naccesses],
	    args, n, guard);
}

void
emit_segment(
    struct emitter *emitter, struct segment *segment, IRExpr *const *addresses)
{
	if (segment->hot)
		call_hot(emitter, functions_in_use()->plain, segment, addresses,
		    NULL, NULL);
	else {
		increment(emitter, segment->counter);
		add_instructions(emitter, segment);
	}
}

void
emit_guarded_segment(struct emitter *emitter, struct segment *segment,
    IRExpr *address, IRExpr *guard)
{
	call_hot(
	    emitter, functions_in_use()->plain, segment, &address, NULL, guard);
}

/* Returns the bit, or its complement if inverted, as a word: 0 or 1. */
static IRExpr *
widen(struct emitter *emitter, IRExpr *bit, Bool inverted)
{
	if (inverted)
		bit = IRExpr_RdTmp(ir_assign(
		    emitter->out, Ity_I1, IRExpr_Unop(Iop_Not1, bit)));
	return IRExpr_RdTmp(ir_assign(
	    emitter->out, WORD_TYPE, IRExpr_Unop(WORD_FROM_BIT, bit)));
}

/* The reverse of widen. */
static IRExpr *
narrow(struct emitter *emitter, IRExpr *word, Bool inverted)
{
	IRExpr *set = mkIRExpr_HWord(inverted ? 0 : 1);

	return IRExpr_RdTmp(ir_assign(
	    emitter->out, Ity_I1, IRExpr_Binop(WORD_EQUALS, word, set)));
}

/* The guard of the exit is computed from the word, because VEX would compute
 * the original guard a second time. */
IRExpr *
emit_segment_with_branch(struct emitter *emitter, struct segment *segment,
    IRExpr *const *addresses, const IRStmt *exit, Bool inverted)
{
	IRExpr *taken = widen(emitter, exit->Ist.Exit.guard, inverted);

	call_hot(emitter, functions_in_use()->branch, segment, addresses, taken,
	    NULL);
	return narrow(emitter, taken, inverted);
}

void
emit_segment_with_jump(struct emitter *emitter, struct segment *segment,
    IRExpr *const *addresses, IRExpr *target)
{
	call_hot(emitter, functions_in_use()->jump, segment, addresses, target,
	    NULL);
}
