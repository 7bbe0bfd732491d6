// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * From a superblock's statements to batches of events.  This file decides what
 * is an event and where a batch ends; how each is counted is left to emit.c and
 * step.c.
 *
 * The rules are Cachegrind's, to the event.  A read that a write of the same
 * bytes follows at once is a modify and counts as a read.  A batch ends after
 * sixteen events, at a side exit and around a guarded access.  Events stand
 * before the statement that causes them and count at the batch's end, so that a
 * fault loses what Cachegrind would lose.  A batch of more than a step can take
 * becomes several segments, which are executed there one after the other.
 */
#include "instrument.h"
#include "costs.h"
#include "emit.h"
#include "ir.h"
#include "simulate.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"

/* Bits of an instruction's address that are always zero; a branch predictor
 * that is chosen by the others is used as a whole. */
#if defined(VGA_amd64) || defined(VGA_x86)
#define ZERO_BITS 0
#elif defined(VGA_s390x) || defined(VGA_riscv64)
#define ZERO_BITS 1
#else
#define ZERO_BITS 2
#endif

static struct {
	Bool cache_sim;
	Bool branch_sim;
	UInt longest; /* an access never counts for more bytes */
} rules;

struct builder {
	struct emitter emit;
	struct superblock *superblock;

	/* the instruction at hand */
	Addr instr;
	UInt instr_size;
	struct cost *cost;
	struct codeline *fetched; /* by the last fetch: the next one of this
				     line changes nothing */

	/* the batch so far: segments that are complete and an open one */
	UInt nevents;
	UInt npieces;
	struct piece {
		struct segment *segment;
		IRExpr *addresses[SEGMENT_ACCESSES];
	} pieces[BATCH_EVENTS];
	struct segment_parts parts;
	struct {
		IRExpr *addr; /* NULL unless the last event was a read */
		UInt size;
	} read;
};

void
instrument_init(Bool cache_sim, Bool branch_sim)
{
	UInt bits = simulation.I1.line_bits;

	if (bits > simulation.D1.line_bits)
		bits = simulation.D1.line_bits;
	if (bits > simulation.LL.line_bits)
		bits = simulation.LL.line_bits;
	rules.cache_sim = cache_sim;
	rules.branch_sim = branch_sim;
	rules.longest = 1u << bits;
}

/* Nothing of the segment that is open so far is in the next one. */
static void
close_segment(struct builder *builder)
{
	struct segment_parts *parts = &builder->parts;

	builder->pieces[builder->npieces++].segment =
	    superblock_add_segment(builder->superblock, parts);
	parts->nlines = parts->nfetches = 0;
	parts->naccesses = parts->ntallies = 0;
	parts->mispredictions = NULL;
}

/* The batch ends here, and all of it is counted but its last piece. */
static struct piece *
close_batch(struct builder *builder)
{
	struct piece *piece = builder->pieces;

	close_segment(builder);
	for (; builder->npieces > 1; builder->npieces--, piece++)
		emit_segment(&builder->emit, piece->segment, piece->addresses);
	builder->nevents = builder->npieces = 0;
	builder->read.addr = NULL;
	return piece;
}

/* The batch ends here, and is counted if it has events. */
static void
end_batch(struct builder *builder)
{
	if (builder->nevents > 0) {
		const struct piece *last = close_batch(builder);

		emit_segment(&builder->emit, last->segment, last->addresses);
	}
}

static void
add_tally(struct segment_parts *parts, ULong *count)
{
	UInt i = 0;

	while (i < parts->ntallies && parts->tallies[i].count != count)
		i++;
	if (i == parts->ntallies)
		parts->tallies[parts->ntallies++] =
		    (struct tally){.count = count, .n = 0};
	parts->tallies[i].n++;
}

static void
add_event(struct builder *builder, enum event event)
{
	if (builder->nevents == BATCH_EVENTS)
		end_batch(builder);
	builder->nevents++;
	builder->read.addr = NULL;
	add_tally(&builder->parts, &builder->cost->counts[event]);
}

static Bool
is_last_line(const struct segment_parts *parts, const struct codeline *line)
{
	return parts->nlines > 0 && parts->lines[parts->nlines - 1] == line;
}

static void
add_line(struct segment_parts *parts, struct codeline *line)
{
	if (!is_last_line(parts, line))
		parts->lines[parts->nlines++] = line;
}

static void
add_fetch(struct builder *builder, Addr addr, struct codeline *code,
    struct codeline *code_end)
{
	struct segment_parts *parts = &builder->parts;

	UInt nlines =
	    parts->nlines + !is_last_line(parts, code) + (code_end != code);

