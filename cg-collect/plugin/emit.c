// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The intermediate code that is added to a superblock.  It is what a profiled
 * program spends its time in, so the forms below are chosen for the machine
 * code that VEX makes of them.
 */
#include "emit.h"
#include "simulate.h"
#include "toggle.h"
#include "step.h"
#include "word.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"

static IRExpr *
constant(ULong value)
{
	return IRExpr_Const(IRConst_U64(value));
}

static IRTemp
assign(struct emitter *emitter, IRType type, IRExpr *value)
{
	IRTemp temp = newIRTemp(emitter->out->tyenv, type);

	addStmtToIRSB(emitter->out, IRStmt_WrTmp(temp, value));
	return temp;
}

static IRExpr *
binary(struct emitter *emitter, IROp op, IRExpr *left, IRExpr *right)
{
	IRExpr *value = IRExpr_Binop(op, left, right);

	return IRExpr_RdTmp(assign(emitter, Ity_I64, value));
}

/*
 * Static data as an expression.  A bare address becomes a ten-byte instruction
 * each time it is used; zero plus address becomes part of the instruction
 * that uses it, provided VEX does not know that the register holds zero.  So
 * it is read from the shadow of the guest state: the core sets that to zero
 * and nothing else uses it.
 */
static IRExpr *
address_of(struct emitter *emitter, const void *data)
{
	if (WORD_TYPE != Ity_I64)
		return mkIRExpr_HWord((HWord)data);
	if (emitter->zero == IRTemp_INVALID)
		emitter->zero = assign(emitter, Ity_I64,
		    IRExpr_Get(emitter->zero_offset, Ity_I64));
	return binary(emitter, Iop_Add64, IRExpr_RdTmp(emitter->zero),
	    constant((Addr)data));
}

static IRExpr *
load(struct emitter *emitter, IRExpr *address)
{
	return IRExpr_RdTmp(
	    assign(emitter, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, address)));
}

static void
store(struct emitter *emitter, IRExpr *address, IRExpr *value)
{
	addStmtToIRSB(emitter->out, IRStmt_Store(Iend_LE, address, value));
}

void
emit_begin(struct emitter *emitter, IRSB *out, const VexGuestLayout *layout)
{
	emitter->out = out;
	emitter->zero_offset = layout->total_sizeB;
	emit_end_segment(emitter);
}

void
emit_end_segment(struct emitter *emitter)
{
	emitter->zero = IRTemp_INVALID;
}

void
emit_store(struct emitter *emitter, Addr *to, IRExpr *value)
{
	store(emitter, address_of(emitter, to), value);
}

void
emit_increment(struct emitter *emitter, ULong *counter)
{
	IRExpr *count = load(emitter, address_of(emitter, counter));
	IRExpr *weight = constant(1);

	if (toggle_is_used())
		weight = load(emitter, address_of(emitter, &toggle_weight));
	store(emitter, address_of(emitter, counter),
	    binary(emitter, Iop_Add64, count, weight));
}

void
emit_call(struct emitter *emitter, const HChar *name, void *function,
    void *first, IRExpr *const *args, UInt nargs, IRExpr *guard)
{
	IRExpr **vector = LibVEX_Alloc((nargs + 2) * sizeof *vector);
	IRDirty *call;

	vector[0] = mkIRExpr_HWord((HWord)first);
	for (UInt i = 0; i < nargs; i++)
		vector[i + 1] = args[i];
	vector[nargs + 1] = NULL;
	call =
	    unsafeIRDirty_0_N(0, name, VG_(fnptr_to_fnentry)(function), vector);
	if (guard)
		call->guard = guard;
	addStmtToIRSB(emitter->out, IRStmt_Dirty(call));
}

void
emit_step(struct emitter *emitter, struct segment *segment,
    IRExpr *const *addresses, IRExpr *guard)
{
	UInt n = segment->naccesses;
	static void *const by_accesses[] = {
	    &step_0, &step_1, &step_2, &step_3, &step_4, &step_5};

	if (step_prepare(segment)) {
		emit_call(emitter, "step", by_accesses[n], segment->step,
		    addresses, n, guard);
		return;
	}
	for (UInt i = 0; i < n; i++)
		emit_store(emitter, &simulation.address[i], addresses[i]);
	emit_call(
	    emitter, "step_any", &step_any, segment->step, NULL, 0, guard);
}

IRExpr *
emit_widen(struct emitter *emitter, IRExpr *bit, Bool inverted)
{
	IRExpr *word = IRExpr_RdTmp(
	    assign(emitter, WORD_TYPE, IRExpr_Unop(WORD_FROM_BIT, bit)));

	if (inverted)
		word = IRExpr_RdTmp(assign(emitter, WORD_TYPE,
		    IRExpr_Binop(WORD_XOR, word, mkIRExpr_HWord(1))));
	return word;
}
