// SPDX-License-Identifier: GPL-2.0-or-later
/* Intermediate code around the stores of an interpreter. */
#include "calls/callstack.h"
#include "watching.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_tooliface.h"

static IRExpr *
get(struct emitter *emitter, Int offset, IRType type)
{
	return IRExpr_RdTmp(
	    ir_assign(emitter->out, type, IRExpr_Get(offset, type)));
}

IRExpr *
watching_get(struct emitter *emitter, Int offset)
{
	return get(emitter, offset, WORD_TYPE);
}

IRExpr *
watching_instructions(struct emitter *emitter)
{
	return get(emitter,
	    emitter->words_offset +
		(Int)offsetof(struct thread_words, instructions),
	    Ity_I64);
}

IRExpr *
watching_load(struct emitter *emitter, IRExpr *addr)
{
	return IRExpr_RdTmp(ir_assign(
	    emitter->out, WORD_TYPE, IRExpr_Load(WORD_ORDER, WORD_TYPE, addr)));
}

IRExpr *
watching_own(struct emitter *emitter, const void *at)
{
	return watching_load(emitter, mkIRExpr_HWord((HWord)at));
}

IRExpr *
watching_result(
    struct emitter *emitter, IRType type, IROp op, IRExpr *left, IRExpr *right)
{
	return IRExpr_RdTmp(
	    ir_assign(emitter->out, type, IRExpr_Binop(op, left, right)));
}

IRExpr *
watching_is_equal(struct emitter *emitter, IRExpr *left, IRExpr *right)
{
	return watching_result(emitter, Ity_I1, WORD_EQUALS, left, right);
}

void
watching_call(struct emitter *emitter, IRDirty *call)
{
	addStmtToIRSB(emitter->out, IRStmt_Dirty(call));
	addStmtToIRSB(emitter->out,
	    IRStmt_Put(emitter->words_offset +
			   (Int)offsetof(struct thread_words, block),
		watching_own(emitter, &callstack_block)));
}

/* Returns what the expression is before the statement: a temporary has been assigned. */
static const IRExpr *
value_of(const IRSB *in, Int before, const IRExpr *e)
{
	for (Int i = before - 1; i >= 0 && e->tag == Iex_RdTmp; i--)
		if (in->stmts[i]->tag == Ist_WrTmp &&
		    in->stmts[i]->Ist.WrTmp.tmp == e->Iex.RdTmp.tmp)
			e = in->stmts[i]->Ist.WrTmp.data;
	return e;
}

/* Returns the base if the expression is a base and a constant, which is set; or NULL. */
static const IRExpr *
base_of(const IRExpr *e, UWord *constant)
{
	const IRExpr *right;

	if (e->tag != Iex_Binop ||
	    (e->Iex.Binop.op != WORD_PLUS && e->Iex.Binop.op != WORD_MINUS))
		return NULL;
	right = e->Iex.Binop.arg2;
	if (right->tag != Iex_Const)
		return NULL;
	*constant = (UWord)right->Iex.Const.con->Ico.U64;
	return e->Iex.Binop.arg1;
}

Bool
watching_split(const struct emitter *emitter, const IRSB *in, Int i,
    struct watched_store *store)
{
	const IRExpr *base, *value;
	UWord constant;

	store->addr = in->stmts[i]->Ist.Store.addr;
	store->value = in->stmts[i]->Ist.Store.data;
	if (typeOfIRExpr(emitter->out->tyenv, store->value) != WORD_TYPE)
		return False;
	base = base_of(value_of(in, i, store->addr), &store->offset);
	if (!base)
		return False;
	do {
		value = value_of(in, i, base);
		base = base_of(value, &constant);
	} while (base);
	store->is_on_stack = value->tag == Iex_Get &&
			     value->Iex.Get.offset == emitter->stack_offset;
	return True;
}

/* Returns the temporary or register that the expression is a sum of with a constant, which is
 * set. */
static const IRExpr *
sum_of(const IRSB *in, const IRExpr *e, UWord *constant)
{
	const IRExpr *value, *base = e;
	UWord term;

	*constant = 0;
	do {
		e = base;
		value = value_of(in, in->stmts_used, e);
		base = base_of(value, &term);
		if (base && value->Iex.Binop.op == WORD_PLUS)
			*constant += term;
		else if (base)
			*constant -= term;
	} while (base);
	return value->tag == Iex_Get ? value : e;
}

/* Returns what is put into the register last, or NULL. */
static const IRExpr *
last_put(const IRSB *in, Int reg)
{
	for (Int i = in->stmts_used - 1; i >= 0; i--)
		if (in->stmts[i]->tag == Ist_Put &&
		    in->stmts[i]->Ist.Put.offset == reg)
			return in->stmts[i]->Ist.Put.data;
	return NULL;
}

static Bool
is_register(const IRExpr *e, Int reg)
{
	return e->tag == Iex_Get && e->Iex.Get.offset == reg;
}

static Bool
is_same(const IRExpr *a, const IRExpr *b)
{
	return a == b ||
	       (a->tag == Iex_RdTmp && b->tag == Iex_RdTmp &&
		   a->Iex.RdTmp.tmp == b->Iex.RdTmp.tmp) ||
	       (b->tag == Iex_Get && is_register(a, b->Iex.Get.offset));
}

Bool
watching_jumps_by(const IRSB *in, Int reg)
{
	const IRExpr *target, *addr, *put = last_put(in, reg);
	UWord offset, put_offset;

	if (in->jumpkind != Ijk_Boring || in->next->tag != Iex_RdTmp)
		return False;
	target = value_of(in, in->stmts_used, in->next);
	if (target->tag != Iex_Load)
		return False;
	addr = sum_of(in, target->Iex.Load.addr, &offset);
	if (!put)
		return is_register(addr, reg) && offset == 0;
	put = sum_of(in, put, &put_offset);
	return is_same(addr, put) && offset == put_offset;
}
