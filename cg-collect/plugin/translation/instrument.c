// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Turns the statements of a superblock into batches of events.  This file
 * decides which events there are and where a batch ends; emit.c and
 * hot_segment.c count them.
 *
 * The rules are exactly Cachegrind's.  A read followed at once by a write of
 * the same bytes is a modify, and counts as a read.  A batch ends after sixteen
 * events, at a side exit and around a guarded access.  Its events are counted
 * at its end, before the statement that comes next, so that a fault loses the
 * same events as in Cachegrind.  A batch that is too long for one segment
 * becomes several, which are executed there one after the other.
 */
#include "calls/costs.h"
#include "calls/jumps.h"
#include "calls/transfer.h"
#include "data/data.h"
#include "ir.h"
#include "modes.h"
#include "scripts/scripts.h"
#include "simulation/simulate.h"
#include "dependences.h"
#include "emit.h"
#include "instrument.h"
#include "superblock.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"

/* The number of low bits of an instruction's address that are always zero.
 * Without them the address selects among all entries of a predictor. */
#if defined(VGA_amd64) || defined(VGA_x86)
#define ZERO_BITS 0
#elif defined(VGA_s390x) || defined(VGA_riscv64)
#define ZERO_BITS 1
#else
#define ZERO_BITS 2
#endif

static UInt max_size; /* of an access; longer ones are cut */

struct builder {
	struct emitter emit;
	struct superblock *superblock;
	Addr next; /* the superblock that always comes next, or 0 */

	struct dependences dependences; /* with --forwarding */

	/* the current instruction */
	Addr instr;
	UInt instr_size;
	struct function *function; /* NULL before the first one */
	Addr address;              /* in the object, or 0 */
	struct code_line *fetched; /* the last line fetched: to fetch from it
				      again changes nothing */

	/* the segment that is executed as often as this place, if it has been
	 * emitted; else NULL */
	struct segment *counter;
	Bool has_inverted_jump; /* at the end */

	/* the batch so far: closed segments, and an open one */
	UInt nevents;
	UInt nclosed;
	struct batch_segment {
		struct segment *segment;
		IRExpr *addresses[SEGMENT_ACCESSES];
	} segments[BATCH_EVENTS];   /* nclosed of them, then the open one */
	struct segment_parts parts; /* of the open one */
	struct {
		IRExpr *addr; /* NULL if the last event was not a read */
		UInt size;
	} read;
};

void
instrument_init(void)
{
	UInt bits = simulation.I1.line_bits;

	if (bits > simulation.D1.line_bits)
		bits = simulation.D1.line_bits;
	if (bits > simulation.LL.line_bits)
		bits = simulation.LL.line_bits;
	max_size = 1u << bits;
}

/* Closes the open segment; the next one starts empty. */
static void
close_segment(struct builder *builder)
{
	struct segment_parts *parts = &builder->parts;

	builder->segments[builder->nclosed++].segment =
	    superblock_add_segment(builder->superblock, parts);
	parts->nlines = parts->nfetches = 0;
	parts->naccesses = parts->nsteps = 0;
	parts->mispredicted = 0;
}

/* Ends the batch, emits all its segments but the last one and returns that. */
static struct batch_segment *
close_batch(struct builder *builder)
{
	struct batch_segment *s = builder->segments;

	close_segment(builder);
	for (; builder->nclosed > 1; builder->nclosed--, s++)
		emit_segment(&builder->emit, s->segment, s->addresses);
	builder->nevents = builder->nclosed = 0;
	builder->read.addr = NULL;
	builder->counter = s->segment;
	return s;
}

/* Ends the batch, and emits all of it if it has events. */
static void
end_batch(struct builder *builder)
{
	if (builder->nevents > 0) {
		const struct batch_segment *last = close_batch(builder);

		emit_segment(&builder->emit, last->segment, last->addresses);
	}
}

/* Returns the step of the current instruction, and adds it if need be. */
static struct step *
current_step(const struct builder *builder, struct segment_parts *parts)
{
	Addr offset;

	if (parts->nsteps == 0) {
		parts->function = builder->function;
		parts->address = builder->address;
	}
	offset = builder->address - parts->address;
	if (parts->nsteps == 0 ||
	    parts->steps[parts->nsteps - 1].offset != offset)
		parts->steps[parts->nsteps++] =
		    (struct step){.offset = (UShort)offset};
	return &parts->steps[parts->nsteps - 1];
}

