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

static void
store(struct emitter *emitter, IRExpr *address, IRExpr *value)
{
	addStmtToIRSB(emitter->out, IRStmt_Store(Iend_LE, address, value));
}

void
emit_begin(struct emitter *emitter, IRSB *out, const VexGuestLayout *layout,
    UInt doubt_bits)
{
	emitter->out = out;
	emitter->zero_offset = layout->total_sizeB;
	emitter->doubt_bits = doubt_bits;
	emit_end_segment(emitter);
}

void
emit_end_segment(struct emitter *emitter)
{
	emitter->zero = IRTemp_INVALID;
	emitter->doubt = IRTemp_INVALID;
	emitter->nuses = 0;
}

static void
add_check(struct emitter *emitter, IRExpr *doubt, IRExpr *place, UInt ticks)
{
	if (emitter->doubt != IRTemp_INVALID)
		doubt = binary(
		    emitter, Iop_Or64, IRExpr_RdTmp(emitter->doubt), doubt);
	emitter->doubt = doubt->Iex.RdTmp.tmp;
	emitter->uses[emitter->nuses].place = place;
	emitter->uses[emitter->nuses].ticks = ticks;
	emitter->nuses++;
}

void
emit_check_line(
    struct emitter *emitter, const struct level1 *cache, Addr line, UInt ticks)
{
	struct sighting *place = level1_place(cache, line);
	IRExpr *seen = load(emitter, address_of(emitter, &place->line));
	IRExpr *differs = binary(emitter, Iop_Xor64, seen, constant(line));
	UInt bits = cache->line_bits;

	if (bits < emitter->doubt_bits)
		differs = binary(emitter, Iop_Shl64, differs,
		    IRExpr_Const(IRConst_U8(emitter->doubt_bits - bits)));
	add_check(emitter, differs, address_of(emitter, place), ticks);
}

/*
 * The distance from the first byte of the line seen to the access's last.
 * When it is below the line size both lie in that line: any other line with
 * this place is thousands of lines away, and an access is no longer than one.
 */
void
emit_check_data(struct emitter *emitter, const struct level1 *cache,
    IRExpr *addr, UInt size, UInt ticks)
{
	UInt log2_place = (UInt)__builtin_ctz(sizeof(struct sighting));
	UInt shift = cache->line_bits - log2_place;
	IRExpr *place = addr;

	if (shift > 0)
		place = binary(
		    emitter, Iop_Shr64, addr, IRExpr_Const(IRConst_U8(shift)));
	place = binary(emitter, Iop_And64, place,
	    constant((LEVEL1_PLACES - 1) << log2_place));
	place = binary(emitter, Iop_Add64, place, constant((Addr)cache->seen));

	IRExpr *last = addr;

	if (size > 1)
		last = binary(emitter, Iop_Add64, addr, constant(size - 1));
	add_check(emitter,
	    binary(emitter, Iop_Sub64, last, load(emitter, place)), place,
	    ticks);
}

static void
replay_if_in_doubt(struct emitter *emitter, struct segment *segment)
{
	IRDirty *call = unsafeIRDirty_0_N(1, "replay_segment",
	    VG_(fnptr_to_fnentry)(&replay_segment),
		mkIRExprVec_1(mkIRExpr_HWord((HWord)segment)));
	/* this way round the constant is an immediate operand */
	IRExpr *sure = IRExpr_Binop(Iop_CmpLE64U, IRExpr_RdTmp(emitter->doubt),
	    constant((1ull << emitter->doubt_bits) - 1));

	sure = IRExpr_RdTmp(assign(emitter, Ity_I1, sure));
	call->guard =
	    IRExpr_RdTmp(assign(emitter, Ity_I1, IRExpr_Unop(Iop_Not1, sure)));
	addStmtToIRSB(emitter->out, IRStmt_Dirty(call));
}

/*
 * The times are set whether or not the segment was replayed.  If it was they
 * are set again, in the same order, so that each place ends with the time of
 * the last line that came to be there; the time of an empty place is of no
 * matter.
 */
void
emit_uses(struct emitter *emitter, struct segment *segment)
{
	const Int offset = offsetof(struct sighting, when);
	IRExpr *clock = address_of(emitter, &simulation.clock);
	IRExpr *now = load(emitter, clock);

	store(emitter, clock,
	    binary(emitter, Iop_Add64, now, constant(SEGMENT_TICKS)));
	replay_if_in_doubt(emitter, segment);
	for (UInt i = 0; i < emitter->nuses; i++) {
		IRExpr *place = emitter->uses[i].place;
		IRExpr *when = binary(
		    emitter, Iop_Add64, now, constant(emitter->uses[i].ticks));

		place = binary(emitter, Iop_Add64, place, constant(offset));
		store(emitter, place, when);
	}
}

void
emit_store(struct emitter *emitter, Addr *to, IRExpr *value)
{
	store(emitter, address_of(emitter, to), value);
}

void
emit_increment(struct emitter *emitter, ULong *counter)
{
	IRExpr *address = address_of(emitter, counter);
	IRExpr *value =
	    binary(emitter, Iop_Add64, load(emitter, address), constant(1));

	store(emitter, address, value);
}

void
emit_call(struct emitter *emitter, const HChar *name, void *function,
    struct segment *segment, IRExpr *arg, IRExpr *guard)
{
	IRDirty *call = unsafeIRDirty_0_N(2, name,
	    VG_(fnptr_to_fnentry)(function),
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