	if (nlines > SEGMENT_LINES)
		close_segment(builder);
	add_line(parts, code);
	add_line(parts, code_end);
	parts->fetches[parts->nfetches++] = (struct fetch){
	    .counts = &builder->cost->counts[EV_IR],
	    .code = code,
	    .offset = (UInt)(addr - code->line),
	    .size = (UShort)builder->instr_size,
	    .naccesses = (UShort)parts->naccesses,
	};
	if (code_end != code)
		code->following = code_end;
}

static struct codeline *
codeline_at(Addr addr, struct codeline *likely)
{
	if (likely && (addr - likely->line) >> simulation.I1.line_bits == 0)
		return likely;
	return simulation_codeline(addr);
}

static void
add_instruction(struct builder *builder, Addr addr, UInt size)
{
	/* what VEX cannot decode has no size */
	builder->instr = addr;
	builder->instr_size = size ? size : VG_MIN_INSTR_SZB;
	builder->cost = cost_at(addr);
	add_event(builder, EV_IR);
	if (!rules.cache_sim)
		return;

	struct codeline *code = codeline_at(addr, builder->fetched);
	struct codeline *code_end =
	    codeline_at(addr + builder->instr_size - 1, code);

	if (code != code_end || code != builder->fetched)
		add_fetch(builder, addr, code, code_end);
	builder->fetched = code_end;
}

static void
add_access(struct builder *builder, enum event event, IRExpr *addr, UInt size)
{
	struct segment_parts *parts = &builder->parts;

	add_event(builder, event);
	if (1 + parts->naccesses == CALL_ARGUMENTS)
		close_segment(builder);
	builder->pieces[builder->npieces].addresses[parts->naccesses] = addr;
	parts->accesses[parts->naccesses++] = (struct access){
	    .counts = &builder->cost->counts[event],
	    .size = size,
	};
}

static void
add_read(struct builder *builder, IRExpr *addr, UInt size)
{
	if (!rules.cache_sim)
		return;
	if (size > rules.longest)
		size = rules.longest;
	add_access(builder, EV_DR, addr, size);
	builder->read.addr = addr;
	builder->read.size = size;
}

static void
add_write(struct builder *builder, IRExpr *addr, UInt size)
{
	if (!rules.cache_sim)
		return;
	if (size > rules.longest)
		size = rules.longest;
	if (builder->read.addr && builder->read.size == size &&
	    eqIRAtom(builder->read.addr, addr))
		builder->read.addr = NULL; /* the read was half a modify */
	else
		add_access(builder, EV_DW, addr, size);
}

/* A batch of its own, executed when the guard holds. */
static void
add_guarded(struct builder *builder, enum event event, IRExpr *addr, UInt size,
    IRExpr *guard)
{
	ULong *counts = &builder->cost->counts[event];

	if (!rules.cache_sim)
		return;
	end_batch(builder);

	struct segment_parts parts = {
	    .naccesses = 1,
	    .accesses[0] = {.counts = counts, .size = size},
	};

	add_tally(&parts, counts);
	emit_guarded_segment(&builder->emit,
	    superblock_add_segment(builder->superblock, &parts), addr, guard);
}

/* A branch is the last event of its batch. */
static struct piece *
close_batch_with_branch(
    struct builder *builder, enum event event, UShort branch)
{
	add_event(builder, event);
	if (1 + builder->parts.naccesses == CALL_ARGUMENTS)
		close_segment(builder);
	builder->parts.branch = branch;
	builder->parts.mispredictions = &builder->cost->counts[event + 1];
	return close_batch(builder);
}

static Bool
is_guest_branch(IRJumpKind kind)
{
	return kind == Ijk_Boring || kind == Ijk_Call || kind == Ijk_Ret;
}

static Addr
constant_address(const IRConst *address)
{
	return address->tag == Ico_U64 ? (Addr)address->Ico.U64
				       : address->Ico.U32;
}

static void
add_exit(struct builder *builder, IRStmt *exit)
{
	/* VEX turned the condition round if it leaves for the next
	 * instruction */
	Addr fallthrough = builder->instr + builder->instr_size;
	Bool inverted = constant_address(exit->Ist.Exit.dst) == fallthrough;

	if (!rules.branch_sim || !is_guest_branch(exit->Ist.Exit.jk)) {
		end_batch(builder);
		addStmtToIRSB(builder->emit.out, exit);
		return;
	}

	const struct piece *last = close_batch_with_branch(
	    builder, EV_BC, predictor_counters(builder->instr >> ZERO_BITS));

	emit_segment_with_branch(
	    &builder->emit, last->segment, last->addresses, exit, inverted);
}