static UChar
current_index(const struct builder *builder, struct segment_parts *parts)
{
	return (UChar)(current_step(builder, parts) - parts->steps);
}

/* True if the current instruction cannot be a step of the open segment. */
static Bool
is_elsewhere(const struct builder *builder)
{
	const struct segment_parts *parts = &builder->parts;

	return parts->nsteps > 0 &&
	       (builder->function != parts->function ||
		   builder->address - parts->address > 0xffff);
}

static UInt
index_of(enum event event)
{
	UInt i = 0;

	while (step_events[i] != event)
		i++;
	return i;
}

static void
add_event(struct builder *builder, enum event event)
{
	if (builder->nevents == BATCH_EVENTS)
		end_batch(builder);
	if (is_elsewhere(builder))
		close_segment(builder);
	builder->nevents++;
	builder->read.addr = NULL;
	current_step(builder, &builder->parts)->counts[index_of(event)]++;
}

static Bool
is_last_line(const struct segment_parts *parts, const struct code_line *line)
{
	return parts->nlines > 0 && parts->lines[parts->nlines - 1] == line;
}

static void
add_line(struct segment_parts *parts, struct code_line *line)
{
	if (!is_last_line(parts, line))
		parts->lines[parts->nlines++] = line;
}

/* Adds the fetch of an instruction from the lines `code` to `code_end`. */
static void
add_fetch(struct builder *builder, Addr addr, struct code_line *code,
    struct code_line *code_end)
{
	struct segment_parts *parts = &builder->parts;
	UInt nlines =
	    parts->nlines + !is_last_line(parts, code) + (code_end != code);

	if (nlines > SEGMENT_LINES)
		close_segment(builder);
	add_line(parts, code);
	add_line(parts, code_end);
	parts->fetches[parts->nfetches++] = (struct fetch){
	    .code = code,
	    .offset = (UInt)(addr - code->line),
	    .size = (UShort)builder->instr_size,
	    .naccesses = (UChar)parts->naccesses,
	    .step = current_index(builder, parts),
	};
	if (code_end != code)
		code->following = code_end;
}

static struct code_line *
code_line_at(Addr addr, struct code_line *likely)
{
	if (likely && (addr - likely->line) >> simulation.I1.line_bits == 0)
		return likely;
	return simulation_code_line(addr);
}

/* Adds a transfer by the current instruction.  All events before it are counted
 * already. */
static void
add_transfer(struct builder *builder, enum transfer_kind kind, IRExpr *target,
    IRExpr *guard)
{
	struct transfer parts = {
	    .cost = cost_find(builder->function, builder->address),
	    .function = builder->function,
	    .end = builder->instr + builder->instr_size,
	};

	if (kind == TRANSFER_CALL)
		parts.return_address =
		    transfer_return_address(builder->function, parts.end);
	transfer_emit(&builder->emit, kind,
	    superblock_add_transfer(builder->superblock, &parts), target,
	    guard);
}

/* Emits a segment that counts nothing but its executions. */
static struct segment *
add_counter(struct builder *builder)
{
	struct segment_parts parts = {0};

	current_step(builder, &parts);
	builder->counter = superblock_add_segment(builder->superblock, &parts);
	emit_segment(&builder->emit, builder->counter, NULL);
	return builder->counter;
}

/* If jumps are recorded and the current instruction jumps to the target inside
 * of its function, adds this and returns it; else NULL. */
static struct jump *
record_jump(
    struct builder *builder, Addr target, Bool is_conditional, Bool is_inverted)
{
	struct jump parts = {
	    .end = builder->instr + builder->instr_size,
	    .is_conditional = is_conditional,
	    .is_inverted = is_inverted,
	};

	if (!modes.jumps || target == builder->instr || target == parts.end ||
	    transfer_is_needed(builder->function, builder->instr, target))
		return NULL;
	parts.from = cost_find(builder->function, builder->address);
	if (!builder->counter)
		add_counter(builder);
	builder->counter->executed = jump_find(&parts, target);
	return builder->counter->executed;
}

