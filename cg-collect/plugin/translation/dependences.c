// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The address of a read is not followed: what it reads is there before the address is known.
 * What calls of helpers return is not, either.
 */
#include "dependences.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
#endif

#include "pub_tool_libcbase.h"

void
dependences_begin(struct dependences *dependences, const IRSB *in)
{
	SizeT size = (SizeT)in->tyenv->types_used * sizeof(ULong);

	*dependences = (struct dependences){.temps = LibVEX_Alloc(size)};
	VG_(memset)(dependences->temps, 0, size);
}

ULong
dependences_add_read(struct dependences *dependences, IRTemp result)
{
	ULong bit = 0;

	if (dependences->nreads < 64)
		bit = (ULong)1 << dependences->nreads++;
	dependences->temps[result] = bit;
	return bit;
}

static Bool
is_temp(const IRExpr *e, IRTemp temp)
{
	return e->tag == Iex_RdTmp && e->Iex.RdTmp.tmp == temp;
}

/* True if the offset is one of vector registers. */
static Bool
is_of_vector(Int offset)
{
#if defined(VGA_amd64)
	return offset >= (Int)offsetof(VexGuestAMD64State, guest_YMM0);
#else
	return False;
#endif
}

/* True if an expression computes with a value, or makes a real number or a vector of it. */
static Bool
computes_with(const IRTypeEnv *types, const IRExpr *e, IRTemp temp)
{
	switch (e->tag) {
	case Iex_Unop:
		return is_temp(e->Iex.Unop.arg, temp) &&
		       typeOfIRExpr(types, e) > Ity_I64;
	case Iex_Binop:
		return is_temp(e->Iex.Binop.arg1, temp) ||
		       is_temp(e->Iex.Binop.arg2, temp);
	case Iex_Triop:
		return is_temp(e->Iex.Triop.details->arg2, temp) ||
		       is_temp(e->Iex.Triop.details->arg3, temp);
	case Iex_Qop:
		return is_temp(e->Iex.Qop.details->arg2, temp) ||
		       is_temp(e->Iex.Qop.details->arg3, temp) ||
		       is_temp(e->Iex.Qop.details->arg4, temp);
	default:
		return False;
	}
}

Bool
dependences_is_move(const IRSB *in, Int load)
{
	const IRExpr *addr = in->stmts[load]->Ist.WrTmp.data->Iex.Load.addr;
	IRTemp temp = in->stmts[load]->Ist.WrTmp.tmp;
	Bool is_used = False, is_vector = False;

	for (Int i = load + 1; i < in->stmts_used; i++) {
		const IRStmt *s = in->stmts[i];

		if (s->tag == Ist_IMark)
			break;
		if (s->tag == Ist_Store && eqIRAtom(s->Ist.Store.addr, addr))
			return True;
		if (s->tag == Ist_Put && is_temp(s->Ist.Put.data, temp))
			is_vector |= is_of_vector(s->Ist.Put.offset);
		if (s->tag == Ist_WrTmp)
			is_used |=
			    computes_with(in->tyenv, s->Ist.WrTmp.data, temp);
	}
	return !is_used && !is_vector;
}

ULong
dependences_of(const struct dependences *dependences, const IRExpr *atom)
{
	return atom->tag == Iex_RdTmp ? dependences->temps[atom->Iex.RdTmp.tmp]
				      : 0;
}

/* Returns the words of the state that a value there has, from the first one. */
static UInt
words_of(Int offset, IRType type, UInt *first)
{
	UInt last = (UInt)(offset + sizeofIRType(type) - 1) / 8;

	*first = (UInt)offset / 8;
	if (last >= STATE_WORDS)
		return 0;
	return last - *first + 1;
}

static ULong
state_of(const struct dependences *dependences, Int offset, IRType type)
{
	UInt first, n = words_of(offset, type, &first);
	ULong reads = 0;

	for (UInt i = 0; i < n; i++)
		reads |= dependences->state[first + i];
	return reads;
}

static ULong
computed_from(const struct dependences *d, const IRExpr *e)
{
	switch (e->tag) {
	case Iex_Get:
		return state_of(d, e->Iex.Get.offset, e->Iex.Get.ty);
	case Iex_Unop:
		return dependences_of(d, e->Iex.Unop.arg);
	case Iex_Binop:
		return dependences_of(d, e->Iex.Binop.arg1) |
		       dependences_of(d, e->Iex.Binop.arg2);
	case Iex_Triop:
		return dependences_of(d, e->Iex.Triop.details->arg2) |
		       dependences_of(d, e->Iex.Triop.details->arg3);
	case Iex_Qop:
		return dependences_of(d, e->Iex.Qop.details->arg2) |
		       dependences_of(d, e->Iex.Qop.details->arg3) |
		       dependences_of(d, e->Iex.Qop.details->arg4);
	case Iex_ITE:
		return dependences_of(d, e->Iex.ITE.cond) |
		       dependences_of(d, e->Iex.ITE.iftrue) |
		       dependences_of(d, e->Iex.ITE.iffalse);
	default:
		return dependences_of(d, e);
	}
}

void
dependences_follow(struct dependences *dependences, const IRTypeEnv *types,
    const IRStmt *statement)
{
	const IRExpr *data;

	if (statement->tag == Ist_WrTmp) {
		data = statement->Ist.WrTmp.data;
		if (data->tag != Iex_Load)
			dependences->temps[statement->Ist.WrTmp.tmp] =
			    computed_from(dependences, data);
	} else if (statement->tag == Ist_Put) {
		UInt first, n;

		data = statement->Ist.Put.data;
		n = words_of(statement->Ist.Put.offset,
		    typeOfIRExpr(types, data), &first);
		for (UInt i = 0; i < n; i++)
			dependences->state[first + i] =
			    dependences_of(dependences, data);
	}
}
