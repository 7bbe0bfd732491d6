/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the intermediate code has for a word of the processor. */
#ifndef CGCOLLECT_WORD_H
#define CGCOLLECT_WORD_H

#include "pub_tool_basics.h"

#include "libvex_ir.h"

#if VG_WORDSIZE == 8
#define WORD_TYPE Ity_I64
#define WORD_FROM_BIT Iop_1Uto64
#define WORD_XOR Iop_Xor64
#define WORD_MINUS Iop_Sub64
#define WORD_IS_BELOW Iop_CmpLT64U
#else
#define WORD_TYPE Ity_I32
#define WORD_FROM_BIT Iop_1Uto32
#define WORD_XOR Iop_Xor32
#define WORD_MINUS Iop_Sub32
#define WORD_IS_BELOW Iop_CmpLT32U
#endif

#endif