/* Adds a jump to a constant address, if it is a transfer. */
static void
add_jump(struct builder *builder, Addr target, IRExpr *guard)
{
	if (transfer_is_needed(builder->function, builder->instr, target))
		add_transfer(builder, TRANSFER_JUMP,
		    mkIRExpr_HWord((HWord)target), guard);
}

/* Enters the function with the instruction, from the one before or from
 * another superblock. */
static void
enter_function(
    struct builder *builder, Addr addr, struct function *function, Addr address)
{
	if (builder->function) {
		end_batch(builder);
		add_jump(builder, addr, NULL);
	}
	if (!transfer_is_enough(function))
		transfer_emit_arrival(&builder->emit, function, address);
}

static void
add_instruction(struct builder *builder, Addr addr, UInt size)
{
	Addr address;
	struct function *function = cost_place(addr, &address);

	if (modes.calls && function != builder->function)
		enter_function(builder, addr, function, address);
	/* an instruction that VEX cannot decode has size 0 */
	builder->instr = addr;
	builder->instr_size = size ? size : VG_MIN_INSTR_SZB;
	builder->function = function;
	builder->address = address;
	if (scripts_is_watched(function))
		scripts_emit_entry(&builder->emit, addr);
	add_event(builder, EV_IR);
	if (!modes.caches)
		return;

	struct code_line *code = code_line_at(addr, builder->fetched);
	struct code_line *code_end =
	    code_line_at(addr + builder->instr_size - 1, code);

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
	builder->segments[builder->nclosed].addresses[parts->naccesses] = addr;
	parts->flows[parts->naccesses] = (struct data_flow){.from = 0};
	parts->accesses[parts->naccesses++] = (struct access){
	    .event = (UChar)event,
	    .size = size,
	    .step = current_index(builder, parts),
	    .kind = event == EV_DW ? ACCESS_WRITES : ACCESS_READS,
	};
}

static void
add_read(struct builder *builder, IRExpr *addr, UInt size)
{
	if (!modes.caches)
		return;
	if (size > max_size)
		size = max_size;
	add_access(builder, EV_DR, addr, size);
	builder->read.addr = addr;
	builder->read.size = size;
}

static void
add_write(struct builder *builder, IRExpr *addr, UInt size)
{
	struct segment_parts *parts = &builder->parts;

	if (!modes.caches)
		return;
	if (size > max_size)
		size = max_size;
	if (!builder->read.addr || builder->read.size != size ||
	    !eqIRAtom(builder->read.addr, addr)) {
		add_access(builder, EV_DW, addr, size);
		return;
	}
	/* the read was half a modify */
	builder->read.addr = NULL;
	parts->accesses[parts->naccesses - 1].kind = ACCESS_WRITES;
}

/* Adds a batch of its own, which is executed if the guard is true. */
static void
add_guarded(struct builder *builder, enum event event, IRExpr *addr, UInt size,
    IRExpr *guard)
{
	struct segment_parts parts = {
	    .naccesses = 1,
	    .accesses[0] = {.event = (UChar)event,
		.size = size,
		.kind = event == EV_DW ? ACCESS_WRITES : ACCESS_READS},
	};

	if (!modes.caches)
		return;
	end_batch(builder);
	current_step(builder, &parts)->counts[index_of(event)]++;
	emit_guarded_segment(&builder->emit,
	    superblock_add_segment(builder->superblock, &parts), addr, guard);
}

/* As close_batch, after a branch as the last event.  Its mispredictions are
 * counted as the event `mispredicted`, and `branch` is its index in the
 * predictor. */
static struct batch_segment *
close_batch_with_branch(struct builder *builder, enum event event,
    enum event mispredicted, UShort branch)
{
	add_event(builder, event);
	if (1 + builder->parts.naccesses == CALL_ARGUMENTS)
		close_segment(builder);
	current_step(builder, &builder->parts);
	builder->parts.branch = branch;
	builder->parts.mispredicted = mispredicted;
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

/* Counts the events up to the exit and returns the guard of that. */
static IRExpr *
count_exit(struct builder *builder, const IRStmt *exit, Addr target)
{
	/* if the exit goes to the next instruction, VEX has inverted the
	 * condition: the branch is taken if the exit is not */
	Addr fallthrough = builder->instr + builder->instr_size;
	const struct batch_segment *last;

	if (!modes.branches || !is_guest_branch(exit->Ist.Exit.jk)) {
		end_batch(builder);
		return exit->Ist.Exit.guard;
	}
	last = close_batch_with_branch(builder, EV_BC, EV_BCM,
	    predictor_counters(builder->instr >> ZERO_BITS));
	return emit_segment_with_branch(&builder->emit, last->segment,
	    last->addresses, exit, target == fallthrough);
}

static void
add_exit_transfer(
    struct builder *builder, const IRStmt *exit, Addr target, IRExpr *guard)
{
	IRExpr *to = mkIRExpr_HWord((HWord)target);

