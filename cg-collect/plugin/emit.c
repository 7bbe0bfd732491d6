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
zero(struct emitter *emitter)
{
	if (emitter->zero == IRTemp_INVALID)
		emitter->zero = assign(emitter, Ity_I64,
		    IRExpr_Get(emitter->zero_offset, Ity_I64));
	return IRExpr_RdTmp(emitter->zero);
}

/* To be asked for at each use, or it becomes an instruction of its own. */
static IRExpr *
address_at(struct emitter *emitter, IRExpr *offset, const void *data)
{
	return binary(emitter, Iop_Add64, offset ? offset : zero(emitter),
	    constant((Addr)data));
}

static IRExpr *
address_of(struct emitter *emitter, const void *data)
{
	return address_at(emitter, NULL, data);
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
add_doubt(struct emitter *emitter, IRExpr *doubt)
{
	if (emitter->doubt != IRTemp_INVALID)
		doubt = binary(
		    emitter, Iop_Or64, IRExpr_RdTmp(emitter->doubt), doubt);
	emitter->doubt = doubt->Iex.RdTmp.tmp;
}

void
emit_check_code(struct emitter *emitter, struct codeline *line, UInt ticks)
{
	add_doubt(emitter, load(emitter, address_of(emitter, &line->absent)));
	emitter->uses[emitter->nuses++] =
	    (struct use){.when = &line->when, .ticks = ticks};
}

void
emit_check_line(struct emitter *emitter, const struct datacache *cache,
    Addr line, UInt ticks)
{
	struct sighting *place = datacache_place(cache, line);
	IRExpr *seen = load(emitter, address_of(emitter, &place->line));

	add_doubt(emitter, binary(emitter, Iop_Xor64, seen, constant(line)));
	emitter->uses[emitter->nuses++] = (struct use){
	    .when = &place->when, .is_indirect = True, .ticks = ticks};
}

/* The offset in `seen` of the place that the line of addr has. */
static IRExpr *
place_offset(
    struct emitter *emitter, const struct datacache *cache, IRExpr *addr)
{
	const UInt log2_place = __builtin_ctz(sizeof(struct sighting));
	UInt shift = cache->line_bits - log2_place;
	IRExpr *offset = addr;

	if (shift > 0)
		offset = binary(
		    emitter, Iop_Shr64, addr, IRExpr_Const(IRConst_U8(shift)));
	return binary(emitter, Iop_And64, offset,
	    constant((DATACACHE_PLACES - 1) << log2_place));
}

/* Less than a line from the line's begin to the last byte: then it is that
 * line, and all of it is. */
void
emit_check_data(struct emitter *emitter, const struct datacache *cache,
    IRExpr *addr, UInt size, UInt ticks)
{
	IRExpr *offset = place_offset(emitter, cache, addr);
	IRExpr *last = addr;

	if (size > 1)
		last = binary(emitter, Iop_Add64, addr, constant(size - 1));

	IRExpr *seen =
	    load(emitter, address_at(emitter, offset, &cache->seen->line));

	add_doubt(emitter, binary(emitter, Iop_Sub64, last, seen));
	emitter->uses[emitter->nuses++] = (struct use){
	    .offset = offset,
	    .when = &cache->seen->when,
	    .is_indirect = True,
	    .ticks = ticks,
	};
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

static void
set_times(struct emitter *emitter, IRExpr *now)
{
	for (UInt i = 0; i < emitter->nuses; i++) {
		const struct use *use = &emitter->uses[i];
		IRExpr *when = address_at(emitter, use->offset, use->when);
		IRExpr *time = now;

		if (use->is_indirect)
			when = load(emitter, when);
		if (use->ticks > 0)
			time = binary(
			    emitter, Iop_Add64, now, constant(use->ticks));
		store(emitter, when, time);
	}
}

/*
 * The times are set whether or not the segment was replayed.  If it was they
 * are set again, in the same order, so that each place ends with the time of
 * the last line that came to be there.
 */
void
emit_uses(struct emitter *emitter, struct segment *segment)
{
	IRExpr *now = load(emitter, address_of(emitter, &simulation.clock));

	store(emitter, address_of(emitter, &simulation.clock),
	    binary(emitter, Iop_Add64, now, constant(SEGMENT_TICKS)));
	replay_if_in_doubt(emitter, segment);
	set_times(emitter, now);
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

	store(emitter, address_of(emitter, counter),
	    binary(emitter, Iop_Add64, count, constant(1)));
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