/* Returns are taken to be always predicted. */
static void
add_superblock_end(struct builder *builder, const IRSB *in)
{
	Bool is_jump = in->jumpkind == Ijk_Boring || in->jumpkind == Ijk_Call;

	if (!rules.branch_sim || !is_jump || in->next->tag == Iex_Const) {
		end_batch(builder);
		return;
	}

	const struct piece *last = close_batch_with_branch(
	    builder, EV_BI, predictor_target(builder->instr >> ZERO_BITS));

	emit_segment_with_jump(
	    &builder->emit, last->segment, last->addresses, in->next);
}

static void
add_dirty_call(struct builder *builder, const IRDirty *call)
{
	if (call->mFx == Ifx_Read || call->mFx == Ifx_Modify)
		add_read(builder, call->mAddr, call->mSize);
	if (call->mFx == Ifx_Write || call->mFx == Ifx_Modify)
		add_write(builder, call->mAddr, call->mSize);
}

static void
add_compare_and_swap(struct builder *builder, const IRCAS *cas)
{
	IRTypeEnv *types = builder->emit.out->tyenv;
	UInt size = sizeofIRType(typeOfIRExpr(types, cas->dataLo));

	if (cas->dataHi)
		size *= 2;
	add_read(builder, cas->addr, size);
	add_write(builder, cas->addr, size);
}

static void
add_load_linked(struct builder *builder, const IRStmt *statement)
{
	IRTypeEnv *types = builder->emit.out->tyenv;
	IRExpr *addr = statement->Ist.LLSC.addr;
	IRExpr *stored = statement->Ist.LLSC.storedata;

	if (stored) {
		add_write(
		    builder, addr, sizeofIRType(typeOfIRExpr(types, stored)));
		return;
	}
	add_read(builder, addr,
	    sizeofIRType(typeOfIRTemp(types, statement->Ist.LLSC.result)));
	/* the less stands between it and the store, the better */
	end_batch(builder);
}

static void
add_guarded_load(struct builder *builder, const IRLoadG *load)
{
	IRType result, loaded;

	typeOfIRLoadGOp(load->cvt, &result, &loaded);
	add_guarded(
	    builder, EV_DR, load->addr, sizeofIRType(loaded), load->guard);
}

static void
add_statement(struct builder *builder, IRStmt *statement)
{
	IRTypeEnv *types = builder->emit.out->tyenv;
	const IRExpr *value;
	const IRStoreG *store;

	switch (statement->tag) {
	case Ist_IMark:
		add_instruction(builder, statement->Ist.IMark.addr,
		    statement->Ist.IMark.len);
		break;
	case Ist_WrTmp:
		value = statement->Ist.WrTmp.data;
		if (value->tag == Iex_Load)
			add_read(builder, value->Iex.Load.addr,
			    sizeofIRType(value->Iex.Load.ty));
		break;
	case Ist_Store:
		add_write(builder, statement->Ist.Store.addr,
		    sizeofIRType(
			typeOfIRExpr(types, statement->Ist.Store.data)));
		break;
	case Ist_LoadG:
		add_guarded_load(builder, statement->Ist.LoadG.details);
		break;
	case Ist_StoreG:
		store = statement->Ist.StoreG.details;
		add_guarded(builder, EV_DW, store->addr,
		    sizeofIRType(typeOfIRExpr(types, store->data)),
		    store->guard);
		break;
	case Ist_Dirty:
		add_dirty_call(builder, statement->Ist.Dirty.details);
		break;
	case Ist_CAS:
		add_compare_and_swap(builder, statement->Ist.CAS.details);
		break;
	case Ist_LLSC:
		add_load_linked(builder, statement);
		break;
	case Ist_Exit:
		add_exit(builder, statement);
		return;
	default:
		break;
	}
	addStmtToIRSB(builder->emit.out, statement);
}

IRSB *
instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
    const VexGuestExtents *extents, const VexArchInfo *host, IRType guest_word,
    IRType host_word)
{
	IRSB *out = deepCopyIRSBExceptStmts(in);
	struct builder builder = {0};
	Int i = 0;

	tl_assert(guest_word == WORD_TYPE && host_word == WORD_TYPE);
	tl_assert(closure->readdr == extents->base[0]);
	costs_begin_superblock(
	    extents->base[0], extents->base[0] + extents->len[0] - 1);
	builder.superblock = superblock_new(closure->readdr);
	emit_begin(&builder.emit, out, layout);
	while (i < in->stmts_used && in->stmts[i]->tag != Ist_IMark)
		addStmtToIRSB(out, in->stmts[i++]);
	tl_assert(i < in->stmts_used);
	for (; i < in->stmts_used; i++)
		add_statement(&builder, in->stmts[i]);
	add_superblock_end(&builder, in);
	return out;
}
