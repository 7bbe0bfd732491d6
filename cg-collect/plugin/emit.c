// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The intermediate code that is added to a superblock.  It is what a profiled
 * program spends its time in, so the forms below are chosen for the machine
 * code that VEX makes of them.
 */
#include "emit.h"
#include "ir.h"
#include "simulate.h"
#include "step.h"
#include "toggle.h"

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
 * On amd64, static data is addressed as its address plus a zero.  A bare
 * address becomes a ten-byte instruction each time it is used; the sum becomes
 * part of the instruction that uses it, provided VEX does not know that the
 * register holds zero.  So it is read from the shadow of the guest state: the
 * core sets that to zero and nothing else uses it.  NULL elsewhere:
 * instructions of other processors have either room for an address or none for
 * half of it.
 */
static IRExpr *
zero(struct emitter *emitter)
{
#if defined(VGA_amd64)
	return IRExpr_RdTmp(ir_assign(
	    emitter->out, Ity_I64, IRExpr_Get(emitter->zero_offset, Ity_I64)));
#else
	return NULL;
#endif
}

/* For one use. */
static IRExpr *
address_of(struct emitter *emitter, IRExpr *none, const void *data)
{
	if (!none)
		return mkIRExpr_HWord((HWord)data);
	return binary(emitter, Iop_Add64, none, constant((Addr)data));
}

static IRExpr *
load(struct emitter *emitter, IRExpr *address)
{
	return IRExpr_RdTmp(ir_assign(
	    emitter->out, Ity_I64, IRExpr_Load(WORD_ORDER, Ity_I64, address)));
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
	emitter->zero_offset = layout->total_sizeB;
}

static void
increment(struct emitter *emitter, ULong *counter)
{
	IRExpr *none = zero(emitter);
	IRExpr *count = load(emitter, address_of(emitter, none, counter));
	IRExpr *weight = constant(1);

	if (toggle_is_used())
		weight =
		    load(emitter, address_of(emitter, none, &toggle_weight));
	store(emitter, address_of(emitter, none, counter),
	    binary(emitter, Iop_Add64, count, weight));
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

/* With the addresses of the segment's accesses as arguments, and then arg
 * unless that is NULL. */
static void
call_step(struct emitter *emitter, const step_table functions,
    const struct segment *segment, IRExpr *const *addresses, IRExpr *arg,
    IRExpr *guard)
{
	IRExpr *args[1 + SEGMENT_ACCESSES + 1];
	UInt n = 0;

	args[n++] = mkIRExpr_HWord((HWord)segment->step);
	for (UInt i = 0; i < segment->naccesses; i++)
		args[n++] = addresses[i];
	if (arg)
		args[n++] = arg;
	call(emitter, functions[segment->step->nlines - 1][segment->naccesses],
	    args, n, guard);
}

void
emit_segment(
    struct emitter *emitter, struct segment *segment, IRExpr *const *addresses)
{
	if (segment->step)
		call_step(
		    emitter, step_functions, segment, addresses, NULL, NULL);
	else
		increment(emitter, segment->executions);
}

void
emit_guarded_segment(struct emitter *emitter, struct segment *segment,
    IRExpr *address, IRExpr *guard)
{
	call_step(emitter, step_functions, segment, &address, NULL, guard);
}

/* A bit, or what it is not, as a word that is 0 or 1. */
static IRExpr *
widen(struct emitter *emitter, IRExpr *bit, Bool inverted)
{
	if (inverted)
		bit = IRExpr_RdTmp(ir_assign(
		    emitter->out, Ity_I1, IRExpr_Unop(Iop_Not1, bit)));
	return IRExpr_RdTmp(ir_assign(
	    emitter->out, WORD_TYPE, IRExpr_Unop(WORD_FROM_BIT, bit)));
}

/* The bit that became the word. */
static IRExpr *
narrow(struct emitter *emitter, IRExpr *word, Bool inverted)
{
	IRExpr *set = mkIRExpr_HWord(inverted ? 0 : 1);

	return IRExpr_RdTmp(ir_assign(
	    emitter->out, Ity_I1, IRExpr_Binop(WORD_EQUALS, word, set)));
}

/* The exit has its guard from the word: VEX would compute the guard a second
 * time for it. */
void
emit_segment_with_branch(struct emitter *emitter, struct segment *segment,
    IRExpr *const *addresses, const IRStmt *exit, Bool inverted)
{
	IRExpr *taken = widen(emitter, exit->Ist.Exit.guard, inverted);

	call_step(
	    emitter, step_branch_functions, segment, addresses, taken, NULL);
	addStmtToIRSB(emitter->out,
	    IRStmt_Exit(narrow(emitter, taken, inverted), exit->Ist.Exit.jk,
		exit->Ist.Exit.dst, exit->Ist.Exit.offsIP));
}

void
emit_segment_with_jump(struct emitter *emitter, struct segment *segment,
    IRExpr *const *addresses, IRExpr *target)
{
	call_step(
	    emitter, step_jump_functions, segment, addresses, target, NULL);
}
