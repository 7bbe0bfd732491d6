// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The intermediate code that is added to a superblock.  It is what a profiled
 * program spends its time in, so the forms below are chosen for the machine
 * code that VEX makes of them.
 */
#include "emit.h"
#include "simulate.h"

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
	emitter->doubt = IRTemp_INVALID;
}

static void
add_doubt(struct emitter *emitter, IRExpr *doubt)
{
	if (emitter->doubt != IRTemp_INVALID)
		doubt = binary(
		    emitter, Iop_Or64, IRExpr_RdTmp(emitter->doubt), doubt);
	emitter->doubt = doubt->Iex.RdTmp.tmp;
}

void
emit_check_line(
    struct emitter *emitter, const struct cache *cache, Addr line, UInt bit)
{
	const void *newest = &cache->newest[cache_set(cache, line)];
	IRExpr *differs = binary(emitter, Iop_Xor64,
	    load(emitter, address_of(emitter, newest)), constant(line));

	if (bit > cache->line_bits)
		differs = binary(emitter, Iop_Shl64, differs,
		    IRExpr_Const(IRConst_U8(bit - cache->line_bits)));
	add_doubt(emitter, differs);
}

/*
 * The distance from the newest line's first byte to the access's last.  When
 * it is below the line size both lie in that line: another line of the same
 * set is at least two lines away, as there are two sets or more, and the
 * access is no longer than a line.
 */
void
emit_check_data(
    struct emitter *emitter, const struct cache *cache, IRExpr *addr, UInt size)
{
	const UInt log2_word = 3;
	IRExpr *shift = IRExpr_Const(IRConst_U8(cache->line_bits - log2_word));
	IRExpr *offset =
	    binary(emitter, Iop_And64, binary(emitter, Iop_Shr64, addr, shift),
		constant(cache->set_mask << log2_word));
	IRExpr *newest = load(emitter,
	    binary(emitter, Iop_Add64, offset, constant((Addr)cache->newest)));
	IRExpr *last = addr;

	if (size > 1)
		last = binary(emitter, Iop_Add64, addr, constant(size - 1));
	add_doubt(emitter, binary(emitter, Iop_Sub64, last, newest));
}

void
emit_store(struct emitter *emitter, Addr *to, IRExpr *value)
{
	IRExpr *address = address_of(emitter, to);

	addStmtToIRSB(emitter->out, IRStmt_Store(Iend_LE, address, value));
}

void
emit_increment(struct emitter *emitter, ULong *counter)
{
	IRExpr *address = address_of(emitter, counter);
	IRExpr *value =
	    binary(emitter, Iop_Add64, load(emitter, address), constant(1));

	addStmtToIRSB(emitter->out, IRStmt_Store(Iend_LE, address, value));
}

void
emit_replay(struct emitter *emitter, struct segment *segment, ULong mask)
{
	IRDirty *call = unsafeIRDirty_0_N(1, "replay_segment",
	    VG_(fnptr_to_fnentry)(&replay_segment),
	    mkIRExprVec_1(mkIRExpr_HWord((HWord)segment)));

	if (emitter->doubt != IRTemp_INVALID) {
		/* this way round the constant is an immediate operand */
		IRExpr *sure = IRExpr_Binop(
		    Iop_CmpLE64U, IRExpr_RdTmp(emitter->doubt), constant(mask));

		sure = IRExpr_RdTmp(assign(emitter, Ity_I1, sure));
		call->guard = IRExpr_RdTmp(
		    assign(emitter, Ity_I1, IRExpr_Unop(Iop_Not1, sure)));
	}
	addStmtToIRSB(emitter->out, IRStmt_Dirty(call));
}

void
emit_call(struct emitter *emitter, const HChar *name, void *function,
    struct segment *segment, IRExpr *arg, IRExpr *guard)
{
	IRDirty *call =
	    unsafeIRDirty_0_N(2, name, VG_(fnptr_to_fnentry)(function),
		mkIRExprVec_2(mkIRExpr_HWord((HWord)segment), arg));

	if (guard)
		call->guard = guard;
	addStmtToIRSB(emitter->out, IRStmt_Dirty(call));
}

IRExpr *
emit_widen(struct emitter *emitter, IRExpr *bit, Bool inverted)
{
	IRExpr *word = IRExpr_RdTmp(
	    assign(emitter, Ity_I64, IRExpr_Unop(Iop_1Uto64, bit)));

	if (inverted)
		word = binary(emitter, Iop_Xor64, word, constant(1));
	return word;
}
