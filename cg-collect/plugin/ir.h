/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words and temporaries of intermediate code, and where it is added. */
#ifndef CGCOLLECT_IR_H
#define CGCOLLECT_IR_H

#include "pub_tool_basics.h"

#include "libvex_ir.h"

/* a word of the processor */
#if VG_WORDSIZE == 8
#define WORD_TYPE Ity_I64
#define WORD_FROM_BIT Iop_1Uto64
#define WORD_PLUS Iop_Add64
#define WORD_MINUS Iop_Sub64
#define WORD_XOR Iop_Xor64
#define WORD_AND Iop_And64
#define WORD_OR Iop_Or64
#define WORD_EQUALS Iop_CmpEQ64
#define WORD_DIFFERS Iop_CmpNE64
#define WORD_IS_BELOW Iop_CmpLT64U
#else
#define WORD_TYPE Ity_I32
#define WORD_FROM_BIT Iop_1Uto32
#define WORD_PLUS Iop_Add32
#define WORD_MINUS Iop_Sub32
#define WORD_XOR Iop_Xor32
#define WORD_AND Iop_And32
#define WORD_OR Iop_Or32
#define WORD_EQUALS Iop_CmpEQ32
#define WORD_DIFFERS Iop_CmpNE32
#define WORD_IS_BELOW Iop_CmpLT32U
#endif

/* VEX generates code for the processor's own byte order only */
#if defined(VG_BIGENDIAN)
#define WORD_ORDER Iend_BE
#else
#define WORD_ORDER Iend_LE
#endif

struct emitter {
	IRSB *out; /* the counting code is added at its end */
	/* in the guest state */
	Int words_offset; /* of the struct thread_words, zero without --calls */
	Int stack_offset; /* of the stack pointer */
};

/* Assigns the value to a new temporary and returns that. */
static inline IRTemp
ir_assign(IRSB *out, IRType type, IRExpr *value)
{
	IRTemp temp = newIRTemp(out->tyenv, type);

	addStmtToIRSB(out, IRStmt_WrTmp(temp, value));
	return temp;
}

#endif