	if (exit->Ist.Exit.jk == Ijk_Call)
		add_transfer(builder, TRANSFER_CALL, to, guard);
	else if (exit->Ist.Exit.jk == Ijk_Ret)
		add_transfer(builder, TRANSFER_RETURN, to, guard);
	else
		add_jump(builder, target, guard);
}

/* Records the conditional jump of the exit, as record_jump.  If VEX has
 * inverted the condition, the jump goes to the next superblock. */
static struct jump *
record_exit(struct builder *builder, const IRStmt *exit, Addr target)
{
	Bool is_inverted = target == builder->instr + builder->instr_size;

	if (exit->Ist.Exit.jk != Ijk_Boring)
		return NULL;
	if (!is_inverted)
		return record_jump(builder, target, True, False);
	builder->has_inverted_jump = True;
	return builder->next ? record_jump(builder, builder->next, True, True)
			     : NULL;
}

static void
add_exit(struct builder *builder, IRStmt *exit)
{
	Addr target = constant_address(exit->Ist.Exit.dst);
	IRExpr *guard = count_exit(builder, exit, target);
	struct jump *jump = record_exit(builder, exit, target);

	if (modes.calls)
		add_exit_transfer(builder, exit, target, guard);
	if (guard != exit->Ist.Exit.guard)
		exit = IRStmt_Exit(guard, exit->Ist.Exit.jk, exit->Ist.Exit.dst,
		    exit->Ist.Exit.offsIP);
	addStmtToIRSB(builder->emit.out, exit);
	builder->counter = NULL;
	if (jump)
		add_counter(builder)->passed = jump;
}

/* True if the superblock ends with a call.  On arm64, VEX says so of all direct
 * branches; only calls put the return address into the link register. */
static Bool
ends_with_call(const struct builder *builder, const IRSB *in)
{
	Bool has_link = in->jumpkind == Ijk_Call;

#if defined(VGA_arm64)
	Addr link = builder->instr + builder->instr_size;
	Int i = in->stmts_used - 1;

	for (; has_link && in->stmts[i]->tag != Ist_IMark; i--) {
		const IRStmt *s = in->stmts[i];

		if (s->tag == Ist_Put && s->Ist.Put.data->tag == Iex_Const &&
		    constant_address(s->Ist.Put.data->Iex.Const.con) == link)
			return True;
	}
	has_link = False;
#endif
	return has_link;
}

/* A system call is no jump to the next instruction: a sigreturn, which may be
 * the last instruction of its function, goes elsewhere. */
static void
add_last_transfer(struct builder *builder, const IRSB *in)
{
	Bool is_jump = in->jumpkind == Ijk_Boring || in->jumpkind == Ijk_Call;

	if (ends_with_call(builder, in))
		add_transfer(builder, TRANSFER_CALL, in->next, NULL);
	else if (in->jumpkind == Ijk_Ret)
		add_transfer(builder, TRANSFER_RETURN, in->next, NULL);
	else if (in->next->tag != Iex_Const)
		add_transfer(builder, TRANSFER_JUMP, in->next,
		    scripts_emit_leaving(
			&builder->emit, builder->function, in->next));
	else if (is_jump) {
		add_jump(builder, builder->next, NULL);
		if (!builder->has_inverted_jump)
			record_jump(builder, builder->next, False, False);
	}
}

/* Returns from functions are not counted: they are always predicted. */
static void
add_superblock_end(struct builder *builder, const IRSB *in)
{
	Bool is_jump = in->jumpkind == Ijk_Boring || in->jumpkind == Ijk_Call;

	if (!modes.branches || !is_jump || in->next->tag == Iex_Const) {
		end_batch(builder);
		return;
	}

	const struct batch_segment *last = close_batch_with_branch(builder,
	    EV_BI, EV_BIM, predictor_target(builder->instr >> ZERO_BITS));

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

/* True if a compare-and-swap at the address of the load comes later in its instruction:
 * VEX makes these two of an atomic instruction that reads and writes. */
static Bool
is_swapped(const IRSB *in, Int load)
{
	const IRExpr *addr = in->stmts[load]->Ist.WrTmp.data->Iex.Load.addr;
	const IRStmt *s;

	for (Int i = load + 1; i < in->stmts_used; i++) {
		s = in->stmts[i];
		if (s->tag == Ist_IMark)
			break;
		if (s->tag == Ist_CAS)
			return eqIRAtom(s->Ist.CAS.details->addr, addr);
	}
	return False;
}

/* Returns where the data of the last access come from. */
static struct data_flow *
last_flow(struct builder *builder)
{
	return &builder->parts.flows[builder->parts.naccesses - 1];
}

static void
add_load(struct builder *builder, const IRSB *in, Int i)
{
	const IRExpr *load = in->stmts[i]->Ist.WrTmp.data;

	add_read(builder, load->Iex.Load.addr, sizeofIRType(load->Iex.Load.ty));
	if (modes.forwarding) {
		last_flow(builder)->bit = dependences_add_read(
		    &builder->dependences, in->stmts[i]->Ist.WrTmp.tmp);
		last_flow(builder)->is_register =
		    load->Iex.Load.ty <= Ity_I64 && dependences_is_move(in, i);
	}
	if (modes.sharing && is_swapped(in, i))
		builder->parts.accesses[builder->parts.naccesses - 1].kind =
		    ACCESS_BEGINS;
}

static void
add_store(struct builder *builder, const IRStmt *statement)
{
	const IRExpr *data = statement->Ist.Store.data;

	add_write(builder, statement->Ist.Store.addr,
	    sizeofIRType(typeOfIRExpr(builder->emit.out->tyenv, data)));
	if (modes.forwarding)
		last_flow(builder)->from =
		    dependences_of(&builder->dependences, data);
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
	/* counted now, because accesses between it and the conditional store
	 * can make that fail on the host */
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
add_statement(struct builder *builder, const IRSB *in, Int i)
{
	IRTypeEnv *types = builder->emit.out->tyenv;
	IRStmt *statement = in->stmts[i];
	const IRStoreG *store;

	switch (statement->tag) {
	case Ist_IMark:
		add_instruction(builder, statement->Ist.IMark.addr,
		    statement->Ist.IMark.len);
		break;
	case Ist_WrTmp:
		if (statement->Ist.WrTmp.data->tag == Iex_Load)
			add_load(builder, in, i);
		break;
	case Ist_Store:
		add_store(builder, statement);
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
	if (modes.forwarding)
		dependences_follow(&builder->dependences, types, statement);
	addStmtToIRSB(builder->emit.out, statement);
	if (statement->tag == Ist_Store)
		scripts_emit_store(&builder->emit, builder->function, in, i);
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
	functions_begin_superblock(
	    extents->base[0], extents->base[0] + extents->len[0] - 1);
	if (modes.calls)
		scripts_see_entry(closure->tid, closure->readdr);
	builder.superblock = superblock_new(closure->readdr);
	if (in->next->tag == Iex_Const)
		builder.next = constant_address(in->next->Iex.Const.con);
	if (modes.forwarding)
		dependences_begin(&builder.dependences, in);
	emit_begin(&builder.emit, out, layout);
	while (i < in->stmts_used && in->stmts[i]->tag != Ist_IMark)
		addStmtToIRSB(out, in->stmts[i++]);
	tl_assert(i < in->stmts_used);
	for (; i < in->stmts_used; i++)
		add_statement(&builder, in, i);
	add_superblock_end(&builder, in);
	if (ends_with_call(&builder, in))
		data_see_call(
		    builder.instr, builder.instr + builder.instr_size);
	if (scripts_is_watched(builder.function))
		scripts_emit_jump(&builder.emit, in);
	if (modes.calls)
		add_last_transfer(&builder, in);
	return out;
}
